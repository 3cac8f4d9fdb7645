import Files
import Formatting
import MotionQWorkshop
import SignalProcessing

extension SegmentSettings {
    /// For a person.
    ///
    /// - Parameter isOfMotion: whether what begins a segment is in g.
    func sentence(isOfMotion: Bool) -> String {
        let unit = evidence == .rest ? "of motion's probability" : isOfMotion ? "g of motion" : "times the usual change"
        return String(printing: "begins at %.3g ", start) + unit
            + String(
                printing: ", stops below %.0f %% of that for %.2g s, mean of %.2g s, %.2g s at least", 100 * stop, pause, smoothing,
                least)
    }
}

extension SegmentScores {
    /// For a person.
    var sentence: String {
        var text = "\(found) of \(Numbers.count(passages, "passage")) found, \(falseSegments) false"
        if let rate = falsePerMinute { text += String(printing: " (%.2f a minute of rest)", rate) }
        if labelled > 0 { text += ", \(labelledRight) of \(labelled) called right" }
        return text
    }
}

extension FittedSegments {
    /// For a person.
    var sentence: String { "\(settings.sentence(isOfMotion: isOfMotion)); \(scores.sentence)" }
}

/// `31 pictures: 21 chop, 10 shake`.
func pictureSentence(_ counts: [String: Int]) -> String {
    let all = counts.sorted { $0.key.precedes($1.key) }.map { "\($0.value) \(printable($0.key))" }
    return "\(Numbers.count(counts.values.reduce(0, +), "picture")): \(all.joined(separator: ", "))"
}
