import Formatting

/// A distribution of durations in microseconds, in buckets 3 % wide, from 1 µs to an hour. Recording allocates nothing.
public struct LatencyHistogram: Sendable {
    private static let steps = 32
    private var counts: InlineArray<1024, UInt64> = InlineArray(repeating: 0)
    /// Durations recorded.
    public private(set) var count: UInt64 = 0
    /// The longest, in microseconds, exact.
    public private(set) var largest: UInt64 = 0

    public init() {}

    /// Takes in one duration.
    public mutating func record(_ microseconds: UInt64) {
        count += 1
        largest = max(largest, microseconds)
        let octave = 63 - max(microseconds, 1).leadingZeroBitCount
        let within =
            octave >= 5
            ? Int(max(microseconds, 1) >> UInt64(octave - 5)) & 31 : Int(max(microseconds, 1) << UInt64(5 - octave)) & 31
        counts[min(octave, 31) * Self.steps + within] += 1
    }

    /// Takes in all durations of another one.
    package mutating func add(_ other: LatencyHistogram) {
        guard other.count > 0 else { return }
        count += other.count
        largest = max(largest, other.largest)
        // By a span: an element of another one's array is a copy of all of it first.
        let theirs = other.counts.span
        for bucket in theirs.indices { counts[bucket] += theirs[bucket] }
    }

    /// The duration that a share of all stays below, in microseconds, to about 3 %; nil without records.
    public func percentile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let rank = UInt64(QuantileRank.nearest.place(share, of: Int(clamping: count))) + 1
        var seen: UInt64 = 0
        for bucket in counts.indices where counts[bucket] > 0 {
            seen += counts[bucket]
            guard seen >= rank else { continue }
            let low = Double(sign: .plus, exponent: bucket / Self.steps, significand: 1 + Double(bucket % Self.steps) / 32)
            return min(low * (1 + 1 / 64.0), Double(largest))
        }
        return Double(largest)
    }
}
