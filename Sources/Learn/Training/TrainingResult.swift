import Formatting

/// How training went; `Trainer.trainedModel` has the weights.
public struct TrainingResult: Sendable {
    /// Why training ended.
    public var end: TrainingEnd
    /// The epoch whose weights were kept; 0 if training was interrupted before the first ended.
    public var bestEpoch: Int
    /// One report for each pass, in order.
    public var history: [EpochReport]

    /// Median wall time of an epoch, 0 without any.
    public var medianSeconds: Double { history.map(\.seconds).median ?? 0 }
}
