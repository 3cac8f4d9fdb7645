import Evaluation
import Formatting
import Models
import MotionCore
import Recordings

/// Tunes a model of strokes that was taught: how far what is unknown to it reaches, for a budget of false events.
struct StrokeTuning {
    let model: Model
    let path: String
    let labelled: LabelledRecordings
    let background: BackgroundOptions
    let mostPerHour: Double

    /// Strokes that are named right and not unknown, of how many, and false events in the background.
    private struct Outcome {
        var known = 0
        var strokes = 0
        var falseEvents = 0
    }

    /// - Parameter output: where it is to be.
    /// - Returns: the tuned model, a text and an object.
    func tuned(_ output: String) throws -> (model: Model, text: String, json: JSONLine) {
        guard model.exemplars != nil else {
            throw Refusal(
                .badData,
                "\(path) reads strokes and was trained; what is unknown to it is chosen where it is trained (train --unknown), or taught "
                    + "(teach --background)")
        }
        var teaching = try Teaching(model, called: path, isAnew: false, tellsUnknown: false, seed: 1)
        let data = try DataSet(
            labelled.reader.read(recordingFiles(at: labelled.data.paths)),
            options: teaching.options(LabelRule(kept: teaching.labels, renamed: try labelled.renamed)))
        let motion = try motion(besides: teaching.labels, hasGravity: data.sessions.haveGravity)
        teaching.background = motion
        let taught = try teaching.taught()
        let before = try outcome(model, data, motion, rate: teaching.rate)
        let after = try outcome(taught.model, data, motion, rate: teaching.rate)
        var table = TextTable()
        table.add(["", "as it was", "tuned"])
        table.add(["named right and not unknown", "\(before.known) of \(before.strokes)", "\(after.known) of \(after.strokes)"])
        table.add(["false in the background", "\(before.falseEvents)", "\(after.falseEvents)"])
        table.add(["an hour"] + [before, after].map { String(printing: "%.3g", Double($0.falseEvents) / motion.hours) })
        var line = JSONLine(type: "tuned")
        line.add("model", output)
        for (name, outcome) in [("before", before), ("tuned", after)] {
            var entry = JSONLine()
            entry.add("events", outcome.strokes)
            entry.add("found", outcome.known)
            entry.add("false_in_background", outcome.falseEvents)
            entry.add("background_hours", motion.hours, digits: 4)
            line.add(name, entry)
        }
        line.add("allowed_false_per_hour", mostPerHour)
        return (taught.model, table.lines.map { "  " + $0 }.joined(separator: "\n"), line)
    }

    private func motion(besides labels: [String], hasGravity: Bool) throws -> TeachingBackground {
        var sessions: [RecordedSession] = []
        try labelled.reader.forEachEvenStretch(of: recordingFiles(at: background.background.paths), at: nil, derives: false) {
            sessions.append($1)
        }
        if background.isMadeUp {
            sessions +=
                BackgroundOptions.madeUp(
                    seed: BackgroundOptions.judgingPeople, rate: 50, besides: labels, hasGravity: hasGravity
                ).sessions
        }
        return TeachingBackground(sessions: sessions, isMadeUp: background.isMadeUp, mostPerHour: mostPerHour)
    }

    private func outcome(_ model: Model, _ data: DataSet, _ motion: TeachingBackground, rate: Double) throws -> Outcome {
        let classifier = try model.classifier(.q15, path: path)
        var outcome = Outcome()
        for window in data.windows {
            guard let found = classifier.windows(of: data.sessions[window.session]).last else { continue }
            outcome.strokes += 1
            outcome.known += found.label == window.label && !found.isUnknown ? 1 : 0
        }
        let strokes = try StreamedStrokes(model.requireStreamed(in: path), for: model.description)
        let threshold = Double((model.decision ?? DecisionParameters()).threshold) / 32_768
        for session in motion.sessions {
            for stretch in session.evenStretches(at: rate) {
                outcome.falseEvents += strokes.windows(of: stretch.session).count {
                    !$0.isUnknown && $0.probabilities[$0.label] >= threshold
                }
            }
        }
        return outcome
    }
}
