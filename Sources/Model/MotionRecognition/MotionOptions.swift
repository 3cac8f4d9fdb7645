package import MotionCore

/// How probabilities become events. The defaults are those of the command.
public struct MotionOptions: Sendable, Equatable {
    /// Least smoothed probability with which a label is named, 0 … 1; below it the answer is “unknown”.
    public var threshold = 0.9
    /// Windows that are averaged, 1 … 1000; recent ones count more.
    public var smoothing = 3
    /// A label is entered if it is this many times as probable as every other one, 1 … 1000.
    public var enterRatio = 1.2
    /// A label is left when another one, rest included, is this many times as probable, 1 … 1000.
    public var exitRatio = 1.4
    /// Seconds after an exit in which nothing is entered, 0 … 60.
    public var refractoryTime = 0.3
    /// Bits of evidence, added up over windows, with which a label is entered, up to 255; 0: `threshold` and `enterRatio` decide.
    public var evidence = 0.0
    /// Bits that every window takes away from the evidence, 0 … 16.
    public var evidenceLeak = 0.75
    /// Bits of evidence that one window brings at most, for or against, 0.25 … 16.
    public var evidenceLimit = 6.0
    /// What each label needs of `evidence`, in the labels' order: a quarter, a half, 1 or 2, others are taken to the nearest. Those
    /// that are not named, and those after the 32nd, need all of it.
    public var evidenceShares: [Double] = []

    /// The defaults of the command.
    public init() {}

    init(_ parameters: DecisionParameters) {
        threshold = Double(parameters.threshold) / 32768
        smoothing = parameters.smoothing
        enterRatio = Double(parameters.enterRatio) / 4096
        exitRatio = Double(parameters.exitRatio) / 4096
        refractoryTime = Double(parameters.refractory) / 1_000_000
        evidence = Double(parameters.evidence) / 256
        evidenceLeak = Double(parameters.evidenceLeak) / 256
        evidenceLimit = Double(parameters.evidenceLimit) / 256
        evidenceShares = parameters.evidenceShares.factors
    }

    /// In the numbers of the integer arithmetic. Traps on what lies outside the ranges.
    package var parameters: DecisionParameters {
        var parameters = DecisionParameters(
            threshold: threshold, smoothing: smoothing, enterRatio: enterRatio, exitRatio: exitRatio,
            refractorySeconds: refractoryTime, evidence: evidence, evidenceLeak: evidenceLeak, evidenceLimit: evidenceLimit)
        parameters.evidenceShares = EvidenceShares(factors: evidenceShares)
        return parameters
    }
}
