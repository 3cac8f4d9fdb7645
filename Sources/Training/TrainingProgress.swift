/// What one pass over the training windows brought.
public struct EpochReport: Sendable, Equatable {
    /// Counts from 1.
    public var epoch: Int
    public var epochs: Int
    /// Mean cross-entropy in nats of the varied training windows, with dropout and label smoothing, while the weights moved.
    public var trainingLoss: Double
    public var trainingAccuracy: Double
    /// Of the averaged weights on the untouched validation windows; nil without any.
    public var validation: Validation?
    /// Mean norm of the gradients before they were shortened.
    public var gradientNorm: Double
    public var learningRate: Double
    /// Wall time of training and validation together.
    public var seconds: Double
    /// Whether the weights of this epoch are the best so far, and kept.
    public var isBest: Bool

    public struct Validation: Sendable, Equatable {
        /// Mean cross-entropy in nats.
        public var loss: Double
        public var accuracy: Double
        /// Of how many windows.
        public var windows: Int

        init(_ score: Score) {
            loss = score.meanLoss
            accuracy = score.accuracy
            windows = score.asked
        }
    }
}

/// Why training ended.
public enum TrainingEnd: String, Sendable {
    /// All epochs are done.
    case completed
    /// The validation loss did not fall for long.
    case stoppedEarly = "stopped_early"
    /// Somebody asked for it; what was best so far is kept.
    case interrupted
}

/// How training went; `Trainer.trainedModel` has the weights.
public struct TrainingResult: Sendable {
    public var end: TrainingEnd
    /// The epoch whose weights were kept; 0 if training was interrupted before the first ended.
    public var bestEpoch: Int
    public var history: [EpochReport]

    /// Median wall time of an epoch, 0 without any.
    public var medianSeconds: Double {
        let seconds = history.map(\.seconds).sorted()
        return seconds.isEmpty ? 0 : seconds[seconds.count / 2]
    }
}
