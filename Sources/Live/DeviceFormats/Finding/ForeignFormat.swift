/// A format that devices of other makes send.
public enum ForeignFormat: String, Sendable, CaseIterable {
    /// Lines of numbers.
    case text
    /// WitMotion's frames.
    case witMotion = "witmotion"
    /// MAVLink, version 1 or 2.
    case mavLink = "mavlink"

    /// What a person calls it.
    public var words: String {
        switch self {
        case .text: "text lines"
        case .witMotion: "WitMotion frames"
        case .mavLink: "MAVLink"
        }
    }
}

/// What is known of a device of another make before it has said anything.
public struct ForeignOptions: Sendable {
    /// nil: it is found.
    public var format: ForeignFormat?
    /// Whether a device of ours is as likely: until one of another make is found, the host's greetings are passed on.
    public var mayBeNative = false
    /// Of text lines; nil: names in the stream say it, or their number.
    public var columns: [TextColumn]?
    /// Of text lines; nil, or what it does not say: the lines say it, or the motion.
    public var units: ForeignUnits?
    /// Whether a device waits until its units are certain; else they are assumed, and that is said.
    public var needsCertainUnits = false
    /// What one count of the sensor is worth, where a format sends counts.
    public var scale: SensorScale?
    /// Readings a second; nil: they are counted.
    public var rate: Double?
    /// Board axis of the sensor's x, y and z: ±1, ±2, ±3.
    public var axes: InlineArray<3, Int8> = [1, 2, 3]
    /// What a device that sends text lines is told for each command; nil: nothing.
    public var feedbackLine: FeedbackTemplate?
    /// Relays 0 … n-1 of an autopilot have lights on them: LED n is relay n; 0 … 8.
    public var relays = 0
    /// Whether an autopilot that tells of no motion is asked for it. Without it nothing is sent to a device but feedback.
    public var requestsMotion = false

    public init() {}
}
