public import Decision
public import LSTMEngine
public import Transport
public import WireProtocol

/// Who wants to know what the live loop does. Called on its thread, after the feedback for the device has been written.
public protocol LiveObserver: AnyObject {
    func linkChanged(_ change: LinkChange, statistics: LiveStatistics)
    func windowClassified(_ window: LiveWindow)
    /// An active label was left because the session ended or windows stayed away.
    func labelAbandoned(_ label: Int, streamTime: UInt64)
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome)
    func messageReceived(_ message: DeviceMessage)
    /// A window that the device classified by itself was recomputed, where that was asked for.
    func windowShadowed(_ comparison: ShadowComparison)
    /// Raw samples of one DATA frame, before anything is made of them.
    func samplesReceived(_ samples: PayloadReader, count: Int, channels: Int, time: UInt32)
}

/// A change of the connection.
public enum LinkChange: Sendable {
    /// The port is open, HELLO was sent.
    case opened(port: String)
    /// The device announced a session.
    case session(HelloMessage)
    /// So many samples are missing; windows start anew.
    case gap(samples: Int)
    /// The device restarted without a HELLO; windows start anew.
    case restarted
    /// Nothing was heard for three seconds.
    case silent
    /// Nothing arrives at all.
    case mute
    /// Bytes arrive, but no frame can be made of them.
    case unintelligible(bytes: UInt64)
    /// Nothing happened: the counts, every five seconds.
    case statistics
    /// The port is gone.
    case disconnected(TransportError)
    /// One more attempt to open it failed.
    case reopening(TransportError)
}

/// Something else a device said.
public enum DeviceMessage: Sendable {
    /// Its text is not trusted; control characters must be escaped before it is shown.
    case log(level: UInt8, text: String)
    case event(EventMessage)
    case heartbeat(HeartbeatMessage)
    case configured(AckMessage)
}

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

/// Everything that is counted.
public struct LiveStatistics: Sendable {
    public var frames = FrameCounters()
    public var samples: UInt64 = 0
    public var lostSamples: UInt64 = 0
    public var sessions: UInt32 = 0
    public var restarts: UInt32 = 0
    public var reconnections: UInt32 = 0
    /// DATA whose size does not match the announced channels.
    public var unusableFrames: UInt64 = 0
    public var windows: UInt64 = 0
    public var entered: UInt64 = 0
    public var commandsSent: UInt64 = 0
    /// By `FeedbackOutbox.Fate`.
    public var commandsSettled: InlineArray<6, UInt64> = [0, 0, 0, 0, 0, 0]
    /// Dropped because the device's clock is not known yet, the queue was full, or the port went away.
    public var commandsDropped: UInt64 = 0
    /// Frames that the port did not take in time.
    public var writesTimedOut: UInt64 = 0
    /// Microseconds of the best clock exchange.
    public var clockRoundTrip: UInt64?
    /// Measured samples per second by the device's clock; nil before two frames.
    public var measuredRate: Double?
    public var latency = LatencyHistogram()
    public var shadow = ShadowStatistics()

    public init() {}
}
