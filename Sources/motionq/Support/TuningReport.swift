import Evaluation
import EvaluationReports
import Formatting
import MotionCore
import MotionQWorkshop

/// What `tune` says.
struct TuningReport {
    private let tuned: TunedModel

    init(_ tuned: TunedModel) { self.tuned = tuned }

    private var labels: [String] { tuned.model.description.labels }
    private var before: TunedDecision { tuned.before }
    private var best: TunedDecision { tuned.best }
    private var events: Int { best.gestures.hits + best.gestures.misses }

    var text: String {
        var table = TextTable()
        table.add(["", "as it was", "tuned"])
        table.add(["events found"] + both { "\($0.gestures.hits) of \(events)" })
        table.add(["false among them"] + both { "\($0.gestures.falseEvents)" })
        if best.backgroundSeconds > 0 { table.add(["false in the background"] + both { "\($0.backgroundEvents)" }) }
        table.add(["an hour"] + both { Self.number($0.falsePerHour) })
        table.add(["with 95 % between"] + both { Self.range($0.falsePerHourInterval) })
        table.add(
            ["found after (median)"] + both { $0.gestures.medianDetectionSeconds.map { String(printing: "%.2f s", $0) } ?? "–" })
        var lines = table.lines.map { "  " + $0 }
        lines += ["", "entered \(best.parameters.words(labels))", "", "what could be had:"]
        var front = TextTable()
        front.add(["false an hour", "found", "after", "evidence", "leak"])
        for point in tuned.front {
            front.add([
                Self.number(point.falsePerHour), "\(point.gestures.hits)",
                point.gestures.medianDetectionSeconds.map { String(printing: "%.2f s", $0) } ?? "–",
                String(printing: "%.4g", Double(point.parameters.evidence) / 256),
                String(printing: "%.4g", Double(point.parameters.evidenceLeak) / 256),
            ])
        }
        return (lines + front.lines.map { "  " + $0 }).joined(separator: "\n")
    }

    func json(model: String) -> JSONLine {
        var line = JSONLine(type: "tuned")
        line.add("model", model)
        line.add("before", Self.object(before))
        line.add("tuned", Self.object(best))
        var shares = JSONLine()
        for (label, bits) in best.parameters.shares(labels) { shares.add(label, bits) }
        line.add("evidence_of_labels", shares)
        line.add("allowed_false_per_hour", tuned.mostFalsePerHour)
        line.add("front", tuned.front.map { Self.object($0) })
        return line
    }

    private static func object(_ point: TunedDecision) -> JSONLine {
        var line = JSONLine()
        line.add("events", point.gestures.hits + point.gestures.misses)
        line.add("found", point.gestures.hits)
        line.add("false_among_gestures", point.gestures.falseEvents)
        line.add("false_in_background", point.backgroundEvents)
        line.add("background_hours", point.backgroundSeconds / 3600, digits: 4)
        if let rate = point.falsePerHour { line.add("false_per_hour", rate) }
        if let range = point.falsePerHourInterval { line.add("false_per_hour_95", [range.lowerBound, range.upperBound]) }
        if let delay = point.gestures.medianDetectionSeconds { line.add("median_seconds", delay) }
        line.add("evidence", Double(point.parameters.evidence) / 256)
        line.add("evidence_leak", Double(point.parameters.evidenceLeak) / 256)
        return line
    }

    private func both(_ words: (TunedDecision) -> String) -> [String] { [words(before), words(best)] }

    private static func number(_ value: Double?) -> String { value.map { String(printing: "%.3g", $0) } ?? "–" }

    private static func range(_ range: ClosedRange<Double>?) -> String {
        range.map { String(printing: "%.2g and %.2g", $0.lowerBound, $0.upperBound) } ?? "–"
    }
}
