/// How strokes are cut out of a running stream: a stroke begins where there is motion and ends where it pauses (ARITHMETIC.md,
/// section 14.1).
///
/// Motion is in units of 2⁻¹¹ g: how much the accelerations differ from those `lag` samples before, and a quarter g for each rad/s
/// of the rotations, added up over the axes. Times are in samples of the model's rate.
public struct StrokeCut: Sendable, Equatable {
    /// Mean motion at which a stroke begins.
    public var start: Int
    /// Motion below which it pauses, 1 … `start`.
    public var stop: Int
    /// Samples between which accelerations are compared.
    public var lag: Int
    /// The running mean that `start` is compared with takes 2^−smoothing of each sample.
    public var smoothing: Int
    /// Samples before the one at which the start was noticed that may belong to the stroke.
    public var before: Int
    /// Samples of little motion that end it.
    public var pause: Int
    /// Samples of a stroke; what is shorter or longer is none.
    public var least: Int
    /// Samples of a stroke, at most.
    public var most: Int

    /// A cut of these numbers; `isValid` tells whether they are in their ranges.
    public init(start: Int, stop: Int, lag: Int, smoothing: Int, before: Int, pause: Int, least: Int, most: Int) {
        self.start = start
        self.stop = stop
        self.lag = lag
        self.smoothing = smoothing
        self.before = before
        self.pause = pause
        self.least = least
        self.most = most
    }

    /// Steps of the motion in a g.
    public static let stepsInG = 2048.0
    /// Steps of the motion in a rad/s.
    public static let stepsInRadians = 512.0
    /// Samples that any stroke may have.
    public static let lengths = 4...4096

    /// Whether every number is in its range.
    public var isValid: Bool {
        stop >= 1 && stop <= start && start <= 1 << 20 && (1...4096).contains(lag) && (0...8).contains(smoothing)
            && (0...4096).contains(before) && (1...4096).contains(pause) && Self.lengths.contains(least)
            && Self.lengths.contains(most) && least <= most
    }
}
