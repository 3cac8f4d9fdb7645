import Evaluation
import Formatting
import Models
import MotionCore
import Recordings
import SignalProcessing

/// Cuts sessions into segments by settings, and names the segments by a model, if there is one.
struct SessionSegmenter {
    let settings: SegmentSettings
    let network: SegmentModel?

    /// The segments of a session, cut where samples are missing.
    func segments(of session: RecordedSession) -> [FoundSegment] {
        if let network { return segments(of: session.holdingMissing(rate: session.rate ?? 1), network) }
        return motionStretches(of: session).flatMap { stretch, segments in
            segments.map { FoundSegment(segment: $0.recorded(in: stretch)) }
        }
    }

    /// Stretches at the rate that they were recorded with, and their segments by motion.
    private func motionStretches(of session: RecordedSession) -> [(stretch: EvenStretch, segments: [Segment])] {
        let moving = session.forSegments
        let usual = moving.usualChanges
        return zip(session.evenStretches(at: nil), moving.evenStretches(at: nil)).map { stretch, moving in
            (stretch, moving.session.motionSegments(settings, usual: usual))
        }
    }

    private func segments(of session: RecordedSession, _ network: SegmentModel) -> [FoundSegment] {
        if let form = network.description.strokes {
            // Cut at the rate that it was recorded with; each is one window of its own.
            return motionStretches(of: session).flatMap { stretch, segments in
                segments.map { segment in
                    let cut = stretch.session.part(segment.begin..<segment.end)
                    let windows = cut.strokes(
                        as: form, window: network.description.window, rate: network.description.rate ?? StrokeForm.usualRate
                    ).flatMap { network.classifier.windows(of: $0.session) }
                    return found(
                        segment.recorded(in: stretch), windows.last.map { ($0.label, $0.probabilities[$0.label]) }, network)
                }
            }
        }
        return session.evenStretches(at: network.description.rate).flatMap { stretch in
            let windows = network.classifier.windows(of: stretch.session)
            var labeller = SegmentLabeller(window: network.description.window, restLabel: network.description.restIndex)
            for window in windows { labeller.push(endingAt: window.endSample, probabilities: window.probabilities) }
            return cut(stretch.session, windows, network.description).map {
                found($0.recorded(in: stretch), labeller.label(of: $0), network)
            }
        }
    }

    private func found(_ segment: Segment, _ label: (label: Int, probability: Double)?, _ network: SegmentModel) -> FoundSegment {
        FoundSegment(
            segment: segment, label: label.map { network.description.labels[$0.label] }, probability: label?.probability)
    }

    private func cut(_ session: RecordedSession, _ windows: [OfflineClassifier.Window], _ model: ModelDescription) -> [Segment] {
        guard settings.evidence == .rest, let rest = model.restIndex else {
            let moving = session.forSegments
            return moving.motionSegments(settings, usual: moving.usualChanges)
        }
        guard let rate = model.rate ?? session.rateOfMotion else { return [] }
        var segmenter = WindowSegmenter(settings, window: model.window, hop: model.hop, restLabel: rest, rate: rate)
        var segments = windows.compactMap { segmenter.push(endingAt: $0.endSample, probabilities: $0.probabilities) }
        if let last = segmenter.restart() { segments.append(last) }
        return segments.map { Segment(begin: $0.begin, end: min($0.end, session.count)) }
    }
}

extension RecordedSession {
    /// Samples per second; nil also where samples lie closer together than those of any sensor: seconds would be samples without
    /// end.
    var rateOfMotion: Double? { rate.flatMap { $0 <= ModelDescription.mostRate ? $0 : nil } }

    /// Refuses a session whose samples lie closer together than those of any sensor, from its beginning to its end.
    func requireRateOfMotion(_ path: String) throws {
        guard let rate, rate > ModelDescription.mostRate else { return }
        let found = String(printing: "at %.4g Hz", rate)
        throw RequestError(
            .badData,
            "\(path), session “\(name)”, was recorded \(found) by its time stamps, as no motion is; timestamp_ms counts milliseconds"
        )
    }

    /// The segments of a session without gaps, where its motion tells them; none where the settings want a model's rest.
    ///
    /// - Parameter usual: of channels that are no motion what is usual of them.
    func motionSegments(_ settings: SegmentSettings, usual: UsualChanges? = nil) -> [Segment] {
        guard let rate = rateOfMotion, settings.evidence == .motion else { return [] }
        var segmenter = MotionSegmenter(settings, rate: rate, usual: usual)
        var segments = (0..<count).compactMap { segmenter.push(sample($0)) }
        if let last = segmenter.restart() { segments.append(last) }
        return segments
    }
}

extension Segment {
    /// The segment in samples of the session that the stretch was taken from.
    fileprivate func recorded(in stretch: EvenStretch) -> Segment {
        Segment(begin: stretch.recordedSamples(before: begin + 1) - 1, end: stretch.recordedSamples(before: max(1, end)))
    }
}
