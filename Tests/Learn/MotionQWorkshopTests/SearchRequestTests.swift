import MotionQWorkshop
import Testing

@Suite("A search as a request")
struct SearchRequestTests {
    @Test("tries the networks that the verb tries, at the same costs, and hands back a training of the best one")
    func tried() throws {
        var search = SearchRequest(training: SmallTraining.request)
        search.budget.mostCandidates = 2
        var numbers: [Int] = []
        let found = try search.run { if case .tried(let candidate) = $0 { numbers.append(candidate.number) } }
        #expect(numbers == [1, 2] && found.candidates.map(\.choice.variation) == [.usual, .stronger] && !found.isComplete)
        #expect(found.candidates.allSatisfy { $0.cost.bytes == 4420 && $0.cost.instructions.rounded() == 81305 })
        #expect(found.judges == ["v0", "v1", "v2"] && found.byBytes.count == 1)
        #expect(found.training.settings.hidden == 4 && found.training.variation == found.best.choice.variation)
        #expect(try found.triedNetwork().parts.rest == "rest")
    }

    @Test("says what not even the smallest network keeps to, and what to change")
    func noRoom() throws {
        var search = SearchRequest(training: SmallTraining.request)
        search.budget.mostBytes = 100
        let error = try #require(throws: RequestError.self) { try search.run() }
        #expect(error.kind == .badData && error.sentence.remedy == "allow more with \(.mostBytes) or \(.mostInstructions)")
    }

    @Test("ends with what has been tried when it is cancelled, or without anything")
    func cancelled() throws {
        let search = SearchRequest(training: SmallTraining.request)
        #expect(throws: CancellationError.self) { try search.run(isCancelled: { true }) }
        var count = 0
        let found = try search.run({ if case .tried = $0 { count += 1 } }, isCancelled: { count == 1 })
        #expect(found.candidates.count == 1 && !found.isComplete)
    }
}
