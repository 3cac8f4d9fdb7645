public import Decision

/// What a person can choose about a live run.
public struct LiveOptions: Sendable {
    public var decision = DecisionParameters()
    public var feedback = FeedbackTable()
    /// Recompute the windows of a device that classifies by itself, and compare every bit.
    public var shadows = false

    public init() {}
}
