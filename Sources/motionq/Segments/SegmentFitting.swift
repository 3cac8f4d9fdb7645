import Evaluation
import Formatting
import Models
import Recordings
import Segmentation

/// Settings from labelled recordings.
struct SegmentFitting {
    let evidence: SegmentSettings.Evidence
    let network: SessionSegmenter.Network?
    let rest: Set<String>
    /// Passages of other labels are nothing to learn from; nil: all are.
    var only: Set<String>?

    /// - Returns: nil without both motion and rest.
    /// - Throws: what cannot be read; motion so slow that its clock must be another.
    func fit(_ paths: [String], _ reader: RecordingReader) throws -> (SegmentSettings, SegmentScores)? {
        var fit = SegmentFit(evidence)
        for path in paths {
            let stream = try reader.stream(path)
            while let part = try stream.next() {
                try part.session.requireRateOfMotion(path)
                add(part.session, to: &fit)
            }
        }
        if let shortest = fit.shortPassage, shortest > SegmentFit.longestPassage {
            throw Refusal(
                .badData,
                String(
                    printing: "%.0f s is what even short passages of motion last by the time stamps, and no gesture does; ",
                    shortest)
                    + "if the stamps count microseconds, say so by motionq dataset convert --columns timestamp_us=…")
        }
        return fit.fitted()
    }

    private func add(_ session: RecordedSession, to fit: inout SegmentFit) {
        guard evidence == .rest, let network, let restIndex = network.description.restIndex else {
            for stretch in session.evenStretches(at: nil) {
                guard let rate = stretch.session.rateOfMotion else { continue }
                let labels = stretch.session.labels.map { only?.union(rest).contains($0) ?? true ? $0 : "" }
                fit.add(values: stretch.session.values, labels: labels, rest: rest, rate: rate)
            }
            return
        }
        let about = network.description
        for stretch in session.evenStretches(at: about.rate) {
            guard let rate = about.rate ?? stretch.session.rateOfMotion else { continue }
            let windows = network.classifier.windows(of: stretch.session)
            fit.add(
                restProbabilities: windows.map { $0.probabilities[restIndex] },
                labels: windows.map { stretch.session.labels[max(0, $0.endSample - about.window / 2)] }, rest: rest,
                rate: rate / Double(about.hop))
        }
    }
}

extension SegmentSettings {
    /// For a person.
    var sentence: String {
        let unit = evidence == .motion ? "g of motion" : "of motion's probability"
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
