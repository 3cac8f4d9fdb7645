import Evaluation
import Formatting

/// Several models on the same recordings: what differs first, then each by itself.
public struct ComparisonPage {
    private let reports: [EvaluationReport]
    /// More would not be looked at.
    private static let mostPeople = 40

    public init(_ reports: [EvaluationReport]) {
        self.reports = reports
    }

    /// UTF-8 text that is well-formed XML, too; the same reports give the same bytes.
    public var html: String {
        let comparison = Comparison(reports)
        let pages = reports.map { EvaluationPage($0) }
        let files = reports.first.map { "\($0.subject.recordingNames)" } ?? ""
        let what =
            "<b>\(comparison.names.map { Markup.escaped($0) }.joined(separator: "</b>, <b>"))</b> on \(Markup.escaped(files))."
        let each = zip(comparison.names, pages).map { name, page in
            Markup.folded("\(name): \(page.result.verdict)", page.body)
        }
        return Page.html(
            title: "\(reports.count) models side by side", topic: "models side by side", headline: headline(comparison), what: what,
            body: table(comparison) + curves(comparison) + people(comparison) + each.joined() + (pages.first?.footer ?? ""))
    }

    private func headline(_ comparison: Comparison) -> String {
        guard let accuracy = comparison.differences.first(where: { $0.figure == .accuracy }) else {
            return "\(reports.count) models side by side"
        }
        guard accuracy.isMeasured else { return "\(reports.count) models side by side: no difference in accuracy was measured" }
        let names = accuracy.best.map { comparison.names[$0] }.joined(separator: " and ")
        let shares = accuracy.best.map { Numbers.percent(accuracy.values[$0]) }.joined(separator: " and ")
        return "\(names) \(accuracy.best.count == 1 ? "is" : "are") most often correct: \(shares)"
    }

    private func table(_ comparison: Comparison) -> String {
        let rows = comparison.rows
        return Markup.section(
            "Side by side",
            "The best of a row is bold, with those whose intervals of 95 % overlap with it; none is if all do. Windows may differ where "
                + "models' windows do.",
            Markup.table(
                head: [""] + comparison.names, rows: rows.map { [$0.name] + $0.values }, best: rows.map(\.best))
                + Markup.paragraphs(comparison.differences.map { "\($0.sentence(of: comparison.names))." }))
    }

    private func curves(_ comparison: Comparison) -> String {
        let series = zip(comparison.names, reports).compactMap { name, report in
            report.result.curve.flatMap { CurveFigure.Series($0, name: name, found: nil) }
        }
        guard !series.isEmpty else { return "" }
        let hasBackground = reports.contains { $0.result.background != nil }
        return Markup.section(
            "Found against false events",
            "Each model with decisions from lax to strict, an hour of \(hasBackground ? "background" : "the labelled recordings"); the large dot is "
                + "the decision that was evaluated, with 95 % of its rate.",
            Markup.figures([
                ("Found against false events", CurveFigure(series: series).svg(title: "Events found against false events an hour"))
            ]))
    }

    /// Who is recognised by which.
    private func people(_ comparison: Comparison) -> String {
        guard let first = reports.first?.result.people, first.count > 1 else { return "" }
        let known = reports.map { report in
            Dictionary(report.result.people.map { ($0.name, $0.q15.classification.accuracy) }) { one, _ in one }
        }
        let rows = first.prefix(Self.mostPeople).map { person in
            [person.name] + known.map { Numbers.decimal(($0[person.name] ?? nil).map { $0 * 100 }, 1) }
        }
        return Markup.section(
            "Person by person", "Windows that Q15 has correct, in per cent.",
            Markup.table(head: ["person"] + comparison.names, rows: rows)
                + Markup.paragraphs(first.count > Self.mostPeople ? ["and \(first.count - Self.mostPeople) more"] : []))
    }
}
