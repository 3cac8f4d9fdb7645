import Formatting
import Foundation
import LiveLoop
import MotionCore
import MotionQWorkshop
import WireProtocol

/// The live loop on a terminal: the probabilities as bars, what was entered and left, the motion as curves, and the link. Where
/// rows are few the curves go first.
final class LiveView: LiveReporter {
    /// More lines to show, for a device whose lights can be seen from here.
    var extraLines: () -> [String] = { [] }

    private let labels: [String]
    private let panel = Panel()
    private let started = Date()
    private var lastDrawn = Date.distantPast
    private var title = "waiting for the device"
    private var curves = MotionCurves()
    private var shares: [Double]
    private var active: Int?
    /// Microseconds of the stream: when it was entered, and the newest window's end.
    private var entered: UInt64 = 0
    private var newest: UInt64 = 0
    private var history: [Remark] = []
    private var statistics = LiveStatistics()
    private var shadow: ShadowStatistics?
    private var latency = LatencyHistogram()
    private var age = LatencyHistogram()
    private var compass: Compass?
    private static let remarksShown = 4

    /// Something that happened, and how it is painted.
    private struct Remark {
        var text: String
        /// The label's colour; nil: dim.
        var label: Int?

        func painted(_ line: String) -> String { label.map { Paint.tint($0, line) } ?? Paint.dim(line) }
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
        case .opened(let port): title = "\(port) is open, waiting for the device"
        case .gap, .statistics: break
        case .disconnected, .restarted:
            forgetWindows()
            if let sentence = change.sentence { remember(sentence.asCommand) }
        default: if let sentence = change.sentence { remember(sentence.asCommand) }
        }
        if case .gap(let samples) = change { remember("\(samples) samples lost, windows start over") }
        drawIfDue()
    }

    func windowClassified(_ live: LiveWindow) {
        latency.record(live.latency)
        for label in shares.indices { shares[label] = live.probabilities[label].q15Value }
        newest = live.streamTime
        switch live.decision.phase {
        case .enter, .hold:
            if active != live.decision.active { entered = newest }
            active = live.decision.active
        case .exit, .none: active = nil
        }
        if let line = live.eventLine(labels), let label = live.decision.active { remember(line, of: label) }
        drawIfDue()
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) {
        active = nil
        remember(String(printing: "%8.2f s", Double(streamTime) / 1e6) + "  ■ \(labels[label])", of: label)
    }

    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        if let age = outcome.age { self.age.record(UInt64(age)) }
        guard outcome.status != .ok else { return }
        let time = String(printing: "%.1f ms", Double(outcome.roundTrip) / 1000)
        remember("command \(outcome.sequence) for \(outcome.actuatorName): \(outcome.word) after \(time)")
    }

    func windowShadowed(_ comparison: ShadowComparison) {
        var counted = shadow ?? ShadowStatistics()
        counted.count(comparison)
        shadow = counted
        if let sentence = comparison.sentence { remember(sentence) }
    }

    func messageReceived(_ message: DeviceMessage) {
        if case .log(_, let text) = message { remember("device: \(printable(text))") }
        if let sentence = message.leftOut { remember(sentence) }
    }

    func momentsDropped(_ dropped: DroppedMoments) {
        compass?.momentsDropped(dropped)
        remember(dropped.sentence)
    }

    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?) {
        close()
        if refusal == nil || statistics.samples > 0 { statistics.tell(shadows: shadows) }
    }

    func samplesReceived(_ samples: LiveSamples) {
        curves.append(samples)
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
        title =
            printable(hello.name.count > 0 ? hello.name.text : "device") + String(printing: " · %.4g Hz", Double(hello.sensor.rate))
        curves = MotionCurves(hello)
    }

    private func remember(_ text: String, of label: Int? = nil) {
        history.append(Remark(text: text, label: label))
        history.removeFirst(max(0, history.count - Self.remarksShown))
    }

    /// At most 30 pictures a second.
    private func drawIfDue() {
        guard Date().timeIntervalSince(lastDrawn) > 1.0 / 30 else { return }
        draw()
    }

    private func draw() {
        lastDrawn = Date()
        let (width, rows) = Terminal.size
        panel.draw(picture(width, rows - 1))
    }

    /// As many rows as there are, of so many columns: first the link and what there is to do, the labels, what happened, and then
    /// curves in the rows that are left; empty rows between them where there is room.
    private func picture(_ width: Int, _ rows: Int) -> [String] {
        let head = headLines(width)
        let doing = (extraLines() + [compass?.words.map { "  \($0)" }].compactMap { $0 }).filter { !$0.isEmpty }
        let foot = footLines(width, isShort: rows < 18)
        var left = max(0, rows - head.count - doing.count - foot.count)
        let bars = barLines(width, atMost: max(1, left - 2))
        left -= bars.count
        let happened = eventLines(width, rows: max(0, min(Self.remarksShown, left)))
        left -= happened.count
        let motion = curves.lines(width, rows: max(0, left))
        left -= motion.count
        var parts = [head, doing, bars, happened, motion, foot].filter { !$0.isEmpty }
        for place in parts.indices.dropLast() where left > 0 {
            parts[place].append("")
            left -= 1
        }
        return parts.flatMap { $0 }
    }

    private func headLines(_ width: Int) -> [String] {
        let name = "MotionQ15"
        let lines = "\(name) · \(title) · \(Int(saturating: lastDrawn.timeIntervalSince(started))) s".wrapped(to: width, indent: 2)
        return lines.enumerated().map { number, line in
            number == 0 && line.hasPrefix(name) ? Paint.bold(name) + Paint.dim(String(line.dropFirst(name.count))) : Paint.dim(line)
        }
    }

    /// The labels with their probabilities; where there are more than rows, the most probable ones.
    private func barLines(_ width: Int, atMost rows: Int) -> [String] {
        let shown = labels.indices.sorted { shares[$0] > shares[$1] }.prefix(rows).sorted()
        let longest = min(labels.map(\.columns).max() ?? 0, width / 3)
        let cells = max(5, min(80, width - longest - 16))
        return shown.map { label in
            let name = labels[label].clipped(to: longest).padded(to: longest)
            let bar = Paint.tint(label, Paint.bar(shares[label], cells: cells))
            let time = Double(newest &- entered) / 1e6
            let mark = label == active ? Paint.bold(String(printing: " ◀ %.1f s", time)) : ""
            return "  \(name) \(bar) \(String(printing: "%.2f", shares[label]))\(mark)"
        }
    }

    /// The newest of what happened, in always as many rows, so that nothing jumps.
    private func eventLines(_ width: Int, rows: Int) -> [String] {
        let lines = history.flatMap { remark in remark.text.wrapped(to: width, indent: 4).map { remark.painted($0) } }.suffix(rows)
        return lines + [String](repeating: "", count: rows - lines.count)
    }

    private func footLines(_ width: Int, isShort: Bool) -> [String] {
        let shadowed = shadow.map { ", \($0.compared - $0.differing) of the device's \($0.compared) windows the same" } ?? ""
        // A label's row is worth more than the rate.
        let isRateLeftOut = isShort && (statistics.oneLine + shadowed).columns > width
        var lines = ((isRateLeftOut ? statistics.counts : statistics.oneLine) + shadowed).wrapped(to: width, indent: 2)
        if !isShort, let delays { lines += delays.wrapped(to: width, indent: 2) }
        return lines.map(Paint.dim)
    }

    /// How long decisions take, and how old the motion is when its light goes on.
    private var delays: String? {
        guard let latency = latency.percentile(0.5) else { return nil }
        let age = age.percentile(0.5).map { String(printing: ", age when applied %.1f ms", $0 / 1000) } ?? ""
        return String(printing: "latency %.0f µs", latency) + age + " (medians)"
    }
}
