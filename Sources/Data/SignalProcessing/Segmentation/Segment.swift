/// Motion between two rests: the samples `begin ..< end` of a stretch.
public struct Segment: Sendable, Equatable {
    public var begin: Int
    public var end: Int

    public init(begin: Int, end: Int) {
        self.begin = begin
        self.end = end
    }

    /// Samples.
    public var count: Int { end - begin }

    /// Samples that both have.
    func overlap(_ other: Segment) -> Int { max(0, min(end, other.end) - max(begin, other.begin)) }

    /// Whether each is more than half of the other.
    public func matches(_ other: Segment) -> Bool { 2 * overlap(other) > max(count, other.count) }
}
