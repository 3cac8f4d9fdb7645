import Decision

/// How probabilities become events, as the metadata holds it: in the steps of ARITHMETIC.md §9.
struct StoredDecision: Codable {
    private var threshold: Int16
    private var smoothing: Int
    private var enterRatio: Int32
    private var exitRatio: Int32
    private var refractory: UInt64
    private var evidence: UInt16
    private var evidenceLeak: UInt16
    private var evidenceLimit: UInt16

    private enum CodingKeys: String, CodingKey {
        case threshold, smoothing, refractory, evidence
        case enterRatio = "enter_ratio"
        case exitRatio = "exit_ratio"
        case evidenceLeak = "evidence_leak"
        case evidenceLimit = "evidence_limit"
    }

    init(_ parameters: DecisionParameters) {
        threshold = parameters.threshold
        smoothing = parameters.smoothing
        enterRatio = parameters.enterRatio
        exitRatio = parameters.exitRatio
        refractory = parameters.refractory
        evidence = parameters.evidence
        evidenceLeak = parameters.evidenceLeak
        evidenceLimit = parameters.evidenceLimit
    }

    var parameters: DecisionParameters {
        var parameters = DecisionParameters()
        parameters.threshold = threshold
        parameters.smoothing = smoothing
        parameters.enterRatio = enterRatio
        parameters.exitRatio = exitRatio
        parameters.refractory = refractory
        parameters.evidence = evidence
        parameters.evidenceLeak = evidenceLeak
        parameters.evidenceLimit = evidenceLimit
        return parameters
    }
}
