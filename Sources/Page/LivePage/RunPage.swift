package import Formatting
import Foundation
package import GuidedSessions
package import LiveLoop
import MotionCore
import MotionQWorkshop
package import PageServer
import Threads
package import WireProtocol

/// A live run as pages show it: what the loop tells is kept for ten minutes, and told to each page in the width that it draws.
///
/// The loop's observer queue, the server's thread and who leads the work meet here; none waits longer than one copy takes.
package final class RunPage: LiveObserver, PageContent, @unchecked Sendable {
    private let wording: any Wording
    /// Hears what somebody at a page asks for, on the server's thread; nil: a page shows, and no more.
    private let asked: (@Sendable (PageOrder) -> Void)?
    /// Guards all that follows.
    private let lock = ThreadSignal()
    private var model: PageModel
    private var labels: [String] { model.labels }
    private var stream: PageStream?
    private var journal: PageJournal
    private var lights = PageLights() {
        didSet { facts[.lights] = lights.line }
    }
    private var facts = PageFacts()
    private var work: PageWork?
    /// Why windows led to what they did; nil without a model.
    private var reasons: DecisionReasons?
    /// Stretches of which somebody said what they are, by their streams.
    private var marks: [(epoch: UInt32, label: String, samples: Range<Int>)] = []
    private var pages: [Int: PageReader] = [:]
    private var lines: LiveLines?

    /// - Parameters:
    ///   - wording: of reasons and remedies.
    ///   - asked: hears what somebody at a page asks for, on the server's thread; nil: a page shows, and no more.
    package init(_ model: PageModel, wording: any Wording, asked: (@Sendable (PageOrder) -> Void)? = nil) {
        (self.model, self.wording, self.asked) = (model, wording, asked)
        reasons = model.reasons
        journal = PageJournal(model)
        lights = PageLights()
        facts[.lights] = lights.line
        listen()
    }

    private func listen() {
        lines = LiveLines(labels: labels, showsSamples: false, wording: wording) { [unowned self] in journal.append($0.line) }
    }

    // MARK: From who leads the work

    /// From now on the windows are another model's.
    ///
    /// - Parameter keepsWindows: whether its network is that of the model before, whose windows are as good.
    package func change(to model: PageModel, keepsWindows: Bool) {
        locked {
            if !keepsWindows || model.labels != labels { stream?.begin(labels: model.labels.count) }
            self.model = model
            reasons = model.reasons
            // The first window does not follow the last one of before.
            reasons?.interrupt()
            journal.change(to: model)
            listen()
        }
    }

    /// Says how the work stands.
    package func tell(_ change: (inout PageWork) -> Void) { locked { settle(change) } }

    private func settle(_ change: (inout PageWork) -> Void) {
        var work = work ?? PageWork()
        change(&work)
        self.work = work
        facts[.work] = work.line
    }

    /// Somebody said what a stretch is.
    package func mark(_ samples: Range<Int>, as label: String) { locked { marks.append((stream?.origin ?? 0, label, samples)) } }

    /// Names of the stretches that were kept.
    package var kept: [String] { locked { work?.kept ?? [] } }

    /// A stretch of the signal, from a sample up to another one; nil before there is any.
    package func stretch(_ range: Range<Int>) -> MotionStretch? { locked { stream?.stretch(range) } }

    /// Tells pages of something that happened, in a line of JSON.
    package func report(_ line: JSONLine) { locked { journal.append(line.line) } }

    /// Says something to whoever looks at the page.
    package func say(_ sentence: String) { locked { note(sentence) } }

    @discardableResult
    private func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    // MARK: From the live loop

    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        locked {
            switch change {
            case .session(let hello):
                if stream?.goOn(with: hello) != true {
                    stream = PageStream(hello, labels: labels.count, epoch: (stream?.epoch ?? 0) + 1)
                }
                lights.allOff()
                reasons?.interrupt()
                if work != nil { settle { $0.takesNetworks = hello.capabilities.contains(.installs) } }
            case .gap(let samples):
                stream?.lose(samples)
                reasons?.interrupt()
            case .restarted, .rateWrong, .rateRight, .rangesFound: reasons?.interrupt()
            case .failsafe, .disconnected: lights.allOff()
            default: break
            }
            if case .statistics = change {
                facts[.counts] = statistics.pageLine
            } else {
                lines?.linkChanged(change, statistics: statistics)
                if let sentence = change.sentence { note(sentence.worded(by: wording)) }
            }
        }
    }

    package func samplesReceived(_ samples: LiveSamples) {
        let arrived = Date().timeIntervalSince1970 * 1000
        locked { stream?.append(samples, arrived: arrived) }
    }

    package func windowClassified(_ window: LiveWindow) {
        locked {
            let before = reasons
            stream?.append(
                window, because: reasons?.reason(of: window), isAfterGap: before?.isInterrupted ?? false,
                isAfterEnd: model.readsStrokes || before?.isAbandoned ?? false)
            guard window.decision.phase == .enter || window.decision.phase == .exit, let label = window.decision.active else {
                return
            }
            tellEvent(
                label, enters: window.decision.phase == .enter, at: window.streamTime,
                confidence: window.decision.confidence.q15Value)
        }
    }

    package func labelAbandoned(_ label: Int, streamTime: UInt64) {
        locked {
            reasons?.abandon(at: streamTime)
            tellEvent(label, enters: false, at: streamTime, confidence: nil)
        }
    }

    package func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        let now = Date().timeIntervalSince1970 * 1000
        locked {
            lights.settle(outcome, now: now)
            lines?.feedbackSettled(outcome)
        }
    }

    package func messageReceived(_ message: DeviceMessage) { locked { lines?.messageReceived(message) } }
    package func windowShadowed(_ comparison: ShadowComparison) { locked { lines?.windowShadowed(comparison) } }

    package func momentsDropped(_ dropped: DroppedMoments) {
        locked {
            stream?.lose(Int(dropped.samples))
            lines?.momentsDropped(dropped)
        }
    }

    private func note(_ sentence: String) {
        var line = JSONLine(type: "note")
        line.add("sentence", sentence)
        journal.append(line.line)
    }

    private func tellEvent(_ label: Int, enters: Bool, at time: UInt64, confidence: Double?) {
        var line = JSONLine(type: "event")
        line.add("label", label)
        line.add("name", labels.indices.contains(label) ? labels[label] : "?")
        line.add("phase", enters ? "enter" : "exit")
        line.add("time_ms", Double(time) / 1000, digits: 3)
        if let stream {
            line.add("epoch", Int(stream.epoch))
            line.add("sample", stream.place(of: time))
        }
        if let confidence { line.add("confidence", confidence) }
        journal.append(line.line)
    }

    /// Why the window that ended last at a sample led to what it did.
    private func reason(at sample: Int) -> String {
        var line = JSONLine(type: "why")
        guard let stream, let reasons, let place = stream.windows.last(before: sample) else {
            line.add("sentence", "no window had ended there")
            return line.line
        }
        let window = stream.windows.entries[place]
        line.add("epoch", Int(stream.epoch))
        line.add("sample", window.end)
        line.add("probabilities", stream.windows.probabilities(at: place).map { Double($0) / 32767 }, digits: 4)
        let sentence = window.reason?.sentence(labels: labels, by: reasons.parameters)
        line.add("sentence", sentence ?? "why it led to what it did is not known: the page began after it")
        return line.line
    }

    /// What a decision would have made of the windows that are kept.
    private func outcome(of decision: PageDecision) -> String {
        var line = JSONLine(type: "trial")
        decision.add(to: &line)
        guard let stream, let reasons else {
            line.add("sentence", "there is no window yet")
            return line.line
        }
        let trial = DecisionTrial(stream.windows, by: decision.over(reasons.parameters), rate: stream.rate)
        let known = marks.filter { $0.epoch == stream.origin }.compactMap { mark in
            labels.firstIndex(of: mark.label).map { (label: $0, samples: mark.samples) }
        }
        line.add("events", trial.events.count)
        line.add("sentence", trial.sentence(labels: labels, known: known, slack: Int(saturating: stream.rate)))
        return line.line
    }

    // MARK: To pages

    package func file(_ path: String) -> PageFile? { PageFiles.file(path) }
    package func opened(_ client: Int) { locked { pages[client] = PageReader() } }
    package func closed(_ client: Int) { locked { pages[client] = nil } }

    package func received(_ text: String, from client: Int) {
        if let view = PageView(text) {
            locked { pages[client]?.show(view) }
        } else if text.hasPrefix("why "), let sample = Int(text.dropFirst(4)) {
            locked { pages[client]?.answer(reason(at: sample)) }
        } else if let order = PageOrder(text) {
            if case .attempt(let decision) = order {
                locked { pages[client]?.answer(outcome(of: decision)) }
            } else {
                asked?(order)
            }
        }
    }

    package func messages(for client: Int) -> [PageMessage] {
        locked {
            guard var page = pages[client] else { return [] }
            let messages = page.read(journal, facts, stream)
            pages[client] = page
            return messages
        }
    }
}
