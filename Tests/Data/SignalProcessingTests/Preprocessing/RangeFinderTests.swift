import MotionCore
import SignalProcessing
import Testing

@Suite("A channel's range")
struct RangeFinderTests {
    private func range(_ values: [Float]) -> ChannelRange? {
        var finder = RangeFinder()
        for value in values { finder.add(value) }
        return finder.range
    }

    @Test("goes from the 2nd to the 98th percentile")
    func percentiles() {
        #expect(range((0...100).map { Float($0) }) == ChannelRange(low: 2, high: 98))
        #expect(range((0...100).reversed().map { Float($0) }) == ChannelRange(low: 2, high: 98))
    }

    @Test("is moved by no wrong value, and by none that is missing")
    func outliers() {
        let values = (0..<200).map { Float($0 % 10) }
        #expect(range(values + [1e9, -1e9]) == range(values))
        #expect(range(values + [.nan, .infinity]) == range(values))
    }

    @Test("is none of a channel that never moves, nor of one value or none")
    func still() {
        #expect(range([]) == nil && range([1]) == nil && range([Float](repeating: 3, count: 100)) == nil)
    }

    @Test("of a long stream is that of all of it, not of its end")
    func long() throws {
        // Up once, slowly: every thousandth value of it alone would do.
        let found = try #require(range((0..<1_000_000).map { Float($0) }))
        #expect(abs(found.low - 20_000) < 1000 && abs(found.high - 980_000) < 1000)
    }

    @Test("that is less than a quarter of what is usual is not believed")
    func usual() {
        let usual = ChannelRange(low: 0, high: 8)
        #expect(usual.range(for: ChannelRange(low: 4, high: 6)) == ChannelRange(low: 4, high: 6))
        #expect(usual.range(for: ChannelRange(low: 4, high: 5.9)) == usual)
        #expect(usual.range(for: nil) == usual)
    }
}
