public import MotionCore

/// Finds from where to where a channel goes: between the 2nd and the 98th percentile of its values, so that a few wrong ones
/// move nothing. It keeps at most 4,096 values: every second, every fourth … of a long stream.
public struct RangeFinder: Sendable {
    private var values: [Float] = []
    /// Of so many values one is kept.
    private var stride = 1
    private var count = 0

    private static let mostValues = 4096
    /// What lies below the range, and above it.
    private static let tail = 0.02

    public init() {}

    /// Takes a value; what is no finite number is missing.
    public mutating func add(_ value: Float) {
        guard value.isFinite else { return }
        if count.isMultiple(of: stride) { values.append(value) }
        count += 1
        guard values.count == Self.mostValues else { return }
        values = (0..<Self.mostValues / 2).map { values[2 * $0] }
        stride *= 2
    }

    /// The range; nil of a channel that never moved.
    public var range: ChannelRange? {
        guard values.count > 1 else { return nil }
        let sorted = values.sorted()
        let place = Int(saturating: (Double(sorted.count - 1) * Self.tail).rounded())
        let (low, high) = (Double(sorted[place]), Double(sorted[sorted.count - 1 - place]))
        return low < high ? ChannelRange(low: low, high: high) : nil
    }
}
