public import MotionCore
public import WireProtocol

/// What a person can choose about a live run.
public struct LiveOptions: Sendable {
    /// How probabilities become events; the rest label is the model's.
    public var decision = DecisionParameters()
    /// What to command when a label is entered or left.
    public var feedback = FeedbackTable()
    /// Recompute the windows of a device that classifies by itself, and compare every bit.
    public var shadows = false

    /// Use samples at whatever rate they come, also if that is not the announced one.
    public var trustsRate = false

    /// A rate that a device is asked for is to hold over its resets, so that it goes on at once.
    public var keepsRate = false

    /// Samples per second that a device without a model to serve is asked for, if it can; nil: whatever it has.
    public var rate: Double?

    /// Seconds in which the wearer moves channels through their whole range, for a model that reads shares of it; more than 0.
    public var rangeSeconds = 5.0

    /// Whether the observer is told of samples, too: each frame's description is copied for it.
    package var tellsSamples = true

    /// Lights and sounds that are asked for while it runs.
    public var cues: CueQueue?

    /// Where windows can be asked to begin anew while it runs.
    public var windowRestart: WindowRestart?

    /// Where recognition can be paused while it runs.
    public var pause: RecognitionPause?

    /// What is known of a device's sensor that it does not say itself; asked at each greeting. Not of devices that are shadowed.
    public var correct: (@Sendable (HelloMessage) -> SensorCorrection?)?

    public init() {}
}
