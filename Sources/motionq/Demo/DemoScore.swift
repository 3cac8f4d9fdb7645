import Evaluation
import Formatting
import LiveLoop
import Models
import MotionRecognition
import Recordings
import Synchronization

/// What the device of the demo shows, sample by sample, and which labels the live loop entered meanwhile.
final class DemoScore {
    private let labels: [String]
    private let restLabel: Int?
    private let window: Int
    private let rate: Double
    private var sessions: [Played]
    private var current = -1
    /// What is done now, for whoever draws it.
    let truth = ShownTruth()

    private struct Played {
        var truth: SessionTruth
        /// Samples that came or were lost.
        var samples = 0
        /// Where the windows that are classified now began: after the last gap.
        var start = 0
        var entries: [EventScores.Entry] = []
    }

    init(_ sessions: [RecordedSession], model: LiveModel) {
        labels = model.description.labels
        restLabel = model.description.restIndex
        window = model.description.window
        rate = model.description.rate ?? sessions.first?.rate ?? 1
        self.sessions = sessions.map { session in
            Played(truth: SessionTruth(session.labels.map { model.description.labels.firstIndex(of: $0) }))
        }
    }

    func beginSession() {
        current = min(current + 1, sessions.count - 1)
        show()
    }

    func receive(samples: Int) {
        guard current >= 0 else { return }
        sessions[current].samples += samples
        show()
    }

    func lose(samples: Int) {
        guard current >= 0 else { return }
        sessions[current].samples += samples
        sessions[current].start = sessions[current].samples
        show()
    }

    func enter(_ label: Int, endSample: Int) {
        // Windows are reported after everything that was read at once, so the last ones of a session come when the next has begun.
        let isOfThisSession = current >= 0 && sessions[current].start + endSample <= sessions[current].samples
        let session = isOfThisSession ? current : current - 1
        guard session >= 0 else { return }
        sessions[session].entries.append(.init(label: label, endSample: sessions[session].start + endSample))
    }

    private func show() {
        let classes = sessions[current].truth.classes
        let newest = sessions[current].samples - 1
        truth.show(classes.indices.contains(newest) ? classes[newest] : nil)
    }

    /// Everything that was played so far.
    var scores: EventScores {
        var scores = EventScores(labels: labels.count)
        for session in sessions {
            let played = SessionTruth(Array(session.truth.classes.prefix(session.samples)))
            scores.add(session.entries, truth: played, length: window, rate: rate, restLabel: restLabel)
        }
        return scores
    }

    /// Hits and misses of each gesture, and in all.
    var summary: [String] {
        let scores = scores
        var table = TextTable()
        table.add(["gesture", "shown", "hit", "missed", "false"])
        for (label, tally) in scores.labels.enumerated() where label != restLabel {
            let counts = [tally.hits + tally.misses, tally.hits, tally.misses, tally.falseEvents]
            table.add([labels[label]] + counts.map { "\($0)" })
        }
        let found = scores.medianDetectionSeconds.map { String(printing: ", after %.2f s (median)", $0) } ?? ""
        return table.lines + [
            "",
            "\(scores.hits) of \(scores.hits + scores.misses) gestures recognised\(found); "
                + "false events: \(scores.falseEventsAtRest) at rest, \(scores.falseEvents - scores.falseEventsAtRest) in another gesture",
        ]
    }
}

/// The label of the newest sample, told from the live loop's thread to the one that draws.
final class ShownTruth: Sendable {
    private let shown = Atomic(-1)

    /// Nil before the first sample and where the model does not know the label.
    var label: Int? {
        let label = shown.load(ordering: .relaxed)
        return label < 0 ? nil : label
    }

    func show(_ label: Int?) { shown.store(label ?? -1, ordering: .relaxed) }
}
