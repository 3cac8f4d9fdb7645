import Formatting
package import MotionCore

/// What somebody at a page sets by hand of how probabilities become events.
package struct PageDecision: Equatable, Sendable {
    /// 0 to 1.
    package let threshold: Double
    /// Bits with which a label is entered, 0 to 255; 0: threshold and ratio decide.
    package let evidence: Double
    /// Bits that every window takes away, 0 to 16.
    package let leak: Double

    /// Nil if a number lies outside its range.
    package init?(threshold: Double, evidence: Double, leak: Double) {
        guard DecisionParameters.thresholds.contains(threshold), DecisionParameters.evidences.contains(evidence),
            DecisionParameters.evidenceLeaks.contains(leak)
        else { return nil }
        (self.threshold, self.evidence, self.leak) = (threshold, evidence, leak)
    }

    /// As a run has it.
    package init(_ parameters: DecisionParameters) {
        threshold = Double(parameters.threshold) / 32767
        evidence = Double(parameters.evidence) / 256
        leak = Double(parameters.evidenceLeak) / 256
    }

    /// Other parameters with these numbers in place of their own.
    package func over(_ parameters: DecisionParameters) -> DecisionParameters {
        let own = DecisionParameters(
            threshold: threshold, smoothing: 1, enterRatio: 1, exitRatio: 1, refractorySeconds: 0, evidence: evidence,
            evidenceLeak: leak)
        var parameters = parameters
        (parameters.threshold, parameters.evidence, parameters.evidenceLeak) = (own.threshold, own.evidence, own.evidenceLeak)
        return parameters
    }

    func add(to line: inout JSONLine) {
        line.add("threshold", threshold, digits: 4)
        line.add("evidence", evidence, digits: 2)
        line.add("leak", leak, digits: 2)
    }
}
