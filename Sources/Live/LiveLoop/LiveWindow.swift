public import MotionCore

/// One evaluated window and what it led to.
public struct LiveWindow {
    /// Which window, its most probable label, and that label's probability before smoothing.
    public var window: ClassifiedWindow
    /// Probabilities before smoothing: Q15, 0 … 32767, one per label. Valid during the call only.
    public var probabilities: UnsafeBufferPointer<Int16>
    /// What follows from it and from the windows before it: the label after smoothing, and what was entered, held or left.
    public var decision: Decision
    /// Device time of its last sample, microseconds since the session's first frame.
    public var streamTime: UInt64
    /// Last byte read → feedback bytes handed to the transport, in microseconds.
    public var latency: UInt64
    /// Commands queued for it, 0 or more.
    public var commands: Int

    /// The label that was entered with it, if any.
    public var entered: Int? { decision.phase == .enter ? decision.active : nil }
}
