import Formatting
import Recordings
import Segmentation

/// Says what segments there are, and how well they meet the labels of the recordings, where these have any.
final class SegmentReport {
    private let restLabels: Set<String>
    private let names: Bool
    private let json: Bool
    private var scores = SegmentScores()
    private var segments = 0
    private var sessions = 0

    init(restLabels: Set<String>, names: Bool, json: Bool) {
        self.restLabels = restLabels
        self.names = names
        self.json = json
    }

    func add(_ found: [FoundSegment], of session: RecordedSession, path: String?) {
        segments += found.count
        sessions += 1
        let truth = LabelledSegment.passages(of: session.labels, rest: restLabels)
        let resting = session.labels.count { restLabels.contains($0.lowercased()) }
        scores.add(
            found.map { ($0.segment, $0.label) }, truth: truth,
            restSeconds: session.rate.map { Double(resting) / $0 } ?? 0)
        for segment in found { json ? tellPrograms(segment, session, path) : tellPeople(segment, session, path) }
    }

    private func tellPeople(_ found: FoundSegment, _ session: RecordedSession, _ path: String?) {
        let (from, to) = found.seconds(in: session)
        var line = "  \(printable(session.name))" + String(printing: "  %8.2f … %8.2f s  %6.2f s", from, to, to - from)
        if let label = found.label, let probability = found.probability {
            line += "  \(printable(label)) " + String(printing: "%.2f", probability)
        }
        Output.text(line)
    }

    private func tellPrograms(_ found: FoundSegment, _ session: RecordedSession, _ path: String?) {
        var line = JSONLine(type: "segment")
        if let path { line.add("recording", path) }
        line.add("session", session.name)
        line.add("begin_sample", found.segment.begin)
        line.add("end_sample", found.segment.end)
        let (from, to) = found.seconds(in: session)
        line.add("from_s", from, digits: 3)
        line.add("to_s", to, digits: 3)
        if let label = found.label, let probability = found.probability {
            line.add("label", label)
            line.add("probability", probability)
        }
        Output.json(line)
    }

    func conclude() {
        guard json else {
            Output.text("\(Numbers.count(segments, "segment"))" + (scores.passages > 0 ? "; \(scores.sentence)" : ""))
            return
        }
        var line = JSONLine(type: "segments")
        line.add("segments", segments)
        if scores.passages > 0 {
            line.add("passages", scores.passages)
            line.add("found", scores.found)
            line.add("false", scores.falseSegments)
            if let rate = scores.falsePerMinute { line.add("false_per_minute_of_rest", rate) }
            if names {
                line.add("labelled", scores.labelled)
                line.add("labelled_right", scores.labelledRight)
            }
        }
        Output.json(line)
    }
}

extension FoundSegment {
    /// Since the session's first sample.
    fileprivate func seconds(in session: RecordedSession) -> (from: Double, to: Double) {
        let first = session.timestamps[0]
        return ((session.timestamps[segment.begin] - first) / 1000, (session.timestamps[segment.end - 1] - first) / 1000)
    }
}
