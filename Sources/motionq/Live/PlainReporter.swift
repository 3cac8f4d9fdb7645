import Decision
import FixedPoint
import LivePipeline
import Presentation
import Transport
import WireProtocol

/// The live loop for people without a terminal to draw on: one line for everything that happens.
final class PlainReporter: LiveObserver {
    private let labels: [String]

    init(labels: [String]) {
        self.labels = labels
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        if let sentence = change.sentence { Output.note(sentence) }
        if case .statistics = change, labels.isEmpty { Output.text(statistics.oneLine) }
    }

    func windowClassified(_ live: LiveWindow) {
        guard let line = live.eventLine(labels) else { return }
        Output.text(line)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) {
        Output.text(String(printing: "%8.2f s", Double(streamTime) / 1e6) + "  ■ \(labels[label])")
    }

    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        guard outcome.status != .ok else { return }
        Output.note("command \(outcome.sequence) was \(outcome.word) after \(outcome.attempts) attempts")
    }

    func windowShadowed(_ comparison: ShadowComparison) {
        if let sentence = comparison.sentence { Output.text(sentence) }
    }

    func messageReceived(_ message: DeviceMessage) {
        if case .log(_, let text) = message { Output.note("device: \(printable(text))") }
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

extension LiveStatistics {
    /// How the link does, in one line.
    var oneLine: String {
        let rate = measuredRate.map { String(printing: "%.2f Hz measured, ", $0) } ?? ""
        let damaged = frames.crcErrors + frames.framingErrors
        return "\(rate)\(samples) samples, \(lostSamples) lost, \(damaged) damaged frames"
    }

    /// The end of a run, for people.
    var sentences: [String] {
        var lines = [
            "\(samples) samples, \(lostSamples) lost; \(frames.frames) frames, "
                + "\(frames.crcErrors + frames.framingErrors) damaged, \(frames.unknown + frames.malformed + frames.versionMismatches) refused",
            "\(windows) windows, \(entered) events; commands: \(commandsSent) sent, \(commandsSettled.ok) acknowledged, "
                + "\(commandsSettled.late) late, \(commandsSettled.lost) lost, \(commandsDropped) dropped",
        ]
        if let p50 = latency.percentile(0.5), let p99 = latency.percentile(0.99) {
            lines.append(
                String(
                    printing: "latency, last byte of a window read → feedback written: p50 %.0f µs, p99 %.0f µs, max %d µs", p50,
                    p99,
                    Int(latency.largest)))
        }
        if let p50 = age.percentile(0.5), let p99 = age.percentile(0.99) {
            lines.append(
                String(
                    printing: "age, last sample of a window → command applied on the device: p50 %.1f ms, p99 %.1f ms, max %.1f ms",
                    p50 / 1000, p99 / 1000, Double(age.largest) / 1000))
        }
        if let rate = measuredRate { lines.append(String(printing: "measured rate %.2f Hz by the device's clock", rate)) }
        return lines
    }
}
