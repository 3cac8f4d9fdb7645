/// What one pass over the training windows brought.
public struct EpochReport: Sendable, Equatable {
    /// Counts from 1.
    public var epoch: Int
    /// The last pass of this cycle, and so the last of all if this is the last cycle.
    public var epochs: Int
    /// Counts from 1; always 1 where a number of passes was asked for.
    public var cycle: Int
    /// Cycles at most.
    public var cycles: Int
    /// Passes in all if every cycle is taken.
    public var mostEpochs: Int
    /// Steps that the optimiser has taken so far.
    public var steps: Int
    /// Mean cross-entropy in nats of the varied training windows, with dropout and label smoothing, while the weights moved.
    public var trainingLoss: Double
    /// Share of the same windows whose most probable class was the target, 0 … 1.
    public var trainingAccuracy: Double
    /// Of the averaged weights on the untouched validation windows; nil without any.
    public var validation: Validation?
    /// Mean norm of the gradients before they were clipped.
    public var gradientNorm: Double
    /// At the last step of the pass.
    public var learningRate: Double
    /// Wall time of training and validation together.
    public var seconds: Double
    /// Whether the weights of this epoch are the best so far, and kept.
    public var isBest: Bool
}
