/// Cuts a stream into segments by what a network thinks of its windows: motion is where the rest label is improbable. A value.
public struct WindowSegmenter: Sendable {
    private let settings: SegmentSettings
    private let rate: Double
    private let window: Int
    private let hop: Int
    private let restLabel: Int
    private var detector: NeutralDetector
    /// Samples up to the end of the first window.
    private var first: Int?

    /// - Parameters:
    ///   - settings: by the rest label.
    ///   - window: samples of a window; `hop` from one to the next.
    ///   - rate: samples per second.
    public init(_ settings: SegmentSettings, window: Int, hop: Int, restLabel: Int, rate: Double) {
        precondition(settings.evidence == .rest, "these settings are for windows")
        self.settings = settings
        self.rate = rate
        self.window = window
        self.hop = hop
        self.restLabel = restLabel
        detector = NeutralDetector(settings, rate: rate / Double(hop))
    }

    public var isMoving: Bool { detector.open != nil }

    /// Takes a window; they come in the order of time, none left out.
    ///
    /// - Parameters:
    ///   - end: samples of the stream up to its end.
    ///   - probabilities: one per label.
    /// - Returns: the segment that is over now, in samples of the stream.
    public mutating func push(endingAt end: Int, probabilities: [Double]) -> Segment? {
        let first = first ?? end
        self.first = first
        return detector.push(Float(1 - probabilities[restLabel])).map { samples($0, from: first) }
    }

    /// Windows start over, or there are no more.
    public mutating func restart() -> Segment? {
        defer { first = nil }
        guard let last = detector.restart(), let first else { return nil }
        return samples(last, from: first)
    }

    /// A window speaks of its middle.
    private func samples(_ segment: Segment, from first: Int) -> Segment {
        let begin = max(0, first - window / 2 + segment.begin * hop - hop / 2)
        return Segment(begin: begin, end: begin + segment.count * hop).moved(by: settings, rate: rate)
    }
}

/// What a segment is, by the windows in it.
public struct SegmentLabeller: Sendable {
    private let window: Int
    private let restLabel: Int?
    private var windows: [(end: Int, probabilities: [Double])] = []

    /// Windows that are remembered.
    private static let most = 8192

    public init(window: Int, restLabel: Int?) {
        self.window = window
        self.restLabel = restLabel
    }

    public mutating func push(endingAt end: Int, probabilities: [Double]) {
        windows.append((end, probabilities))
        if windows.count > 2 * Self.most { windows.removeFirst(Self.most) }
    }

    public mutating func restart() { windows = [] }

    /// The label that is most probable on average over the windows whose middles lie in a segment, and that average; the rest label
    /// is none. Nil without a window.
    public func label(of segment: Segment) -> (label: Int, probability: Double)? {
        let inside = windows.filter { (segment.begin..<max(segment.begin + 1, segment.end)).contains($0.end - window / 2) }
        // One that is shorter than a hop has the nearest window.
        let counted =
            inside.isEmpty
            ? windows.min { abs($0.end - window / 2 - segment.middle) < abs($1.end - window / 2 - segment.middle) }.map { [$0] }
                ?? []
            : inside
        guard let labels = counted.first?.probabilities.count else { return nil }
        let means = (0..<labels).map { label in counted.reduce(0) { $0 + $1.probabilities[label] } / Double(counted.count) }
        return means.indices.filter { $0 != restLabel }.max { means[$0] < means[$1] }.map { ($0, means[$0]) }
    }
}

extension Segment {
    fileprivate var middle: Int { (begin + end) / 2 }
}
