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
