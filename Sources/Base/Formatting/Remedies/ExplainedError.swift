/// An error that says what is wrong and, where that is known, how to mend it.
///
/// Both are values: they name a setting or a use case, and whoever shows them chooses the words. `description` words them for a
/// program that uses this package.
///
///     } catch let error as any ExplainedError {
///         print(error.sentence.problem, error.remedy ?? "")
///     }
public protocol ExplainedError: Error, CustomStringConvertible {
    /// What sort of failure this is.
    var kind: FailureKind { get }
    /// What is wrong, with what, and how to mend it: one sentence without a full stop.
    var sentence: Sentence { get }
}

extension ExplainedError {
    /// What to do about it; nil where nothing is known.
    public var remedy: Sentence? { sentence.remedy }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }
}
