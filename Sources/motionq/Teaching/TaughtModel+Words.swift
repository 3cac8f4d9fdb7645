import Formatting
import MotionQWorkshop

/// What `teach` says of the model that it made.
extension TaughtModel {
    var text: String {
        var lines = zip(labels, counts).map { "\($0): \($1) example\($1 == 1 ? "" : "s")" }
        if leftOut.all > 0 { lines.append("named by the others: \(leftOut.right) of \(leftOut.all) right") }
        if let background {
            let examples = background.examples
            if examples.all > 0 { lines.append("and not unknown: \(examples.known) of \(examples.all)") }
            lines.append(
                String(printing: "background: %.2f h", background.hours) + (background.isMadeUp ? ", made up" : "")
                    + " with \(Numbers.count(background.strokes, "stroke")), \(background.taken) of them taken for a label; "
                    + String(printing: "allowed are %.3g an hour", background.mostPerHour))
        }
        return lines.joined(separator: "\n")
    }

    func json(_ path: String) -> JSONLine {
        var line = JSONLine(type: "taught")
        line.add("model", path)
        line.add("labels", labels)
        line.add("examples", counts)
        line.add("left_out", leftOut.all)
        line.add("left_out_right", leftOut.right)
        if let background {
            line.add("left_out_known", background.examples.known)
            line.add("background_hours", background.hours, digits: 4)
            line.add("background_made_up", background.isMadeUp)
            line.add("background_strokes", background.strokes)
            line.add("background_events", background.taken)
            line.add("allowed_false_per_hour", background.mostPerHour)
        }
        return line
    }

    static let madeUp = "background is made up; what yours does is better recorded and given with --background"

    /// What somebody should know before relying on it.
    var notes: [String] {
        guard let background else { return [] }
        let (known, all) = background.examples
        var notes = background.isMadeUp ? [Self.madeUp] : []
        if all > 0, known * 2 < all {
            notes.append(
                "only \(known) of \(all) examples are known by the others: the gestures are too like the background; choose "
                    + "others, or allow more with --max-false-per-hour")
        }
        return notes
    }
}

extension TeachingRequest.Progress {
    var sentence: String {
        switch self {
        case .cutOtherwise(let missed, let all):
            "\(missed) of \(all) examples would not be cut out of the motion like that again; hold still before and after "
                + "each gesture, or make more of them"
        case .budgetGivenUp: "the budget of false events is given up: no background was looked at"
        case .budgetKept(let rate):
            String(printing: "the model keeps to %.3g false events an hour; what is unknown to it is chosen again", rate)
        }
    }
}

/// What `tune` says of a model of strokes.
extension TunedStrokes {
    var text: String {
        var table = TextTable()
        table.add(["", "as it was", "tuned"])
        table.add(["named right and not unknown"] + [before, after].map { "\($0.known) of \($0.strokes)" })
        table.add(["false in the background"] + [before, after].map { "\($0.falseEvents)" })
        table.add(["an hour"] + [before, after].map { String(printing: "%.3g", Double($0.falseEvents) / backgroundHours) })
        return table.lines.map { "  " + $0 }.joined(separator: "\n")
    }

    /// - Parameter most: false events an hour that were allowed.
    func json(_ path: String, allowed most: Double) -> JSONLine {
        var line = JSONLine(type: "tuned")
        line.add("model", path)
        for (name, outcome) in [("before", before), ("tuned", after)] {
            var entry = JSONLine()
            entry.add("events", outcome.strokes)
            entry.add("found", outcome.known)
            entry.add("false_in_background", outcome.falseEvents)
            entry.add("background_hours", backgroundHours, digits: 4)
            line.add(name, entry)
        }
        line.add("allowed_false_per_hour", most)
        return line
    }
}
