public import SignalProcessing

/// Examples that a person is to make while a request waits: so many of each label, one after the other.
///
/// Whoever carries the plan out asks for each example, cuts it out of the motion by `strokes`, and returns a recording in which the
/// stretches of the examples have their labels and all else has `restLabel`.
public struct ExamplePlan: Sendable {
    /// The labels in the order in which they are asked for.
    public let labels: [String]
    /// Examples of each label.
    public let count: Int
    /// How an example is cut out of the motion.
    public let strokes: StrokeSettings
    /// Samples per second to ask the device for; at another rate its motion is resampled.
    public let rate: Double
    /// The names of the channels that the device must measure.
    public let inputs: [String]

    /// The label of the motion between examples.
    public static let restLabel = "rest"
    /// Seconds after an example in which the hand goes back.
    public static let settleSeconds = 1.5
    /// Seconds after the last example, in which it can still be thrown away.
    public static let restSeconds = 1.5
    /// Most examples of a label.
    public static let most = 100
}
