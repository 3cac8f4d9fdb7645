public import Formatting

/// Why a request cannot be carried out: what is wrong, and how to mend it.
public struct RequestError: ExplainedError, Equatable {
    /// Whether the request itself is at fault, or what it was given.
    public let kind: FailureKind
    /// What is wrong, with what, and how to mend it.
    public let sentence: Sentence

    /// - Parameters:
    ///   - kind: what sort of failure it is.
    ///   - sentence: the problem and, after `\(remedy:)`, its mend.
    package init(_ kind: FailureKind, _ sentence: Sentence) {
        (self.kind, self.sentence) = (kind, sentence)
    }
}
