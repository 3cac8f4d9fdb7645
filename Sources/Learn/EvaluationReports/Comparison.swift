import Evaluation
import Formatting
import Quantization

/// The figures of several models on the same recordings, a row a figure.
///
/// A figure that depends on who was recorded has a best only beyond the interval of 95 %; bytes and instructions are exact.
struct Comparison {
    struct Row {
        var name: String
        /// One for each model.
        var values: [String]
        /// Which of them are best, if the figure has a best: the best one, and those whose intervals overlap with its own.
        var best: [Int] = []
    }

    private let reports: [EvaluationReport]
    /// The difference in each figure. Its intervals take thousands of draws, and are needed by rows and sentences.
    private let measured: [ComparedFigure: MeasuredDifference]

    init(_ reports: [EvaluationReport]) {
        self.reports = reports
        let results = reports.map(\.result)
        measured = Dictionary(
            uniqueKeysWithValues: ComparedFigure.allCases.map { ($0, MeasuredDifference($0, of: results)) })
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
            measured(.accuracy, Numbers.percent),
            row("  with 95 %, over people") { EvaluationWords.shares($0.accuracyInterval) },
            row("  Q15 − float") { Numbers.points(from: $0.float.classification.accuracy, to: $0.q15.classification.accuracy) },
            row("macro F1, Q15") { Numbers.percent($0.q15.classification.macroF1) },
            row("accuracy of people, mean ± deviation") { result in
                guard let spread = result.spread({ $0.classification.accuracy }), let deviation = spread.standardDeviation else {
                    return "–"
                }
                return String(printing: "%.1f ± %.1f", spread.mean * 100, deviation * 100)
            },
            row("calibration error") { Numbers.percent($0.q15.reliability.expectedCalibrationError) },
            row("  by chance in so many windows") { EvaluationWords.byChance($0.q15.reliability) },
            row("same answer as float") { Numbers.percent($0.parity.agreement) },
            measured(.eventsFound, Numbers.percent),
            row("  of") { $0.q15.events.events > 0 ? Numbers.count($0.q15.events.events, "event") : "–" },
            row("  with 95 %, over people") { EvaluationWords.shares($0.foundInterval) },
            measured(.falseEvents, EvaluationWords.rate),
            row("  with 95 %") { EvaluationWords.rates($0.q15.events.falseEventsPerHourInterval) },
            row("time to detection, median") { Numbers.decimal($0.q15.events.medianDetectionSeconds, 2, unit: "s") },
            row("  90 % within") { Numbers.decimal($0.q15.events.p90DetectionSeconds, 2, unit: "s") },
            measured(.falseInBackground, EvaluationWords.rate),
            row("  with 95 %") { EvaluationWords.rates($0.background?.eventsPerHourInterval) },
            Row(
                name: "network", values: reports.map { Numbers.bytes($0.result.q15.cost.bytes) },
                best: Self.least(reports.map { Double($0.result.q15.cost.bytes) })),
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
                values: costs.map { Numbers.decimal($0.map { $0 / 1e6 }, 3) }, best: Self.least(costs))
        }.filter { $0.values.contains { $0 != "–" } }
    }

    private func row(_ name: String, _ words: (EvaluationResult) -> String) -> Row {
        Row(name: name, values: reports.map { words($0.result) })
    }

    private func measured(_ figure: ComparedFigure, _ words: (Double?) -> String) -> Row {
        guard let difference = measured[figure] else { return Row(name: figure.rawValue, values: []) }
        return Row(name: figure.rawValue, values: difference.values.map(words), best: difference.isMeasured ? difference.best : [])
    }

    /// Whether the models differ, a figure each, for figures that at least one of them has.
    var differences: [MeasuredDifference] {
        ComparedFigure.allCases.compactMap { measured[$0] }.filter { $0.values.contains { $0 != nil } }
    }

    /// The places of the smallest values; empty if all are alike.
    private static func least(_ values: [Double?]) -> [Int] {
        let known = values.compactMap { $0 }
        guard let least = known.min(), known.contains(where: { $0 > least }) else { return [] }
        return values.indices.filter { values[$0] == least }
    }
}
