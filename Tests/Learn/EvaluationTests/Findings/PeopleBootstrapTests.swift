import Evaluation
import Testing

@Suite("The bootstrap over people")
struct PeopleBootstrapTests {
    @Test("of people who are all alike has no width")
    func alike() throws {
        let interval = try #require(PeopleBootstrap([.init(9, of: 10), .init(18, of: 20), .init(90, of: 100)]).interval())
        #expect(interval == 0.9...0.9)
    }

    @Test("of two, one all correct and one all wrong, reaches from nothing to all: a quarter of the draws has one of them only")
    func two() throws {
        let interval = try #require(PeopleBootstrap([.init(10, of: 10), .init(0, of: 10)]).interval())
        #expect(interval == 0...1)
    }

    @Test("of twenty people, half of them found, is near that of the binomial distribution")
    func binomial() throws {
        let people = (0..<20).map { PeopleBootstrap.Part($0 % 2, of: 1) }
        let interval = try #require(PeopleBootstrap(people).interval())
        // 2.5 % of 20 tosses have 5 heads or fewer, or just above that 6; the other end likewise.
        #expect([0.25, 0.3].contains(interval.lowerBound) && [0.7, 0.75].contains(interval.upperBound))
    }

    @Test("counts people by what they did: who did nothing is not drawn, and one alone has no interval")
    func none() {
        #expect(PeopleBootstrap([.init(3, of: 4), .init(0, of: 0)]).interval() == nil)
        #expect(PeopleBootstrap([]).interval() == nil)
    }

    @Test("draws the same with the same seed")
    func seeded() {
        let people = [(3, 9), (8, 9), (1, 4), (5, 5)].map { PeopleBootstrap.Part($0.0, of: $0.1) }
        #expect(PeopleBootstrap(people, seed: 7).interval() == PeopleBootstrap(people, seed: 7).interval())
    }

    @Test("spread is the sample's: mean, n − 1, ends; of one person there is none")
    func spread() throws {
        let spread = try #require(Spread([0.8, 0.9, 1]))
        #expect(abs(spread.mean - 0.9) < 1e-12 && abs((spread.standardDeviation ?? 0) - 0.1) < 1e-12)
        #expect(spread.least == 0.8 && spread.most == 1 && spread.count == 3)
        #expect(Spread([0.5])?.standardDeviation == nil && Spread([]) == nil)
    }
}
