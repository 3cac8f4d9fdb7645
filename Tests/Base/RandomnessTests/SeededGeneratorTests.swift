import Randomness
import Testing

@Suite("A seeded generator")
struct SeededGeneratorTests {
    @Test("gives the numbers that SeededGenerator's authors publish for seed 0")
    func published() {
        var random = SeededGenerator(seed: 0)
        #expect(
            [random.next(), random.next(), random.next()] == [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F])
    }

    @Test("gives each of many numbers of its own, always the same")
    func indices() {
        let firsts = (0..<1_000).map { index in
            var random = SeededGenerator(seed: 7, stream: index)
            return random.next()
        }
        var again = SeededGenerator(seed: 7, stream: 500)
        #expect(Set(firsts).count == 1_000)
        #expect(again.next() == firsts[500])
    }

    @Test("draws normally: mean 0, variance 1, and 4.55 % beyond two deviations")
    func normal() {
        var random = SeededGenerator(seed: 1)
        let draws = (0..<200_000).map { _ in random.normal() }
        let count = Double(draws.count)
        #expect(abs(draws.reduce(0, +) / count) < 0.01)
        #expect(abs(draws.reduce(0) { $0 + $1 * $1 } / count - 1) < 0.02)
        #expect(abs(Double(draws.count { abs($0) > 2 }) / count - 0.0455) < 0.003)
    }

    @Test("draws nearly normally from one number: mean 0, variance 1")
    func roughlyNormal() {
        var random = SeededGenerator(seed: 1)
        let draws = (0..<200_000).map { _ in Double(random.roughlyNormal()) }
        let count = Double(draws.count)
        #expect(abs(draws.reduce(0, +) / count) < 0.01)
        #expect(abs(draws.reduce(0) { $0 + $1 * $1 } / count - 1) < 0.02)
    }

    @Test("says yes in the fraction of calls that was asked for")
    func happens() {
        #expect(abs(yeses(0.3) - 30_000) < 600)
        #expect(yeses(0) == 0)
        #expect(yeses(1) == 100_000)
    }

    /// Of 100,000 calls.
    private func yeses(_ fraction: Double) -> Int {
        var random = SeededGenerator(seed: 2)
        return (0..<100_000).reduce(0) { sum, _ in sum + (random.happens(fraction) ? 1 : 0) }
    }
}
