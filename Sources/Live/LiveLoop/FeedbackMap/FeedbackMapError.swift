public import Formatting

/// Why a feedback map cannot be used.
public struct FeedbackMapError: ExplainedError, Sendable, Equatable {
    public var file: String
    public var line: Int?
    public var problem: String
    /// Whether there is no file to read, or none that may be read; else its content is wrong.
    public var isMissingInput = false

    public var kind: FailureKind { isMissingInput ? .noInput : .badData }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence {
        "\(file)\(line.map { ", line \($0)" } ?? "") \(problem)"
    }
}
