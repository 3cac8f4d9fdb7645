import Formatting
import Foundation
import GuidedSessions
import LiveLoop
import MotionCore
import WireProtocol

/// A recording on a terminal: what to do in large, the motion as curves, what was done, and the link.
final class RecordView: RecordDisplay {
    private let panel = Panel()
    private var lastDrawn = Date.distantPast
    private var title = ""
    private var prompt = "waiting for the device"
    private var detail = ""
    private var progress: (made: Int, of: Int) = (0, 0)
    private var isMoving = false
    private var isCut = false
    private var curves: [(name: String, leastSpan: Double, values: [Double])] = []
    private var history: [String] = []
    private var samples = 0
    private var lost = 0
    private static let samplesShown = 60

    func begin(_ options: RecorderOptions) { begin(options, title: options.introduction) }

    func begin(_ options: RecorderOptions, title: String) {
        self.title = title
        progress.of = options.plan.prompts.count
        isCut = options.plan.cut != nil
        draw()
    }

    func show(_ event: RecorderEvent) {
        switch event {
        case .begun(let hello, _):
            curves = hello.sensor.channelNames.enumerated().map { index, name in
                (name, Double(hello.sensor.channels[index].fullScale) / 50, [])
            }
        case .guide(let event): follow(event)
        case .lost(let samples, _): lost += samples
        case .failed: prompt = "nothing is recorded any more"
        case .paused: prompt = "paused"
        case .discarded, .resumed, .newSession: break
        }
        if case .guide = event {} else if let sentence = event.sentence { remember(sentence) }
        draw()
    }

    private func follow(_ event: RecordingGuide.Event) {
        isMoving = false
        switch event {
        case .unheard:
            isMoving = true
            detail = "nothing heard: larger or quicker, and still before and after"
        case .next(let next, let number, let all):
            prompt = isCut ? printable(next.label) : "rest"
            detail = isCut ? "when you like; hold still before and after" : "next: \(printable(next.label))"
            progress = (number - 1, all)
        case .countdown(let seconds): prompt = "rest  \(seconds)"
        case .begin(let now):
            prompt = printable(now.label)
            detail = "now"
            isMoving = true
        case .end: progress.made += 1
        case .lastRest: (prompt, detail) = ("rest", "almost done")
        case .done: (prompt, detail) = ("done", "")
        }
    }

    func linkChanged(_ change: LinkChange) {
        if let sentence = change.sentenceWithoutWindows { remember(sentence) }
        draw()
    }

    func samplesReceived(_ live: LiveSamples) {
        for channel in 0..<min(live.channels, curves.count) {
            for index in 0..<live.count { curves[channel].values.append(live.value(index, channel)) }
            curves[channel].values.removeFirst(max(0, curves[channel].values.count - Self.samplesShown))
        }
        samples += live.count
        if Date().timeIntervalSince(lastDrawn) > 0.05 { draw() }
    }

    func close() {
        guard panel.isOpen else { return }
        draw()
        panel.close()
    }

    func conclude(_ result: Recorder.Result, _ options: RecorderOptions) { Output.text(result.sentence(options)) }

    private func remember(_ line: String) {
        history.append(line)
        history.removeFirst(max(0, history.count - 3))
    }

    private func draw() {
        lastDrawn = Date()
        let width = Terminal.size.columns
        let shown = max(10, min(Self.samplesShown, width - 15))
        let large = Paint.bold(isMoving ? Paint.colour(0, 200, 120, "▶ " + prompt) : "  " + prompt)
        var lines = [Paint.bold("MotionQ15") + Paint.dim(" · \(title)"), "", "  \(large)   \(Paint.dim(detail))"]
        if (1..<1000).contains(progress.of) {
            let bar = Paint.bar(Double(progress.made) / Double(progress.of), cells: 30)
            lines.append("  \(Paint.tint(0, bar)) \(progress.made) of \(progress.of)")
        } else {
            lines.append("  \(progress.made) made")
        }
        lines.append("")
        for (index, curve) in curves.enumerated() {
            let picture = Paint.curve(curve.values.suffix(shown), leastSpan: curve.leastSpan)
            let newest = curve.values.last.map { String(printing: "%8.2f", $0) } ?? ""
            lines.append("  \(curve.name) \(Paint.tint(index / 3, picture.padded(to: shown)))\(newest)")
        }
        lines.append("")
        lines += history.map(Paint.dim) + Array(repeating: "", count: 3 - history.count)
        lines.append(Paint.dim("\(samples) samples, \(lost) lost   r: once more   p: pause   q: end"))
        panel.draw(lines)
    }
}
