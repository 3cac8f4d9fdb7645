import Evaluation
import Formatting
import MotionCore

/// What `tune` says.
struct TuningReport {
    /// Of the model.
    let labels: [String]
    let before: TunedDecision
    let best: TunedDecision
    let tried: [TunedDecision]
    /// False events an hour that were allowed.
    let most: Double

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
        for point in self.front {
            front.add([
                Self.number(point.falsePerHour), "\(point.gestures.hits)",
                point.gestures.medianDetectionSeconds.map { String(printing: "%.2f s", $0) } ?? "–",
                String(printing: "%.4g", Double(point.parameters.evidence) / 256),
                String(printing: "%.4g", Double(point.parameters.evidenceLeak) / 256),
            ])
        }
        return (lines + front.lines.map { "  " + $0 }).joined(separator: "\n")
    }

    /// What somebody should know before relying on it.
    var notes: [String] {
        var notes: [String] = []
        if let rate = best.falsePerHour, rate > most {
            notes.append(
                "nothing that was tried keeps to \(Self.number(most)) an hour: "
                    + (best.backgroundSeconds > 0
                        ? "the network takes background for gestures; train it with the background as rest as well"
                        : "the network takes one label for another; evaluate says which"))
        }
        if let upper = best.falsePerHourInterval?.upperBound, most > 0, upper > most, best.falsePerHour ?? 0 <= most {
            let hours = PoissonInterval(count: 0).upper / most
            notes.append(
                String(
                    printing:
                        "%.1f hours of \(best.backgroundSeconds > 0 ? "background" : "motion") cannot promise less than %.2g an hour; "
                        + "%.2g take %.0f hours without a false event", best.budgeted.seconds / 3600, upper, most, hours))
        }
        return notes
    }

    /// Of all that was tried what nothing beats in both, the fewest false events first.
    private var front: [TunedDecision] {
        let sorted = tried.sorted {
            ($0.budgeted.events, -$0.gestures.hits, $0.gestures.medianDetectionSeconds ?? 0)
                < ($1.budgeted.events, -$1.gestures.hits, $1.gestures.medianDetectionSeconds ?? 0)
        }
        var front: [TunedDecision] = []
        for point in sorted where point.gestures.hits > front.last?.gestures.hits ?? -1 { front.append(point) }
        return front
    }

    func json(model: String) -> JSONLine {
        var line = JSONLine(type: "tuned")
        line.add("model", model)
        line.add("before", Self.object(before))
        line.add("tuned", Self.object(best))
        var shares = JSONLine()
        for (label, bits) in best.parameters.shares(labels) { shares.add(label, bits) }
        line.add("evidence_of_labels", shares)
        line.add("allowed_false_per_hour", most)
        line.add("front", front.map { Self.object($0) })
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
