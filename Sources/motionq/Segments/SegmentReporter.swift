import Formatting
import GuidedSessions
import LiveLoop
import Models
import MotionCore
import Segmentation
import WireProtocol

/// Says live what segments there are, besides what another reporter says, or in place of its windows.
final class SegmentReporter: LiveReporter {
    private let base: any LiveReporter
    private let settings: SegmentSettings
    private let model: ModelDescription
    private let json: Bool
    private var labeller: SegmentLabeller
    private var byWindow: WindowSegmenter?
    private var byMotion: (segmenter: MotionSegmenter, channels: RecordedChannels)?
    /// The stream of the windows and samples since they began anew: samples per second, and the time of the first, in microseconds.
    private var rate: Double?
    private var first: UInt64?
    private var segments = 0

    init(_ base: any LiveReporter, _ settings: SegmentSettings, _ model: ModelDescription, json: Bool) {
        self.base = base
        self.settings = settings
        self.model = model
        self.json = json
        labeller = SegmentLabeller(window: model.window, restLabel: model.restIndex)
    }

    var wantsSamples: Bool { settings.evidence == .motion || base.wantsSamples }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .session(let hello):
            end()
            let device = Double(hello.sensor.rate)
            rate = device
            if settings.evidence == .motion {
                byMotion = (MotionSegmenter(settings, rate: device), RecordedChannels(hello.sensor))
            }
        case .gap, .restarted, .disconnected: end()
        default: break
        }
        base.linkChanged(change, statistics: statistics)
    }

    func samplesReceived(_ samples: LiveSamples) {
        defer { if base.wantsSamples { base.samplesReceived(samples) } }
        guard var motion = byMotion else { return }
        // One owner of the buffers at a time, so that none is copied.
        byMotion = nil
        defer { byMotion = motion }
        for index in 0..<samples.count {
            first = first ?? samples.streamTime(index)
            if let segment = motion.segmenter.push(motion.channels.values(of: samples, at: index)[...]) { tell(segment) }
        }
    }

    func windowClassified(_ window: LiveWindow) {
        let probabilities = window.probabilities.map(\.q15Value)
        labeller.push(endingAt: place(of: window), probabilities: probabilities)
        if settings.evidence == .rest, let rest = model.restIndex, let rate = model.rate ?? rate {
            if byWindow == nil {
                byWindow = WindowSegmenter(settings, window: model.window, hop: model.hop, restLabel: rest, rate: rate)
                first = window.streamTime - min(window.streamTime, UInt64(saturating: Double(window.window.endSample) / rate * 1e6))
            }
            let closed = byWindow?.push(endingAt: window.window.endSample, probabilities: probabilities)
            if let closed { tell(closed) }
        }
        // People have the segments in place of the windows.
        if json { base.windowClassified(window) }
    }

    /// The window's end in the samples that segments are counted in.
    private func place(of window: LiveWindow) -> Int {
        guard settings.evidence == .motion, let first, let rate else { return window.window.endSample }
        return Int(saturating: (Double(window.streamTime - min(first, window.streamTime)) / 1e6 * rate).rounded()) + 1
    }

    private func end() {
        if let last = byWindow?.restart() { tell(last) }
        if let last = byMotion?.segmenter.restart() { tell(last) }
        (byWindow, first) = (nil, nil)
        labeller.restart()
    }

    private func tell(_ segment: Segment) {
        guard let first, let rate = settings.evidence == .motion ? rate : model.rate ?? rate else { return }
        segments += 1
        let from = Double(first) / 1000 + Double(segment.begin) * 1000 / rate
        let to = Double(first) / 1000 + Double(segment.end - 1) * 1000 / rate
        let found = labeller.label(of: segment)
        guard json else {
            var text = String(printing: "%8.2f … %8.2f s", from / 1000, to / 1000)
            if let found { text += "  \(model.labels[found.label])  " + String(printing: "%.2f", found.probability) }
            return Output.text(text)
        }
        var line = JSONLine(type: "segment")
        line.add("from_ms", from, digits: 3)
        line.add("to_ms", to, digits: 3)
        if let found {
            line.add("label", model.labels[found.label])
            line.add("probability", found.probability)
        }
        Output.json(line)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) { if json { base.labelAbandoned(label, streamTime: streamTime) } }
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { base.feedbackSettled(outcome) }
    func messageReceived(_ message: DeviceMessage) { base.messageReceived(message) }
    func windowShadowed(_ comparison: ShadowComparison) { base.windowShadowed(comparison) }

    func momentsDropped(_ dropped: DroppedMoments) {
        // A segment over what was not heard would be none.
        end()
        base.momentsDropped(dropped)
    }

    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?) {
        end()
        if !json { Output.note(Numbers.count(segments, "segment")) }
        base.conclude(statistics, shadows: shadows, refusal)
    }
}
