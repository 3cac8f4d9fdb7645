public import ModelConversion

/// What a set of recordings says of a network in both arithmetics.
public struct EvaluationResult: Sendable, Equatable {
    /// Everything about one arithmetic.
    public struct Arithmetic: Sendable, Equatable {
        public var classification: ClassificationScores
        public var reliability = Reliability()
        public var events: EventScores
        public var cost: RunningCost
    }

    /// In the order of the probabilities.
    public let labels: [String]
    /// The label that means "nothing happens", if there is one.
    public let restLabel: Int?
    /// Samples of a window, and between two windows.
    public let window: Int
    public let hop: Int
    public internal(set) var coverage = Coverage()
    /// In double precision: the oracle.
    public internal(set) var float: Arithmetic
    /// In integers: what runs.
    public internal(set) var q15: Arithmetic
    public internal(set) var parity = Parity()
    public internal(set) var noise: LayerNoise
    /// Which part of fixed point moves the probabilities; nil, or of no windows, if there was no recording.
    public internal(set) var sources: ErrorSources?
}
