import Formatting
import MotionQWorkshop

/// Says what segments there are, and how well they meet the labels of the recordings, where these have any.
struct SegmentReport {
    /// Whether a model names segments.
    let names: Bool
    let json: Bool

    func show(_ cut: SegmentedSession) {
        for segment in cut.segments { json ? tellPrograms(segment, cut) : tellPeople(segment, cut) }
    }

    private func tellPeople(_ found: FoundSegment, _ cut: SegmentedSession) {
        let (from, to) = found.seconds(in: cut.session)
        var line = "  \(printable(cut.session.name))" + String(printing: "  %8.2f … %8.2f s  %6.2f s", from, to, to - from)
        if let label = found.label, let probability = found.probability {
            line += "  \(printable(label)) " + String(printing: "%.2f", probability)
        }
        Output.text(line)
    }

    private func tellPrograms(_ found: FoundSegment, _ cut: SegmentedSession) {
        var line = JSONLine(type: "segment")
        if cut.recordings > 1 { line.add("recording", cut.path) }
        line.add("session", cut.session.name)
        line.add("begin_sample", found.segment.begin)
        line.add("end_sample", found.segment.end)
        let (from, to) = found.seconds(in: cut.session)
        line.add("from_s", from, digits: 3)
        line.add("to_s", to, digits: 3)
        if let label = found.label, let probability = found.probability {
            line.add("label", label)
            line.add("probability", probability)
        }
        Output.json(line)
    }

    func conclude(_ result: SegmentationResult) {
        let scores = result.scores
        guard json else {
            return Output.text(
                "\(Numbers.count(result.segments, "segment"))" + (scores.passages > 0 ? "; \(scores.sentence)" : ""))
        }
        var line = JSONLine(type: "segments")
        line.add("segments", result.segments)
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
