import MotionCore
public import WireProtocol

/// One window of the device's beside the host's.
public struct ShadowComparison {
    /// What the device sent.
    public let message: PredictionMessage
    /// What the comparison found.
    public internal(set) var verdict = Verdict.notRecomputed
    /// Windows of the device that did not arrive before this one, as far as can be told.
    public internal(set) var skipped = 0
    /// Whether the decision was compared as well.
    public internal(set) var decided = false
    let scores: PayloadReader
    let labels: Int
    var classifier: WindowClassifier?
    /// The host's scores, if they are not the classifier's.
    var host: [Int16]?
    private var copied: (device: [Int16], host: [Int16])?

    init(message: PredictionMessage, scores: PayloadReader, labels: Int) {
        self.message = message
        self.scores = scores
        self.labels = labels
    }

    /// What a comparison can find.
    public enum Verdict: Sendable {
        /// Every bit is the same.
        case equal
        /// The probabilities are not the same.
        case scoresDiffer
        /// The probabilities are the same; what followed from them is not.
        case decisionDiffers
        /// Samples of the window, or of those before it, did not arrive, or a value did not that the device held in them.
        case notRecomputed
        /// What the device knows of gravity rests on samples that did not arrive, or came before the host listened.
        case orientationUnknown
        /// The device sent no scores, or those of another network.
        case incomparable
    }

    /// The device's probabilities, Q15. Valid during the call that hands the comparison out.
    public var deviceScores: [Int16] {
        copied?.device ?? (0..<PredictionMessage.scoreCount(scores)).map { PredictionMessage.score(scores, of: $0) }
    }

    /// The host's; empty if the window was not recomputed.
    public var hostScores: [Int16] {
        if verdict == .orientationUnknown { return [] }
        return copied?.host ?? host ?? classifier.map { classifier in (0..<labels).map { classifier.probability(of: $0) } } ?? []
    }

    /// A comparison with copies of the scores, valid for good.
    var kept: ShadowComparison {
        var kept = self
        kept.copied = (deviceScores, hostScores)
        kept.classifier = nil
        return kept
    }
}

/// What the shadow counted.
public struct ShadowStatistics: Sendable {
    public init() {}

    /// Windows whose every bit was compared, and those that differed.
    public var compared: UInt64 = 0
    public var differing: UInt64 = 0
    /// Of the compared, those whose decision was compared as well.
    public var decisions: UInt64 = 0
    /// Windows that the device must have had and whose predictions did not arrive.
    public var skipped: UInt64 = 0
    /// Windows that could not be recomputed: samples were lost on the way, or came before the host listened; or a channel with a
    /// name had no value in them, and what the device held of it came from such samples.
    public var notRecomputed: UInt64 = 0
    /// Windows that rest on what the device knows of gravity, and the host cannot: samples before them did not arrive, or came
    /// before the host listened.
    public var orientationUnknown: UInt64 = 0
    /// Windows without scores, or with those of another number of labels.
    public var incomparable: UInt64 = 0

    /// Counts one comparison.
    public mutating func count(_ comparison: ShadowComparison) {
        switch comparison.verdict {
        case .equal: compared += 1
        case .scoresDiffer, .decisionDiffers:
            compared += 1
            differing += 1
        case .notRecomputed: notRecomputed += 1
        case .orientationUnknown: orientationUnknown += 1
        case .incomparable: incomparable += 1
        }
        if comparison.decided { decisions += 1 }
        skipped += UInt64(comparison.skipped)
    }
}
