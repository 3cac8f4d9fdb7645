public import Decision

/// What a person can choose about a live run.
public struct LiveOptions: Sendable {
    public var decision = DecisionParameters()
    public var feedback = FeedbackTable()
    /// Largest accepted relative difference between the device's rate and the model's.
    public var rateTolerance = 0.05
    /// Recompute the windows of a device that classifies by itself, and compare every bit.
    public var shadows = false

    public init() {}
}
