import Formatting
import LiveLoop
import MotionCore
import MotionQWorkshop
import WireProtocol

/// The live loop for people without a terminal to draw on: one line for everything that happens.
final class PlainReporter: LiveReporter {
    private let labels: [String]
    private var compass: Compass?
    private let voice: Voice
    var wantsSamples: Bool { compass != nil }

    /// - Parameter compass: what tells where the device points, if that is to be told.
    init(labels: [String], compass: Compass? = nil, voice: Voice = Voice()) {
        (self.labels, self.compass, self.voice) = (labels, compass, voice)
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        if let sentence = change.sentence { voice.note(sentence.asCommand) }
        compass?.linkChanged(change)
        if case .statistics = change, labels.isEmpty {
            voice.text(([statistics.oneLine] + [compass?.words].compactMap { $0 }).joined(separator: ", "))
        }
    }

    func samplesReceived(_ samples: LiveSamples) { compass?.samplesReceived(samples) }

    func windowClassified(_ live: LiveWindow) {
        guard let line = live.eventLine(labels) else { return }
        voice.text(line)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) {
        voice.text(String(printing: "%8.2f s", Double(streamTime) / 1e6) + "  ■ \(labels[label])")
    }

    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        guard outcome.status != .ok else { return }
        let attempts = "\(outcome.attempts) attempt\(outcome.attempts == 1 ? "" : "s")"
        voice.note("command \(outcome.sequence) for \(outcome.actuatorName) was \(outcome.word) after \(attempts)")
    }

    func windowShadowed(_ comparison: ShadowComparison) {
        if let sentence = comparison.sentence { voice.text(sentence) }
    }

    func messageReceived(_ message: DeviceMessage) {
        if case .log(_, let text) = message { voice.note("device: \(printable(text))") }
        if let sentence = message.leftOut { voice.note(sentence) }
    }

    func momentsDropped(_ dropped: DroppedMoments) {
        compass?.momentsDropped(dropped)
        // Samples alone are missing in no line here.
        if dropped.windows + dropped.changes + dropped.others > 0 || compass == nil { voice.text(dropped.sentence) }
    }

    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?) {
        guard refusal == nil || statistics.samples > 0 else { return }
        statistics.tell(shadows: shadows, by: voice)
        if let words = compass?.words { voice.text(words) }
    }
}

extension LiveWindow {
    /// One line for an enter or an exit.
    func eventLine(_ labels: [String]) -> String? {
        guard let label = decision.active else { return nil }
        let time = String(printing: "%8.2f s", Double(streamTime) / 1e6)
        switch decision.phase {
        case .enter: return "\(time)  ▶ \(labels[label])  \(String(printing: "%.2f", decision.confidence.q15Value))"
        case .exit: return "\(time)  ■ \(labels[label])"
        case .none, .hold: return nil
        }
    }
}
