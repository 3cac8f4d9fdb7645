import MotionCore

/// Cuts a stream of samples into segments by how much they move, or change where they are no motion. A value; memory grows with the
/// segment that goes on, to ten minutes of samples at most.
///
///     for sample in samples { if let segment = segmenter.push(sample) { use(segment) } }
public struct MotionSegmenter: Sendable {
    private let settings: SegmentSettings
    private let rate: Double
    private var activity: MotionActivity
    /// In its place where samples are no motion.
    private var changes: ChannelActivity?
    /// What makes of a value what its edges are looked for in.
    private let weights: [Double]
    private var detector: NeutralDetector
    /// The samples that may still belong to a segment, and which is the first.
    private var motion: [Float] = []
    private var values: [Float] = []
    private var first = 0

    /// A longer segment's edges are those of the hysteresis.
    private static let longestSeconds = 600.0

    /// - Parameters:
    ///   - settings: by motion.
    ///   - rate: samples per second.
    ///   - usual: of samples that are no motion what is usual of them; then the limits are multiples of that, and no g.
    public init(_ settings: SegmentSettings, rate: Double, usual: UsualChanges? = nil) {
        precondition(settings.evidence == .motion, "these settings are for samples")
        self.settings = settings
        self.rate = rate
        activity = MotionActivity(rate: rate)
        changes = usual.map { ChannelActivity($0, rate: rate) }
        weights = usual?.weights.map { Double($0) } ?? SegmentEdges.motionWeights
        detector = NeutralDetector(settings, rate: rate)
    }

    /// Whether a segment goes on that is long enough to be one.
    public var isMoving: Bool { detector.open != nil }

    /// The first sample that a segment which is not closed yet may begin with.
    public var earliest: Int { max(0, detector.earliest - Int(saturating: settings.preRoll * rate)) }

    /// Takes a sample.
    ///
    /// - Parameter sample: ax, ay, az in g, gx, gy, gz in rad/s; or a value of each channel that `usual` knows.
    /// - Returns: the segment that is over now, in samples since the beginning or `restart`.
    public mutating func push(_ sample: ArraySlice<Float>) -> Segment? {
        let moves = changes?.push(sample) ?? activity.push(sample)
        motion.append(moves)
        values += sample
        if let segment = detector.push(moves) { return refined(segment) }
        forget()
        return nil
    }

    /// Samples are missing, or there are no more.
    ///
    /// - Returns: the segment that ends with it. The next sample is number 0.
    public mutating func restart() -> Segment? {
        let last = detector.restart().map { refined($0) }
        activity.restart()
        changes?.restart()
        (motion, values, first) = ([], [], 0)
        return last
    }

    private func refined(_ segment: Segment) -> Segment {
        var result = segment
        if segment.begin >= first {
            let edges = SegmentEdges(motion: motion[...], values: values[...], weights: weights, rate: rate)
            let found = edges.refined(Segment(begin: segment.begin - first, end: min(segment.end - first, motion.count)))
            result = Segment(begin: found.begin + first, end: found.end + first)
        }
        return result.moved(by: settings, rate: rate)
    }

    private mutating func forget() {
        let most = Int(saturating: Self.longestSeconds * rate)
        // Rarely, so that it costs little.
        guard motion.count >= 512 else { return }
        let unneeded = max(detector.earliest - first, motion.count - most)
        guard unneeded >= 256 else { return }
        motion.removeFirst(unneeded)
        values.removeFirst(unneeded * weights.count)
        first += unneeded
    }
}

extension Segment {
    /// With the pre-roll before it, and without the trimmed end.
    func moved(by settings: SegmentSettings, rate: Double) -> Segment {
        let begin = max(0, begin - Int(saturating: (settings.preRoll * rate).rounded()))
        return Segment(begin: begin, end: max(begin + 1, end - Int(saturating: (settings.trim * rate).rounded())))
    }
}
