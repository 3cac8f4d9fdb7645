/// The weights ((1 + position) / N)^0.3 of the last N windows, oldest first, in Q15, computed once and in integers.
///
/// After smoothing by recency as in an article on reading lips from face motion: the newest window counts 1, the oldest (1/N)^0.3.
public enum RecencyWeights {
    /// The weight at a position, 0 for the oldest of `count` windows: 1 … 32767.
    public static func weight(position: Int, of count: Int) -> Int32 {
        // w^10 = ((1 + position) / N)^3, solved for w by bisection; all factors in Q30.
        let ratio = (UInt64(position + 1) << 30) / UInt64(count)
        let target = product(product(ratio, ratio), ratio)
        var low: UInt64 = 1
        var high: UInt64 = 32767
        while low < high {
            let middle = (low + high + 1) / 2
            if tenthPower(middle << 15) <= target { low = middle } else { high = middle - 1 }
        }
        return Int32(low)
    }

    private static func tenthPower(_ value: UInt64) -> UInt64 {
        let square = product(value, value)
        let fourth = product(square, square)
        return product(product(fourth, fourth), square)
    }

    private static func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
        (a * b + (1 << 29)) >> 30
    }
}
