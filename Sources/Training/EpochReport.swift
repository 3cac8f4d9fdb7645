/// What one pass over the training windows brought.
public struct EpochReport: Sendable, Equatable {
    /// Counts from 1.
    public var epoch: Int
    /// Passes that were planned.
    public var epochs: Int
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

    /// How well the averaged weights do on windows that training does not see.
    public struct Validation: Sendable, Equatable {
        /// Mean cross-entropy in nats.
        public var loss: Double
        /// Share of windows whose most probable class is the target, 0 … 1.
        public var accuracy: Double
        /// Of how many windows.
        public var windows: Int

        init(_ score: Score) {
            loss = score.meanLoss
            accuracy = score.accuracy
            windows = score.supervised
        }
    }
}
