import Formatting
import LiveLoop
import MotionQWorkshop
import WireProtocol

/// Says live what segments there are, besides what another reporter says, or in place of its windows.
final class SegmentReporter: LiveReporter {
    private let base: any LiveReporter
    private let json: Bool
    private let voice: Voice
    private var segmenter: LiveSegmenter
    private var segments = 0

    init(_ base: any LiveReporter, _ segmenter: LiveSegmenter, json: Bool, voice: Voice) {
        self.base = base
        self.segmenter = segmenter
        self.json = json
        self.voice = voice
    }

    var wantsSamples: Bool { segmenter.wantsSamples || base.wantsSamples }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        segmenter.linkChanged(change).forEach(tell)
        base.linkChanged(change, statistics: statistics)
    }

    func samplesReceived(_ samples: LiveSamples) {
        segmenter.samplesReceived(samples).forEach(tell)
        if base.wantsSamples { base.samplesReceived(samples) }
    }

    func windowClassified(_ window: LiveWindow) {
        segmenter.windowClassified(window).map(tell)
        // People have the segments in place of the windows.
        if json { base.windowClassified(window) }
    }

    private func tell(_ found: LiveSegmenter.Found) {
        segments += 1
        guard json else {
            var text = String(printing: "%8.2f … %8.2f s", found.from / 1000, found.to / 1000)
            if let label = found.label, let probability = found.probability {
                text += "  \(label)  " + String(printing: "%.2f", probability)
            }
            return voice.text(text)
        }
        var line = JSONLine(type: "segment")
        line.add("from_ms", found.from, digits: 3)
        line.add("to_ms", found.to, digits: 3)
        if let label = found.label, let probability = found.probability {
            line.add("label", label)
            line.add("probability", probability)
        }
        voice.json(line)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) { if json { base.labelAbandoned(label, streamTime: streamTime) } }
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { base.feedbackSettled(outcome) }
    func messageReceived(_ message: DeviceMessage) { base.messageReceived(message) }
    func windowShadowed(_ comparison: ShadowComparison) { base.windowShadowed(comparison) }

    func momentsDropped(_ dropped: DroppedMoments) {
        segmenter.end().forEach(tell)
        base.momentsDropped(dropped)
    }

    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?) {
        segmenter.end().forEach(tell)
        if !json { voice.note(Numbers.count(segments, "segment")) }
        base.conclude(statistics, shadows: shadows, refusal)
    }
}
