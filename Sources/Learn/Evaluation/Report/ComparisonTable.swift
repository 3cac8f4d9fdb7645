import Formatting
import MotionCore
import Quantization

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
        sections.append(reports.enumerated().map { "[\($0 + 1)] \($1.result.verdict)" })
        let notes = reports.enumerated().flatMap { index, report in
            let cautions = report.subject.cautions(of: report.result.people.count)
            return (cautions + report.result.warnings + report.subject.notes).map { "note on [\(index + 1)]: \(printable($0))" }
        }
        sections.append(notes)
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }
}

/// What of several models is compared, a row a figure.
struct Comparison {
    struct Row {
        var name: String
        /// One for each model.
        var values: [String]
        /// Which of them are best, if the figure has a best.
        var best: [Int] = []
    }

    private let reports: [EvaluationReport]

    init(_ reports: [EvaluationReport]) {
        self.reports = reports
    }

    /// What the models' files are called; by their whole paths if two are called alike.
    var names: [String] {
        let names = reports.map(\.subject.modelName)
        return Set(names).count == names.count ? names : reports.map(\.subject.model)
    }

    /// Those that say something of any model.
    var rows: [Row] {
        [
            row("windows judged") { $0.coverage.sessions > 0 ? Numbers.count($0.coverage.scoredWindows) : "–" },
            best("accuracy, Q15", { $0.q15.classification.accuracy }, Numbers.percent),
            row("  with 95 %, over people") { EvaluationWords.shares($0.accuracyInterval) },
            row("  Q15 − float") { Numbers.points(from: $0.float.classification.accuracy, to: $0.q15.classification.accuracy) },
            best("macro F1, Q15", { $0.q15.classification.macroF1 }, Numbers.percent),
            row("accuracy of people, mean ± deviation") { result in
                guard let spread = result.spread({ $0.classification.accuracy }), let deviation = spread.standardDeviation else {
                    return "–"
                }
                return String(printing: "%.1f ± %.1f", spread.mean * 100, deviation * 100)
            },
            best("calibration error", { $0.q15.reliability.expectedCalibrationError.map { -$0 } }) {
                Numbers.percent($0.map { -$0 })
            },
            row("  by chance in so many windows") { EvaluationWords.byChance($0.q15.reliability) },
            row("same answer as float") { Numbers.percent($0.parity.agreement) },
            best("events found", { $0.q15.events.events > 0 ? Double($0.q15.events.hits) / Double($0.q15.events.events) : nil }) {
                Numbers.percent($0)
            },
            row("  of") { $0.q15.events.events > 0 ? Numbers.count($0.q15.events.events, "event") : "–" },
            row("  with 95 %, over people") { EvaluationWords.shares($0.foundInterval) },
            best("false events an hour", { $0.q15.events.falseEventsPerHour.map { -$0 } }) {
                EvaluationWords.rate($0.map { -$0 })
            },
            row("  with 95 %") { EvaluationWords.rates($0.q15.events.falseEventsPerHourInterval) },
            best("time to detection, median", { $0.q15.events.medianDetectionSeconds.map { -$0 } }) {
                Numbers.decimal($0.map { -$0 }, 2, unit: "s")
            },
            row("  90 % within") { Numbers.decimal($0.q15.events.p90DetectionSeconds, 2, unit: "s") },
            best("false an hour of background", { $0.background?.eventsPerHour.map { -$0 } }) {
                EvaluationWords.rate($0.map { -$0 })
            },
            row("  with 95 %") { EvaluationWords.rates($0.background?.eventsPerHourInterval) },
            best("network", { -Double($0.q15.cost.bytes) }) { Numbers.bytes(Int(saturating: -($0 ?? 0))) },
        ].filter { $0.values.contains { $0 != "–" } } + chips
    }

    private var chips: [Row] {
        guard let first = reports.first?.subject.chips else { return [] }
        return first.indices.map { index in
            let costs = reports.map { report in
                report.subject.chips.indices.contains(index) ? report.subject.chips[index].instructionsPerSecond : nil
            }
            return Row(
                name: "million instructions a second, \(first[index].chip)",
                values: costs.map { Numbers.decimal($0.map { $0 / 1e6 }, 3) }, best: Self.best(costs.map { $0.map { -$0 } }))
        }.filter { $0.values.contains { $0 != "–" } }
    }

    private func row(_ name: String, _ words: (EvaluationResult) -> String) -> Row {
        Row(name: name, values: reports.map { words($0.result) })
    }

    /// - Parameter value: larger is better.
    private func best(_ name: String, _ value: (EvaluationResult) -> Double?, _ words: (Double?) -> String) -> Row {
        let values = reports.map { value($0.result) }
        return Row(name: name, values: values.map(words), best: Self.best(values))
    }

    /// The places of the largest values; empty if all are alike.
    private static func best(_ values: [Double?]) -> [Int] {
        let known = values.compactMap { $0 }
        guard let most = known.max(), known.contains(where: { $0 < most }) else { return [] }
        return values.indices.filter { values[$0] == most }
    }
}
