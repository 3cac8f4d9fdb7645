import ArgumentParser
import Decision

/// The options that turn probabilities into events.
struct DecisionChoice: ParsableArguments {
    @Option(help: "Least smoothed probability with which a label is named.") var threshold = Defaults.threshold
    @Option(help: "Windows that are averaged, recent ones counting more.") var smoothing = Defaults.smoothing
    @Option(help: "A label is entered when it is so many times as probable as any other.") var enterRatio = Defaults.enterRatio
    @Option(help: "A label is left when another is so many times as probable.") var exitRatio = Defaults.exitRatio
    @Option(help: "Milliseconds after an exit in which nothing is entered.") var refractory = Defaults.refractory
    @Option(
        help: "Bits of evidence, added up over windows, with which a label is entered, in place of --threshold and --enter-ratio.")
    var evidence: Double?
    @Option(help: "Bits that every window takes away from the evidence.") var evidenceLeak = Defaults.evidenceLeak
    @Option(help: "Bits of evidence that one window brings at most.") var evidenceLimit = Defaults.evidenceLimit

    private enum Defaults {
        static let threshold = 0.9
        static let smoothing = 3
        static let enterRatio = 1.2
        static let exitRatio = 1.4
        static let refractory = 300
        static let evidenceLeak = 0.75
        static let evidenceLimit = 6.0
    }

    func validate() throws {
        guard DecisionParameters.thresholds.contains(threshold) else { throw ValidationError("--threshold lies between 0 and 1") }
        guard DecisionParameters.smoothings.contains(smoothing) else {
            throw ValidationError("--smoothing lies between 1 and 1000")
        }
        guard DecisionParameters.ratios.contains(enterRatio), DecisionParameters.ratios.contains(exitRatio) else {
            throw ValidationError("--enter-ratio and --exit-ratio lie between 1 and 1000")
        }
        guard DecisionParameters.refractorySeconds.contains(Double(refractory) / 1000) else {
            throw ValidationError("--refractory lies between 0 and 60000 ms")
        }
        guard evidence.map({ $0 > 0 && DecisionParameters.evidences.contains($0) }) ?? true else {
            throw ValidationError("--evidence lies between 0 and 255 bits, for example 12")
        }
        guard DecisionParameters.evidenceLeaks.contains(evidenceLeak), DecisionParameters.evidenceLimits.contains(evidenceLimit)
        else {
            throw ValidationError("--evidence-leak lies between 0 and 16 bits, --evidence-limit between 0.25 and 16")
        }
        guard evidence != nil || (evidenceLeak == Defaults.evidenceLeak && evidenceLimit == Defaults.evidenceLimit) else {
            throw ValidationError("--evidence-leak and --evidence-limit say how --evidence is added up; give it as well")
        }
    }

    /// Those that are not the defaults, as a command line has them, each after a space.
    var arguments: String {
        var words = ""
        if threshold != Defaults.threshold { words += " --threshold \(threshold)" }
        if smoothing != Defaults.smoothing { words += " --smoothing \(smoothing)" }
        if enterRatio != Defaults.enterRatio { words += " --enter-ratio \(enterRatio)" }
        if exitRatio != Defaults.exitRatio { words += " --exit-ratio \(exitRatio)" }
        if refractory != Defaults.refractory { words += " --refractory \(refractory)" }
        if let evidence { words += " --evidence \(evidence)" }
        if evidenceLeak != Defaults.evidenceLeak { words += " --evidence-leak \(evidenceLeak)" }
        if evidenceLimit != Defaults.evidenceLimit { words += " --evidence-limit \(evidenceLimit)" }
        return words
    }

    var parameters: DecisionParameters {
        DecisionParameters(
            threshold: threshold, smoothing: smoothing, enterRatio: enterRatio, exitRatio: exitRatio,
            refractorySeconds: Double(refractory) / 1000, evidence: evidence ?? 0, evidenceLeak: evidenceLeak,
            evidenceLimit: evidenceLimit)
    }
}
