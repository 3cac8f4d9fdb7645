import Formatting
import Foundation
import GuidedSessions
import LiveLoop
import MotionCore
import WireProtocol

/// A recording on a terminal: what to do and how long yet, what was done, the motion as curves, and the link. Where rows are few
/// the curves go first, then the title.
final class RecordView: RecordDisplay {
    private let panel = Panel()
    private var lastDrawn = Date.distantPast
    private var title = ""
    private var prompt = "waiting for the device"
    private var detail = ""
    private var progress: (made: Int, of: Int) = (0, 0)
    private var isMoving = false
    private var plan: RecordingPlan?
    private var phase: Phase?
    private var curves = MotionCurves()
    private var history: [String] = []
    private var samples = 0
    private var lost = 0
    private static let remarksShown = 3
    /// With fewer rows the title comes after what is to be done.
    private static let fewRows = 16

    /// What goes on for a known time.
    private struct Phase {
        let seconds: Double
        /// Microseconds of the stream, from the first sample on.
        var since: UInt64?
        var now: UInt64 = 0

        mutating func go(from first: UInt64, to last: UInt64) {
            since = since ?? first
            now = last
        }

        var left: Double { max(0, seconds - Double(now - (since ?? now)) / 1_000_000) }
    }

    func begin(_ options: RecorderOptions) { begin(options, title: options.introduction) }

    func begin(_ options: RecorderOptions, title: String) {
        self.title = title
        progress.of = options.plan.prompts.count
        plan = options.plan
        draw()
    }

    func show(_ event: RecorderEvent) {
        switch event {
        case .begun(let hello, _): curves = MotionCurves(hello)
        case .guide(let event): follow(event)
        case .lost(let samples, _): lost += samples
        case .failed: prompt = "nothing is recorded any more"
        case .paused: (prompt, phase) = ("paused", nil)
        case .doubted, .discarded, .resumed, .newSession: break
        }
        if case .guide = event {} else if let sentence = event.sentence { remember(sentence) }
        draw()
    }

    private func follow(_ event: RecordingGuide.Event) {
        isMoving = false
        let isCut = plan?.cut != nil
        switch event {
        case .unheard:
            isMoving = true
            detail = "nothing heard: larger or quicker, and still before and after"
        case .next(let next, let number, let all):
            prompt = isCut ? printable(next.label) : "rest"
            detail = isCut ? "when you like; hold still before and after" : "next: \(printable(next.label))"
            progress = (number - 1, all)
            phase = isCut || plan?.isKeyed == true ? nil : plan.map { Phase(seconds: $0.rest) }
        case .countdown(let seconds): prompt = "rest  \(seconds)"
        case .begin(let now):
            prompt = printable(now.label)
            detail = "now"
            isMoving = true
            phase = plan?.seconds.map { Phase(seconds: $0) }
        case .end:
            progress.made += 1
            phase = nil
        case .lastRest:
            (prompt, detail) = ("rest", "almost done")
            phase = plan.map { Phase(seconds: $0.rest) }
        case .done: (prompt, detail, phase) = ("done", "", nil)
        }
    }

    func linkChanged(_ change: LinkChange) {
        if let sentence = change.sentenceWithoutWindows { remember(sentence) }
        draw()
    }

    func samplesReceived(_ live: LiveSamples) {
        curves.append(live)
        samples += live.count
        if live.count > 0 {
            phase?.go(from: live.streamTime(0), to: live.streamTime(live.count - 1))
        }
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
        history.removeFirst(max(0, history.count - Self.remarksShown))
    }

    private func draw() {
        lastDrawn = Date()
        let (width, rows) = Terminal.size
        panel.draw(picture(width, rows - 1))
    }

    /// As many rows as there are, of so many columns.
    private func picture(_ width: Int, _ rows: Int) -> [String] {
        let doing = doingLines(width)
        let foot = [lost > 0 ? "\(samples) samples, \(lost) lost" : "\(samples) samples", "r: once more   p: pause   q: end"]
        let footLines = foot.joined(separator: "   ").columns <= width ? [foot.joined(separator: "   ")] : foot
        var left = max(0, rows - doing.count - footLines.count)
        var happened: [String] = []
        for remark in history.reversed() {
            let lines = remark.wrapped(to: width, indent: 2)
            guard happened.count + lines.count <= min(Self.remarksShown, left) else { break }
            happened = lines.map(Paint.dim) + happened
        }
        left -= happened.count
        let name = "MotionQ15"
        var head = "\(name) · \(title)".wrapped(to: width, indent: 2).enumerated().map { number, line in
            number == 0 && line.hasPrefix(name) ? Paint.bold(name) + Paint.dim(String(line.dropFirst(name.count))) : Paint.dim(line)
        }
        if head.count > left { head = [] }
        left -= head.count
        // Always as many rows, so that nothing jumps when something is said.
        let kept = min(left, Self.remarksShown - min(happened.count, Self.remarksShown))
        let remarks = happened + Array(repeating: "", count: kept)
        left -= kept
        let motion = curves.lines(width, rows: left)
        left -= motion.count
        var parts = (rows < Self.fewRows ? [doing, head] : [head, doing]) + [motion, remarks, footLines]
        parts.removeAll { $0.isEmpty }
        for place in parts.indices.dropLast() where left > 0 {
            parts[place].append("")
            left -= 1
        }
        return parts.flatMap { $0 }
    }

    private func doingLines(_ width: Int) -> [String] {
        let mark = isMoving ? "▶ " : "  "
        let large = isMoving ? Paint.colour(0, 200, 120, mark + prompt) : mark + prompt
        var lines: [String]
        if "  \(mark)\(prompt)   \(detail)".columns <= width {
            lines = ["  \(Paint.bold(large))   \(Paint.dim(detail))"]
        } else {
            lines = ["  \(Paint.bold(large))"] + "    \(detail)".wrapped(to: width, indent: 4).map(Paint.dim)
        }
        let cells = max(10, min(30, width - 20))
        if let phase {
            let bar = Paint.bar(phase.seconds > 0 ? phase.left / phase.seconds : 0, cells: cells)
            lines.append("  \(Paint.tint(2, bar)) \(String(printing: "%.1f s left", phase.left))")
        } else if plan?.seconds != nil {
            lines.append("")
        }
        if (1..<1000).contains(progress.of) {
            let bar = Paint.bar(Double(progress.made) / Double(progress.of), cells: cells)
            lines.append("  \(Paint.tint(0, bar)) \(progress.made) of \(progress.of) made")
        } else {
            lines.append("  \(progress.made) made")
        }
        return lines
    }
}
