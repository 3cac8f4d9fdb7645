public import Quantization

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
    /// Which part of fixed point moves the probabilities; nil, or of no windows, without recordings or if not asked for.
    public internal(set) var sources: ErrorSources?
    /// Everybody, in the order in which they first came.
    public internal(set) var people: [PersonScores] = []
    /// What other decisions make of the same windows, in Q15; with background, if there is any, that too. Nil without sessions.
    public internal(set) var curve: DecisionCurve?
    /// The windows that are most surely wrong, the surest first. No two of them overlap.
    public internal(set) var wrong: [WrongWindow] = []
    /// The longest stretches behind each cell of the confusion matrix of Q15.
    public internal(set) var stretches: [ConfusedStretch] = []
    /// The sessions with most wrong windows, the most first.
    public internal(set) var timelines: [SessionTimeline] = []
    /// Motion in which nothing should happen; nil if none was given.
    public internal(set) var background: BackgroundScores?
}
