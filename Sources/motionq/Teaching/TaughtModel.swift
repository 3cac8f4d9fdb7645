import Formatting
import Models
import Quantization

/// What `teach` made, and what it says of it.
struct TaughtModel {
    let model: Model
    let labels: [String]
    /// Examples of each label.
    let counts: [Int]
    /// Examples that the others name right, of those whose label has another one.
    let leftOut: (right: Int, all: Int)
    /// What became of background; nil where none was to stay out.
    let kept: KeptOut?

    var text: String {
        var lines = zip(labels, counts).map { "\($0): \($1) example\($1 == 1 ? "" : "s")" }
        if leftOut.all > 0 { lines.append("named by the others: \(leftOut.right) of \(leftOut.all) right") }
        if let kept {
            let (background, rejection) = (kept.background, kept.rejection)
            if rejection.all > 0 { lines.append("and not unknown: \(rejection.known) of \(rejection.all)") }
            lines.append(
                String(
                    printing: "background: %.2f h\(background.isMadeUp ? ", made up" : "") with "
                        + "\(Numbers.count(rejection.strokes, "stroke")), \(rejection.taken) of them taken for a label; allowed are %.3g an hour",
                    background.hours,
                    background.mostPerHour))
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
        if let kept {
            line.add("left_out_known", kept.rejection.known)
            line.add("background_hours", kept.background.hours, digits: 4)
            line.add("background_made_up", kept.background.isMadeUp)
            line.add("background_strokes", kept.rejection.strokes)
            line.add("background_events", kept.rejection.taken)
            line.add("allowed_false_per_hour", kept.background.mostPerHour)
        }
        return line
    }

    static let madeUp = "background is made up; what yours does is better recorded and given with --background"

    /// What somebody should know before relying on it.
    var notes: [String] {
        guard let kept else { return [] }
        var notes: [String] = []
        if kept.background.isMadeUp {
            notes.append(Self.madeUp)
        }
        let all = kept.rejection.all
        if all > 0, kept.rejection.known * 2 < all {
            notes.append(
                "only \(kept.rejection.known) of \(all) examples are known by the others: the gestures are too like the background; choose "
                    + "others, or allow more with --max-false-per-hour")
        }
        return notes
    }
}
