public import Evaluation
public import Formatting
import Foundation
public import Quantization

/// What was evaluated, in words, for the heads of table and page.
public struct ReportSubject: Sendable {
    /// File name of the model.
    public var model: String
    /// File names of the recordings.
    public var recordings: [String]
    /// File names of what was given as background.
    public var background: [String] = []
    /// What of them was left out and why, a sentence each.
    public var notes: [String]
    /// The people among those of the recordings whom the model learned from, by their names.
    public var learnedFrom: [String] = []
    /// How probabilities became events, in words; empty if nobody says.
    public var decision = ""
    /// What the model takes on microcontrollers; none if nobody says.
    public var chips: [ChipCost] = []
    /// In which words settings and use cases are named.
    public var wording: any Wording = PlainWording()
    /// The formats of the Q15 network, layer by layer; none if nobody says.
    package var layers: [LayerFormat] = []

    public init(model: String, recordings: [String], notes: [String] = []) {
        self.model = model
        self.recordings = recordings
        self.notes = notes
    }

    /// “u_03-chop-it.csv, u_03-drive-it.csv and 5 more”.
    package var recordingNames: String { Self.words(recordings.isEmpty ? background : recordings) }

    /// What must be known before any figure is read, a sentence each.
    ///
    /// - Parameter people: whose windows were evaluated.
    package func cautions(of people: Int) -> [String] {
        guard !learnedFrom.isEmpty else { return [] }
        let names =
            learnedFrom.count > 8 ? learnedFrom.prefix(6).joined(separator: ", ") + " …" : learnedFrom.joined(separator: ", ")
        let share = learnedFrom.count == people ? "everybody in these recordings" : "\(learnedFrom.count) of these \(people) people"
        return [
            "The model learned from \(share) (\(names)).", "These figures do not tell how it does on people it has not met.",
        ]
    }

    /// Names of the background's recordings, as those of the others.
    var backgroundNames: String { Self.words(background) }

    private static func words(_ files: [String]) -> String {
        let names = files.map { URL(fileURLWithPath: $0).lastPathComponent }
        guard names.count > 3 else { return names.joined(separator: ", ") }
        return names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more"
    }

    package var modelName: String { URL(fileURLWithPath: model).lastPathComponent }
}

extension EvaluationResult {
    /// The one sentence that a person wants first.
    public var verdict: String {
        if coverage.sessions == 0, let background { return background.verdict }
        let differing = parity.windows - parity.agreeing
        let answers =
            parity.windows == 0
            ? "no window has a true label"
            : differing == 0
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
        if coverage.sessions == 0, let background { return background.extent }
        return "\(Numbers.count(coverage.sessions, "session")), \(Numbers.duration(coverage.seconds)), "
            + "\(Numbers.count(coverage.scoredWindows, "window")) of \(window) samples every \(hop)"
    }

    /// What a reader must know of windows and labels that no figure counts.
    public var warnings: [String] {
        var warnings: [String] = []
        if coverage.unscoredWindows > 0 {
            let one = coverage.unscoredWindows == 1
            warnings.append(
                "\(Numbers.count(coverage.unscoredWindows)) more \(one ? "window is" : "windows are") not scored: most of "
                    + "\(one ? "its" : "their") samples have no label that the model knows")
        }
        let absent = labels.indices.filter { !occurringLabels.contains($0) }.map { labels[$0] }
        if !absent.isEmpty, coverage.scoredWindows > 0 {
            let more = absent.count > 2 ? " and \(absent.count - 2) more" : ""
            warnings.append("labels without a window, left out above: \(absent.prefix(2).joined(separator: ", "))\(more)")
        }
        return warnings
    }

    /// The labels that some window or event has, or was given by one of the arithmetics.
    var occurringLabels: [Int] {
        labels.indices.filter { label in
            [float, q15].contains { side in
                let events = side.events.labels[label]
                return side.classification.support(label) + side.classification.predictions(label) > 0
                    || events.hits + events.misses + events.falseEvents > 0
            }
        }
    }

    /// How long the samples with a label last: only there an event can be false.
    var labelledTime: String { Numbers.duration(q15.events.scoredSeconds) }
}
