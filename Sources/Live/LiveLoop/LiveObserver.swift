public import WireProtocol

/// Hears what the live loop does. Every method does nothing unless it is implemented.
///
/// Called on the loop's thread; of samples and windows after the feedback for the device was written. What takes long, writes or
/// draws stands behind an `ObserverQueue`, which has a thread of its own.
public protocol LiveObserver: AnyObject {
    /// The connection changed, or its counts are told again.
    func linkChanged(_ change: LinkChange, statistics: LiveStatistics)
    /// A window was classified here.
    func windowClassified(_ window: LiveWindow)
    /// An active label was left because the session ended or windows stayed away.
    func labelAbandoned(_ label: Int, streamTime: UInt64)
    /// A command was acknowledged, or given up.
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome)
    /// The device said something else.
    func messageReceived(_ message: DeviceMessage)
    /// A window that the device classified by itself was recomputed, where that was asked for.
    func windowShadowed(_ comparison: ShadowComparison)
    /// The samples of one DATA frame; the windows that they completed follow.
    func samplesReceived(_ samples: LiveSamples)
    /// Behind an `ObserverQueue`: what this observer was too slow to be told of.
    func momentsDropped(_ dropped: DroppedMoments)
    /// Whether an `ObserverQueue` keeps samples for it; asked once.
    var wantsSamples: Bool { get }
}

extension LiveObserver {
    public func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {}
    public func windowClassified(_ window: LiveWindow) {}
    public func labelAbandoned(_ label: Int, streamTime: UInt64) {}
    public func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {}
    public func messageReceived(_ message: DeviceMessage) {}
    public func windowShadowed(_ comparison: ShadowComparison) {}
    public func samplesReceived(_ samples: LiveSamples) {}
    public func momentsDropped(_ dropped: DroppedMoments) {}
    public var wantsSamples: Bool { true }
}
