/// How to train on sequences.
public struct SequenceTrainingOptions: Sendable, Equatable {
    /// Of the optimiser, each over all sequences.
    public var steps = 300
    /// Draws the initial weights.
    public var seed: UInt64 = 1
    public var optimiser = OptimiserOptions()

    public init() {}
}
