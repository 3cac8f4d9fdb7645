public import MotionCore

/// A window on which the arithmetics differ much, with what it is made of.
public struct WorstWindow: Sendable, Equatable {
    public var session: String
    /// Samples of the session seen at its end.
    public var endSample: Int
    /// Seconds from the session's start to its end.
    public var seconds: Double
    /// Its true label.
    public var truth: Int
    /// Largest |p_float − p_Q15| of its labels.
    public var difference: Double
    /// One probability per label.
    public var float: [Double]
    public var q15: [Double]
    /// What was measured.
    public var channels: NamedChannels
    /// `[channel][sample]`: acceleration in g, rotation in rad/s; NaN where a value was missing.
    public var signal: [[Double]]
}
