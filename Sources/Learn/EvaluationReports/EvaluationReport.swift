public import Evaluation
public import Formatting

/// What was found of a model, and what it was found on.
public struct EvaluationReport: Sendable {
    public let result: EvaluationResult
    public let subject: ReportSubject

    public init(_ result: EvaluationResult, of subject: ReportSubject) {
        self.result = result
        self.subject = subject
    }

    /// The report as people see it: no name of a file in a form that a terminal would obey. Programs get the names as they are.
    public var shown: EvaluationReport {
        var subject = subject
        subject.model = printable(subject.model)
        subject.recordings = subject.recordings.map(printable)
        subject.background = subject.background.map(printable)
        return EvaluationReport(result, of: subject)
    }

    /// For programs.
    public var json: JSONLine { result.json(of: subject) }
}
