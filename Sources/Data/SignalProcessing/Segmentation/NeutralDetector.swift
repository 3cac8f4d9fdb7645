import MotionCore

/// Tells motion from rest in a stream of values, a mean of which has to rise above one limit and to stay below another for a while.
/// A value: the stream is its clock.
///
/// The mean of so many values is that of their middle, so that a change is seen where it was, half the mean's length later.
public struct NeutralDetector: Sendable {
    private let start: Double
    private let stop: Double
    private let pause: Int
    private let least: Int
    /// Values before the one that opens a segment that may belong to it.
    private let lookBack: Int
    private let length: Int
    /// The last values, a ring.
    private var ring: [Float]
    private var count = 0
    /// The value since which the mean is not neutral; nil while it is.
    private var risen: Int?
    /// Of the segment that goes on.
    private var begin: Int?
    private var lastActive = 0
    private var lastEnd = 0

    /// Seconds that are looked back on at most.
    private static let lookBackSeconds = 2.0

    /// - Parameter rate: values per second.
    public init(_ settings: SegmentSettings, rate: Double) {
        precondition(settings.isValid && rate > 0, "settings lie within their ranges")
        func values(_ seconds: Double) -> Int { Int(saturating: (seconds * rate).rounded()) }
        start = settings.start
        stop = settings.start * settings.stop
        pause = max(1, values(settings.pause))
        least = max(1, values(settings.least))
        lookBack = values(Self.lookBackSeconds)
        length = max(1, values(settings.smoothing))
        ring = [Float](repeating: 0, count: length)
    }

    /// The first value of the segment that goes on, if one does and is long enough already to be one.
    public var open: Int? { begin.flatMap { lastActive + 1 - $0 >= least ? $0 : nil } }
    /// Whether the next values may belong to a segment.
    var isActive: Bool { begin != nil }
    /// The first value that a segment may begin with from now on.
    var earliest: Int { begin ?? max(lastEnd, count - lookBack - length) }

    /// Takes a value.
    ///
    /// - Returns: the segment that it closes, in values since the beginning or `restart`.
    public mutating func push(_ activity: Float) -> Segment? {
        ring[count % length] = activity
        count += 1
        let held = min(count, length)
        // The sum anew each time: it does not drift, and is short.
        let mean = ring[0..<held].reduce(0.0) { $0 + Double($1) } / Double(held)
        let now = max(0, count - 1 - length / 2)
        if mean >= stop { risen = risen ?? now } else { risen = nil }
        guard let begin else {
            if mean >= start {
                self.begin = max(lastEnd, risen ?? now, now - lookBack)
                lastActive = now
            }
            return nil
        }
        if mean >= stop { lastActive = now }
        guard now - lastActive >= pause else { return nil }
        return close(begin)
    }

    /// Samples are missing, or there are no more: what goes on ends here.
    ///
    /// - Returns: the segment that ends with it. The next value is number 0.
    public mutating func restart() -> Segment? {
        let last = begin.flatMap { close($0) }
        (count, risen, begin, lastActive, lastEnd) = (0, nil, nil, 0, 0)
        return last
    }

    private mutating func close(_ begin: Int) -> Segment? {
        let segment = Segment(begin: begin, end: lastActive + 1)
        lastEnd = segment.end
        self.begin = nil
        return segment.count >= least ? segment : nil
    }
}
