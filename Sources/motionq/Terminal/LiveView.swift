import Formatting
import Foundation
import LiveLoop
import MotionCore
import MotionQWorkshop
import WireProtocol

/// The live loop on a terminal: the motion as curves, the probabilities as bars, what was entered and left, and the link.
final class LiveView: LiveReporter {
    /// More lines to show, for a device whose lights can be seen from here.
    var extraLines: () -> [String] = { [] }

    private let labels: [String]
    private let panel = Panel()
    private let started = Date()
    private var lastDrawn = Date.distantPast
    private var title = "waiting for the device"
    private var curves: [Curve] = []
    private var hello: HelloMessage?
    private var shares: [Double]
    private var active: Int?
    private var history: [String] = []
    private var statistics = LiveStatistics()
    private var shadow: ShadowStatistics?
    private var latency = LatencyHistogram()
    private var age = LatencyHistogram()
    private var compass: Compass?
    private static let samplesShown = 60

    private struct Curve {
        var name: String
        /// Smaller movements than this are drawn as a flat line.
        var leastSpan: Double
        var values: [Double]
    }

    /// - Parameter compass: what tells where the device points, if that is to be shown.
    init(labels: [String], compass: Compass? = nil) {
        (self.labels, self.compass) = (labels, compass)
        shares = labels.map { _ in 0 }
    }

    /// Leaves the last picture standing. Harmless when repeated.
    func close() {
        guard panel.isOpen else { return }
        draw()
        panel.close()
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        self.statistics = statistics
        compass?.linkChanged(change)
        switch change {
        case .session(let hello): greet(hello)
        case .opened(let port): title = "\(port) is open, waiting for the device's HELLO"
        case .gap, .statistics: break
        case .disconnected, .restarted:
            forgetWindows()
            if let sentence = change.sentence { remember(Paint.dim(sentence.asCommand)) }
        default: if let sentence = change.sentence { remember(Paint.dim(sentence.asCommand)) }
        }
        if case .gap(let samples) = change { remember(Paint.dim("\(samples) samples lost, windows start over")) }
        drawIfDue()
    }

    func windowClassified(_ live: LiveWindow) {
        latency.record(live.latency)
        for label in shares.indices { shares[label] = live.probabilities[label].q15Value }
        switch live.decision.phase {
        case .enter, .hold: active = live.decision.active
        case .exit, .none: active = nil
        }
        if let line = live.eventLine(labels), let label = live.decision.active {
            remember(Paint.tint(label, line) + Paint.dim("   decided in \(live.latency) µs"))
        }
        drawIfDue()
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) {
        active = nil
        remember(Paint.tint(label, String(printing: "%8.2f s", Double(streamTime) / 1e6) + "  ■ \(labels[label])"))
    }

    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        if let age = outcome.age { self.age.record(UInt64(age)) }
        guard outcome.status != .ok else { return }
        let time = String(printing: "%.1f ms", Double(outcome.roundTrip) / 1000)
        remember(Paint.dim("command \(outcome.sequence) for \(outcome.actuatorName): \(outcome.word) after \(time)"))
    }

    func windowShadowed(_ comparison: ShadowComparison) {
        var counted = shadow ?? ShadowStatistics()
        counted.count(comparison)
        shadow = counted
        if let sentence = comparison.sentence { remember(Paint.dim(sentence)) }
    }

    func messageReceived(_ message: DeviceMessage) {
        if case .log(_, let text) = message { remember(Paint.dim("device: \(printable(text))")) }
        if let sentence = message.leftOut { remember(Paint.dim(sentence)) }
    }

    func momentsDropped(_ dropped: DroppedMoments) {
        compass?.momentsDropped(dropped)
        remember(Paint.dim(dropped.sentence))
    }

    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?) {
        close()
        if refusal == nil || statistics.samples > 0 { statistics.tell(shadows: shadows) }
    }

    func samplesReceived(_ samples: LiveSamples) {
        for channel in 0..<min(samples.channels, curves.count) {
            for index in 0..<samples.count where samples.hasValue(index, channel) {
                curves[channel].values.append(samples.value(index, channel))
            }
            curves[channel].values.removeFirst(max(0, curves[channel].values.count - Self.samplesShown))
        }
        compass?.samplesReceived(samples)
        statistics.samples += UInt64(samples.count)
        drawIfDue()
    }

    private func forgetWindows() {
        active = nil
        for label in shares.indices { shares[label] = 0 }
    }

    private func greet(_ hello: HelloMessage) {
        forgetWindows()
        self.hello = hello
        title =
            printable(hello.name.count > 0 ? hello.name.text : "device") + String(printing: " · %.4g Hz", Double(hello.sensor.rate))
        curves = hello.sensor.channelNames.enumerated().map { index, name in
            Curve(name: printable(name), leastSpan: Double(hello.sensor.channels[index].fullScale) / 50, values: [])
        }
    }

    private func remember(_ line: String) {
        history.append(line)
        history.removeFirst(max(0, history.count - 4))
    }

    /// At most 30 pictures a second.
    private func drawIfDue() {
        guard Date().timeIntervalSince(lastDrawn) > 1.0 / 30 else { return }
        draw()
    }

    private func draw() {
        lastDrawn = Date()
        var lines = [
            Paint.bold("MotionQ15") + Paint.dim(" · \(title) · \(Int(saturating: lastDrawn.timeIntervalSince(started))) s"), "",
        ]
        let width = Panel.size.columns
        let longestName = curves.map(\.name.count).max() ?? 0
        let shown = max(10, min(Self.samplesShown, width - 13 - longestName))
        // All else that is drawn takes its lines first.
        let room = max(6, Panel.size.rows - labels.count - extraLines().count - 12)
        for (index, curve) in curves.prefix(room).enumerated() {
            let picture = Paint.curve(curve.values.suffix(shown), leastSpan: curve.leastSpan)
            let newest = curve.values.last.map { String(printing: "%8.2f", $0) } ?? ""
            lines.append("  \(curve.name.padded(to: longestName)) \(Paint.tint(index / 3, picture.padded(to: shown)))\(newest)")
        }
        if curves.count > room { lines.append(Paint.dim("  … and \(curves.count - room) more channels")) }
        if let words = compass?.words { lines.append("  \(words)") }
        if !labels.isEmpty { lines.append("") }
        let longest = labels.map(\.count).max() ?? 0
        for (index, label) in labels.enumerated() {
            let bar = Paint.bar(shares[index], cells: max(5, min(40, width - longest - 12)))
            let mark = index == active ? Paint.bold(" ◀") : ""
            lines.append(
                "  \(label.padded(to: longest)) \(Paint.tint(index, bar)) \(String(printing: "%.2f", shares[index]))\(mark)")
        }
        lines += extraLines()
        lines.append("")
        lines += history
        lines += Array(repeating: "", count: 4 - history.count)
        let shadowed = shadow.map { ", \($0.compared - $0.differing) of the device's \($0.compared) windows the same" } ?? ""
        lines.append(Paint.dim(statistics.oneLine + shadowed))
        if let delays { lines.append(Paint.dim(delays)) }
        panel.draw(lines)
    }

    /// How long decisions take, and how old the motion is when its light goes on.
    private var delays: String? {
        guard let latency = latency.percentile(0.5) else { return nil }
        let age = age.percentile(0.5).map { String(printing: ", age when applied %.1f ms", $0 / 1000) } ?? ""
        return String(printing: "latency %.0f µs", latency) + age + " (medians)"
    }
}

extension String {
    /// At least so many characters, padded with spaces at the end.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
