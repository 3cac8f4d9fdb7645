/// How many bytes go through something in a time.
public struct Throughput: Sendable {
    public let name: String
    /// Bytes of one item: a frame, a recording.
    public let bytesPerItem: Int
    /// Nanoseconds per item.
    public let time: TimeSummary
    /// Blocks asked of malloc for one item; nil where that cannot be counted.
    public let allocations: Int?

    /// Millions of bytes a second, by the median.
    public var megabytesPerSecond: Double { Double(bytesPerItem) * 1000 / time.median }
}
