/// When motion begins and when it ends: a neutral detector with hysteresis.
///
/// What is judged is a mean of what each sample, or each window, says of being active: motion in g (`MotionActivity`), how much
/// channels that are no motion change, as a multiple of what is usual in the recording (`ChannelActivity`), or 1 − the probability
/// of the rest label.
public struct SegmentSettings: Sendable, Equatable {
    /// What tells motion from rest.
    public enum Evidence: String, Sendable, CaseIterable {
        /// How much a sample moves, or changes where it is no motion: no model is needed.
        case motion
        /// A model's rest label.
        case rest
    }

    public var evidence: Evidence
    /// A segment opens where the mean reaches this: in g, or a probability.
    public var start: Double
    /// Below this share of `start` it is neutral: above 0, 1 at most.
    public var stop: Double
    /// Seconds over which the mean is taken.
    public var smoothing: Double
    /// Seconds of neutral that close a segment.
    public var pause: Double
    /// Seconds that a segment lasts at least.
    public var least: Double
    /// Seconds before it that belong to it, and seconds of its end that do not.
    public var preRoll: Double
    public var trim: Double

    public init(
        evidence: Evidence, start: Double, stop: Double, smoothing: Double, pause: Double, least: Double, preRoll: Double = 0,
        trim: Double = 0
    ) {
        self.evidence = evidence
        self.start = start
        self.stop = stop
        self.smoothing = smoothing
        self.pause = pause
        self.least = least
        self.preRoll = preRoll
        self.trim = trim
    }

    /// For gestures of a hand, where nothing is known of the person: chosen on 80 sessions of made-up people. A slow gesture that
    /// goes to and fro moves little where it turns, which the mean has to bridge.
    ///
    /// - Parameter shortest: seconds that a gesture takes at least, 0.2 … 10.
    public static func motion(shortest: Double = 1.5) -> SegmentSettings {
        SegmentSettings(
            evidence: .motion, start: 1, stop: 0.55, smoothing: min(0.7, shortest * 0.47), pause: 0.5, least: shortest * 0.87)
    }
    /// For a model's windows, where nothing was fitted.
    public static let rest = SegmentSettings(evidence: .rest, start: 0.6, stop: 0.6, smoothing: 1, pause: 0.5, least: 1)

    /// Whether every number lies where a detector can work with it.
    public var isValid: Bool {
        let limit = evidence == .motion ? 200.0 : 1
        return start > 0 && start <= limit && stop > 0 && stop <= 1 && (0...60).contains(smoothing) && (0...60).contains(pause)
            && (0...600).contains(least) && (0...10).contains(preRoll) && (0...10).contains(trim)
    }
}
