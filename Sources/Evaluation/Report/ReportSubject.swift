import Foundation
import Presentation

/// What was evaluated, in words, for the heads of table and page.
public struct ReportSubject: Sendable {
    /// File name of the model.
    public var model: String
    /// File names of the recordings.
    public var recordings: [String]
    /// What of them was left out and why, a sentence each.
    public var notes: [String]

    public init(model: String, recordings: [String], notes: [String] = []) {
        self.model = model
        self.recordings = recordings
        self.notes = notes
    }

    /// “u_03-chop-it.csv, u_03-drive-it.csv and 5 more”.
    var recordingNames: String {
        let names = recordings.map { URL(fileURLWithPath: $0).lastPathComponent }
        guard names.count > 3 else { return names.joined(separator: ", ") }
        return names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more"
    }

    var modelName: String { URL(fileURLWithPath: model).lastPathComponent }
}

extension EvaluationResult {
    /// The one sentence that a person wants first.
    public var verdict: String {
        let differing = parity.windows - parity.agreeing
        let answers =
            differing == 0
            ? "all \(Numbers.count(parity.windows)) windows get the same answer"
            : "\(Numbers.count(differing)) of \(Numbers.count(parity.windows, "window")) "
                + (differing == 1 ? "answers differently" : "answer differently")
        guard let before = float.classification.accuracy, let after = q15.classification.accuracy else {
            return "Nothing to score; \(answers)."
        }
        let points = Numbers.shownPoints(from: before, to: after)
        let cost =
            points == 0
            ? "Fixed point costs no accuracy: \(Numbers.percent(after)) in both"
            : "Fixed point \(points < 0 ? "costs" : "gains") \(Numbers.decimal(points.magnitude, 2)) points of accuracy: "
                + "\(Numbers.percent(before)) → \(Numbers.percent(after))"
        return "\(cost); \(answers)."
    }

    /// “7 sessions, 20 min 12 s, 5,556 windows of 20 samples every 5”.
    var extent: String {
        "\(Numbers.count(coverage.sessions, "session")), \(Numbers.duration(coverage.seconds)), "
            + "\(Numbers.count(coverage.windows, "window")) of \(window) samples every \(hop)"
    }

    /// What a reader must know of windows that no figure of accuracy counts.
    public var warnings: [String] {
        guard coverage.unscoredWindows > 0 else { return [] }
        return [
            "\(Numbers.count(coverage.unscoredWindows)) of \(Numbers.count(coverage.windows, "window")) are not scored: "
                + "most of their samples have no label that the model knows"
        ]
    }
}
