import MotionCore

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
    /// Numbers of shares, from label 0 on as far as one is not the whole; absent if all are.
    private var evidenceShares: [UInt8]?

    private enum CodingKeys: String, CodingKey {
        case threshold, smoothing, refractory, evidence
        case enterRatio = "enter_ratio"
        case exitRatio = "exit_ratio"
        case evidenceLeak = "evidence_leak"
        case evidenceLimit = "evidence_limit"
        case evidenceShares = "evidence_shares"
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
        let named = parameters.evidenceShares.factors.count
        evidenceShares = named == 0 ? nil : (0..<named).map { parameters.evidenceShares[$0].rawValue }
    }

    /// What is wrong with the shares, in words; nil if nothing is.
    var fault: String? {
        guard let evidenceShares else { return nil }
        guard evidenceShares.count <= EvidenceShares.most, evidenceShares.allSatisfy({ EvidenceShares.Share(rawValue: $0) != nil })
        else { return "evidence_shares are at most \(EvidenceShares.most) numbers between 0 and 3" }
        return nil
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
        for (label, share) in (evidenceShares ?? []).prefix(EvidenceShares.most).enumerated() {
            parameters.evidenceShares[label] = EvidenceShares.Share(rawValue: share) ?? .whole
        }
        return parameters
    }
}
