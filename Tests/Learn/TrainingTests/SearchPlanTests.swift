import Testing
import Training

@Suite("The plan of a search")
struct SearchPlanTests {
    private static let start = SearchChoice(units: 32, window: 100, hop: 25, rate: 50)

    /// All that is tried when each choice has the loss that a rule gives it.
    private func tried(
        _ space: SearchSpace, most: Int = 1000, fits: @escaping (SearchChoice) -> Bool = { _ in true },
        loss: (SearchChoice) -> Double
    ) -> [SearchChoice] {
        let plan = SearchPlan(space, fits: fits)
        var outcomes: [SearchPlan.Outcome] = []
        while outcomes.count < most, let choice = plan.next(after: outcomes) {
            outcomes.append(SearchPlan.Outcome(choice, loss: loss(choice)))
        }
        return outcomes.map(\.choice)
    }

    @Test("begins with what training does, and changes window, rate and variation one after the other")
    func order() {
        let choices = tried(SearchSpace(Self.start), most: 7) { _ in 1 }
        #expect(choices.map(\.window) == [100, 52, 200, 52, 24, 100, 100])
        #expect(choices.map(\.hop) == [25, 13, 50, 13, 6, 25, 25])
        #expect(choices.map(\.rate) == [50, 50, 50, 25, 12.5, 50, 50])
        #expect(choices.map(\.variation) == [.usual, .usual, .usual, .usual, .usual, .stronger, .weaker])
        #expect(choices.allSatisfy { $0.units == 32 })
    }

    @Test("keeps a change that lowers the loss clearly, and none that lowers it a little", arguments: [(0.9, 200), (0.97, 100)])
    func clearly(_ loss: Double, _ window: Int) {
        let choices = tried(SearchSpace(Self.start), most: 8) { $0.window == 200 ? loss : 1 }
        #expect(choices.suffix(3).allSatisfy { $0.window == window && $0.rate == 50 })
        #expect(choices.last?.units == 16)
    }

    @Test("then tries all sizes of what came out, then of the others from the least loss, each once")
    func sizes() {
        let choices = tried(SearchSpace(Self.start)) { $0.rate == 25 ? 0.98 : 1 }
        #expect(choices[7..<15].map(\.units) == [16, 8, 64, 4, 24, 48, 12, 6])
        #expect(choices[7..<15].allSatisfy { $0.rate == 50 && $0.window == 100 && $0.variation == .usual })
        #expect(choices[15..<23].allSatisfy { $0.rate == 25 })
        #expect(choices.count == 7 * 9 && Set(choices).count == choices.count)
    }

    @Test("leaves alone what is fixed")
    func fixed() {
        var space = SearchSpace(Self.start)
        (space.sizes, space.windows, space.rates, space.variations) = ([32], [1], [50], [.usual])
        #expect(tried(space) { _ in 1 } == [Self.start])
        space.rates = [50, 25]
        #expect(tried(space) { _ in 1 }.map(\.window) == [100, 52])
    }

    @Test("tries nothing beyond the budgets: a smaller size where that is within them, nothing where none is")
    func budgets() {
        let fits: (SearchChoice) -> Bool = { $0.units <= 12 && $0.window <= 100 }
        let choices = tried(SearchSpace(Self.start), fits: fits) { _ in 1 }
        #expect(choices.first?.units == 12)
        #expect(!choices.isEmpty && choices.allSatisfy(fits))
        #expect(tried(SearchSpace(Self.start), fits: { _ in false }) { _ in 1 }.isEmpty)
    }

    @Test("goes on after a candidate that could not be trained")
    func failed() {
        let choices = tried(SearchSpace(Self.start)) { $0.window == 200 ? .infinity : 1 }
        #expect(choices.count { $0.window == 200 } == 1)
        #expect(choices.count == 6 * 9 + 1)
    }

    @Test("takes half and quarter of a clock's rate as whole ones, none below 12.5 Hz")
    func rates() {
        #expect(SearchSpace(SearchChoice(units: 8, window: 8, hop: 2, rate: 49.98)).rates == [49.98, 25, 12.5])
        #expect(SearchSpace(SearchChoice(units: 8, window: 8, hop: 2, rate: 24)).rates == [24])
    }

    @Test("a stroke's window has no overlap, and a hop that is asked for stays")
    func hops() {
        var space = SearchSpace(SearchChoice(units: 8, window: 32, hop: 32, rate: 25))
        space.isOfStrokes = true
        #expect(tried(space) { _ in 1 }.allSatisfy { $0.hop == $0.window })
        space = SearchSpace(SearchChoice(units: 8, window: 32, hop: 5, rate: 25))
        space.hop = 5
        #expect(tried(space) { _ in 1 }.allSatisfy { $0.hop == 5 })
    }
}

@Suite("The front of a search")
struct SearchFrontTests {
    @Test("is what none beats in both, from the cheapest; of equal ones the first")
    func front() {
        let points: [(cost: Double, accuracy: Double)] = [(4, 0.9), (1, 0.5), (2, 0.8), (3, 0.8), (2, 0.7), (5, 0.9), (4, 0.9)]
        #expect(SearchFront.indices(of: points) == [1, 2, 0])
        #expect(SearchFront.indices(of: []).isEmpty)
        #expect(SearchFront.indices(of: [(cost: 1, accuracy: 0)]) == [0])
    }
}
