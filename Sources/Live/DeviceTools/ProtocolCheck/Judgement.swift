package import Formatting

/// What an examination says of one rule.
package struct Judgement: Equatable, Sendable {
    /// The raw values are for programs.
    package enum Verdict: String, Sendable {
        case passed
        case failed
        case notApplicable = "not_applicable"
    }

    package var rule: Rule
    package var verdict: Verdict
    /// What was seen; of what is not applicable, why. One sentence without a full stop; what a device says of itself is escaped.
    package var saw: String
    /// What to change in the firmware; only where it failed.
    package var mend: Sentence?
}
