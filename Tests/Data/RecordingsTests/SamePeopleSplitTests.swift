import Randomness
import Recordings
import Testing

@Suite("A split of one person's recordings")
struct SamePeopleSplitTests {
    private func set(_ sessions: [RecordedSession], window: Int = 10, hop: Int = 5) throws -> DataSet {
        try DataSet([Recording(path: "r.csv", sessions: sessions)], options: DataSet.Options(window: window, hop: hop))
    }

    @Test("in time takes the end of every session, a window apart from the rest, and the same windows of it")
    func time() throws {
        var session = labelled([("a", 100), ("b", 100)])
        session.values = (0..<1_200).map { Float($0 / 6) }
        let whole = try set([session])
        let (training, validation) = try whole.split(.byTime(last: 0.2))
        // The last fifth is from sample 160 on; the ten before it belong to neither.
        #expect(training.sessions.map(\.count) == [150])
        #expect(validation.sessions.map(\.count) == [40])
        #expect(validation.sessions.first?.values.first == 160)
        #expect(training.windows.last?.start == 140)
        #expect(validation.windows.map(\.start) == [0, 5, 10, 15, 20, 25, 30])
        #expect(training.leftOut.samplesBetweenParts == 10)
        #expect(training.leftOut.sentences.contains { $0.contains("10 samples between what trains and what validates") })
        #expect(validation.subjects == training.subjects)
    }

    @Test("in time shares no sample, keeps a window between, and has only windows of the whole")
    func disjoint() throws {
        var generator = SeededGenerator(seed: 33)
        var tried = 0
        for _ in 0..<200 {
            var sessions = randomSessions(using: &generator)
            var next: Float = 0
            for index in sessions.indices {
                // Every sample has a number of its own.
                sessions[index].values = sessions[index].values.indices.map { next + Float($0 / 6) }
                next += Float(sessions[index].count)
            }
            let (window, hop) = (Int.random(in: 3...20, using: &generator), Int.random(in: 1...9, using: &generator))
            let part = Double.random(in: 0.05...0.5, using: &generator)
            guard let whole = try? set(sessions, window: window, hop: hop), let parts = try? whole.split(.byTime(last: part)) else {
                continue
            }
            tried += 1
            func firsts(_ set: DataSet) -> [[Float]] { set.windows.map { [Float($0.label)] + Array(set.values(of: $0)) } }
            let all = Set(firsts(whole))
            #expect(Set(firsts(parts.training)).isSubset(of: all) && Set(firsts(parts.validation)).isSubset(of: all))
            func samples(_ set: DataSet) -> [Float] { set.sessions.flatMap { Array($0.values) } }
            let (learned, validated) = (Set(samples(parts.training)), Set(samples(parts.validation)))
            #expect(learned.isDisjoint(with: validated))
            for session in parts.validation.sessions {
                let first = try #require(session.values.first)
                #expect((1...window).allSatisfy { !learned.contains(first - Float($0)) && !validated.contains(first - Float($0)) })
            }
        }
        #expect(tried > 50)
    }

    @Test("in time leaves a session whole that is too short for two parts, and refuses if all are")
    func short() throws {
        let (training, validation) = try set([labelled([("a", 49)]), labelled([("b", 60)], name: "t")]).split(.byTime(last: 0.2))
        #expect(training.sessions.map(\.count) == [49, 40])
        #expect(validation.sessions.map(\.count) == [10])
        let error = #expect(throws: DataSetError.self) { try set([labelled([("a", 49), ("b", 0)])]).split(.byTime(last: 0.2)) }
        #expect(error?.description.contains("20 %") == true && error?.description.contains("validateEvery: 5") == true)
    }

    @Test("by every third session takes the third, sixth … of each label, by what most of its windows are")
    func every() throws {
        let sessions =
            (1...7).map { labelled([("a", 40), ("b", 15)], name: "a\($0)") }
            + (1...2).map { labelled([("a", 15), ("b", 40)], name: "b\($0)") } + [labelled([("c", 40)], name: "c1")]
        let (training, validation) = try set(sessions).split(.bySession(every: 3))
        // Of two there is one, the last; a label with one session keeps it for training.
        #expect(validation.sessionNames == ["a3", "a6", "b2"])
        #expect(training.sessionNames == ["a1", "a2", "a4", "a5", "a7", "b1", "c1"])
    }

    @Test("by every session is refused if each label has one only, with the way out")
    func lone() throws {
        let whole = try set([labelled([("a", 40)]), labelled([("b", 40)], name: "t")])
        let error = #expect(throws: DataSetError.self) { try whole.split(.bySession(every: 5)) }
        #expect(error?.description.contains("validateTime: 0.2") == true)
    }
}
