public import Decision
public import LSTMEngine

/// One evaluated window and what it led to.
public struct LiveWindow {
    public var window: ClassifiedWindow
    /// Q15, one per label. Valid during the call only.
    public var probabilities: UnsafeBufferPointer<Int16>
    public var decision: Decision
    /// Device time of its last sample, microseconds since the session's first frame.
    public var streamTime: UInt64
    /// Last byte read → feedback bytes handed to the transport, in microseconds.
    public var latency: UInt64
    /// Commands sent for it.
    public var commands: Int
}
