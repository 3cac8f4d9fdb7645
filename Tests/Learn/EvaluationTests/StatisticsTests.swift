import Evaluation
import Formatting
import Randomness
import Testing

@Suite("Quantiles and the histogram of differences")
struct StatisticsTests {
    @Test(
        "a quantile is the nearest rank",
        arguments: [(0.5, 50.0), (0.9, 90.0), (0.99, 99.0), (0.991, 100.0), (1.0, 100.0), (0.001, 1.0)])
    func quantile(_ share: Double, _ wanted: Double) {
        #expect((1...100).map(Double.init).shuffled().quantile(share, .nearest) == wanted)
    }

    @Test("the number below which a share lies is one further at a whole rank", arguments: [(0.5, 51), (0.9, 91), (0.991, 100)])
    func below(_ share: Double, _ wanted: Int) {
        #expect((1...100).shuffled().quantile(share, .below) == wanted)
    }

    @Test("of two numbers in the middle the upper one is the median")
    func median() {
        #expect([4, 1, 3, 2].median == 3)
        #expect([3, 1, 2].median == 2)
        #expect([Int]().median == nil)
    }

    @Test("a quantile far up is the same where only the largest numbers are kept", arguments: [0, 1, 99, 100, 101, 5_000, 200_000])
    func largest(_ count: Int) {
        var generator = SeededGenerator(seed: 5)
        // Many are equal.
        let numbers = (0..<count).map { _ in Double(Int.random(in: 0..<10_000, using: &generator)) }
        for most in [count, count + 1_000] {
            var largest = LargestValues(forQuantile: 0.99, of: most)
            for number in numbers { largest.add(number) }
            #expect(largest.quantile(0.99) == numbers.quantile(0.99, .nearest))
        }
    }

    @Test("of no numbers there is no quantile")
    func noQuantile() { #expect([Double]().quantile(0.5, .nearest) == nil) }

    @Test(
        "a difference falls into its half decade",
        arguments: [(0.0, 0), (9e-6, 0), (1.1e-5, 1), (3.1e-5, 1), (3.2e-5, 2), (1.01e-3, 5), (0.3, 9), (0.4, 10), (1.0, 10)])
    func histogram(_ difference: Double, _ bin: Int) {
        var histogram = DifferenceHistogram()
        histogram.add(difference)
        #expect(histogram.counts.firstIndex(of: 1) == bin)
    }
}
