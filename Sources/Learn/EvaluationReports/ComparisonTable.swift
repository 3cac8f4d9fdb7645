import Evaluation
import Formatting

/// Several models on the same recordings, side by side, as plain text at most 100 columns wide, for as many models as fit.
public struct ComparisonTable {
    private let reports: [EvaluationReport]

    public init(_ reports: [EvaluationReport]) {
        self.reports = reports
    }

    /// Without a line feed at the end.
    public var text: String {
        var table = TextTable()
        let comparison = Comparison(reports)
        table.add([""] + comparison.names.indices.map { "[\($0 + 1)]" })
        for row in comparison.rows { table.add([row.name] + row.values) }
        var sections = [comparison.names.enumerated().map { "[\($0 + 1)] \(printable($1))" }, table.lines]
        let numbered = comparison.names.indices.map { "[\($0 + 1)]" }
        sections.append(comparison.differences.map { $0.sentence(of: numbered) })
        sections.append(reports.enumerated().map { "[\($0 + 1)] \($1.result.verdict)" })
        let notes = reports.enumerated().flatMap { index, report in
            let cautions = report.subject.cautions(of: report.result.people.count)
            return (cautions + report.result.warnings + report.subject.notes).map { "note on [\(index + 1)]: \(printable($0))" }
        }
        sections.append(notes)
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
}
