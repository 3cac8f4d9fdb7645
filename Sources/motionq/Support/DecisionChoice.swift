import ArgumentParser
import MotionCore

/// The options that turn probabilities into events. Those that are not given are the model's, or else the defaults.
struct DecisionChoice: ParsableArguments {
    @Option(help: "Least probability with which a label is named. Default: the model's, or 0.9.") var threshold: Double?
    @Option(help: "Windows that are averaged. Default: the model's, or 3.") var smoothing: Int?
    @Option(
        help: .rare(
            """
            A label is entered when it is so many times as probable as any other. Default: the model's, or 1.2.
            """))
    var enterRatio: Double?
    @Option(help: .rare("A label is left when another is so many times as probable. Default: the model's, or 1.4.")) var exitRatio:
        Double?
    @Option(help: .rare("Milliseconds after an exit in which nothing is entered. Default: the model's, or 300.")) var refractory:
        Int?
    @Option(
        help: .rare(
            """
            Bits of evidence that enter a label, in place of --threshold and --enter-ratio. Default: the model's, or 0: off.
            """))
    var evidence: Double?
    @Option(help: .rare("Bits of evidence that each window takes away. Default: the model's, or 0.75.")) var evidenceLeak: Double?

    func validate() throws {
        let refused: [(Double?, ClosedRange<Double>, String)] = [
            (threshold, DecisionParameters.thresholds, "--threshold lies between 0 and 1"),
            (enterRatio, DecisionParameters.ratios, "--enter-ratio and --exit-ratio lie between 1 and 1000"),
            (exitRatio, DecisionParameters.ratios, "--enter-ratio and --exit-ratio lie between 1 and 1000"),
            (
                refractory.map { Double($0) / 1000 }, DecisionParameters.refractorySeconds,
                "--refractory lies between 0 and 60000 ms"
            ),
            (evidence, DecisionParameters.evidences, "--evidence lies between 0 and 255 bits, for example 12"),
            (evidenceLeak, DecisionParameters.evidenceLeaks, "--evidence-leak lies between 0 and 16 bits"),
        ]
        for case (let value?, let range, let sentence) in refused where !range.contains(value) { throw ValidationError(sentence) }
        if let smoothing, !DecisionParameters.smoothings.contains(smoothing) {
            throw ValidationError("--smoothing lies between 1 and 1000")
        }
    }

    /// Those that were given, as words of a command line.
    var options: [String] {
        let given: [(String, String?)] = [
            ("threshold", threshold.map { "\($0)" }), ("smoothing", smoothing.map { "\($0)" }),
            ("enter-ratio", enterRatio.map { "\($0)" }), ("exit-ratio", exitRatio.map { "\($0)" }),
            ("refractory", refractory.map { "\($0)" }), ("evidence", evidence.map { "\($0)" }),
            ("evidence-leak", evidenceLeak.map { "\($0)" }),
        ]
        return given.flatMap { name, value in value.map { ["--\(name)", $0] } ?? [] }
    }

    /// What was given, in place of what the model has.
    func parameters(over chosen: DecisionParameters?) -> DecisionParameters {
        let given = DecisionParameters(
            threshold: threshold ?? 0.9, smoothing: smoothing ?? 3, enterRatio: enterRatio ?? 1.2, exitRatio: exitRatio ?? 1.4,
            refractorySeconds: Double(refractory ?? 300) / 1000, evidence: evidence ?? 0, evidenceLeak: evidenceLeak ?? 0.75)
        guard var parameters = chosen else { return given }
        if threshold != nil { parameters.threshold = given.threshold }
        if smoothing != nil { parameters.smoothing = given.smoothing }
        if enterRatio != nil { parameters.enterRatio = given.enterRatio }
        if exitRatio != nil { parameters.exitRatio = given.exitRatio }
        if refractory != nil { parameters.refractory = given.refractory }
        if evidence != nil { parameters.evidence = given.evidence }
        if evidenceLeak != nil { parameters.evidenceLeak = given.evidenceLeak }
        return parameters
    }
}
