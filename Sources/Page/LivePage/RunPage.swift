package import Formatting
import Foundation
package import GuidedSessions
import LiveLoop
package import MotionCore
import MotionQWorkshop
package import PageServer

/// A live run as pages show it: what the loop tells is kept for ten minutes, and told to each page in the width that it draws.
///
/// The loop's observer queue, the server's thread and who leads the work meet here; none waits longer than one copy takes.
package final class RunPage: PageContent, @unchecked Sendable {
    let wording: any Wording
    /// Hears what somebody at a page asks for, on the server's thread; nil: a page shows, and no more.
    private let asked: (@Sendable (PageOrder) -> Void)?
    /// Guards all that follows.
    private let lock = NSLock()
    var model: PageModel
    var labels: [String] { model.labels }
    var stream: PageStream?
    /// The board's, while recorded motion is shown in its place.
    var aside: PageStream?
    /// Recordings that were shown.
    var recordings: UInt32 = 0
    var journal: PageJournal
    var lights = PageLights() {
        didSet { facts[.lights] = lights.line }
    }
    var facts = PageFacts()
    var work: PageWork?
    /// Why windows led to what they did; nil without a model.
    var reasons: DecisionReasons?
    /// How it stands beside others.
    var standing = PageStanding()
    /// Stretches of which somebody said what they are, by their streams.
    private var marks: [(epoch: UInt32, label: String, samples: Range<Int>)] = []
    /// Says what a decision would make of recordings; nil: there are none.
    private var rehearsal: (@Sendable (DecisionParameters) -> String)?
    private var pages: [Int: PageReader] = [:]
    var lines: LiveLines?

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
            if !keepsWindows || model.labels != labels {
                if aside == nil { stream?.begin(labels: model.labels.count) } else { aside?.begin(labels: model.labels.count) }
            }
            self.model = model
            standing.held = ""
            reasons = model.reasons
            // The first window does not follow the last one of before.
            reasons?.interrupt()
            facts[.shown] = nil
            journal.change(to: model)
            listen()
        }
    }

    /// Says how the work stands.
    package func tell(_ change: (inout PageWork) -> Void) { locked { settle(change) } }

    func settle(_ change: (inout PageWork) -> Void) {
        var work = work ?? PageWork()
        change(&work)
        self.work = work
        facts[.work] = work.line
    }

    /// How far the work is; nil where there is none.
    package var stage: PageWork.Stage? { locked { work?.stage } }

    /// Somebody said what a stretch is.
    package func mark(_ samples: Range<Int>, as label: String) { locked { marks.append((stream?.origin ?? 0, label, samples)) } }

    /// Names of the stretches that were kept.
    package var kept: [String] { locked { work?.kept ?? [] } }

    /// A stretch of the signal, from a sample up to another one; nil before there is any.
    package func stretch(_ range: Range<Int>) -> MotionStretch? { locked { stream?.stretch(range) } }

    /// From now on decisions are tried on recordings, too.
    ///
    /// - Parameter rehearsal: what a decision makes of them, in a sentence; called on the server's thread. Nil: no more.
    package func rehearse(_ rehearsal: (@Sendable (DecisionParameters) -> String)?) { locked { self.rehearsal = rehearsal } }

    /// Tells pages of something that happened, in a line of JSON.
    package func report(_ line: JSONLine) { locked { journal.append(line.line) } }

    /// The device is followed no more.
    ///
    /// - Parameter sentence: why; nil: it has come to its end.
    package func end(_ sentence: String?) {
        locked {
            (standing.held, standing.isHere, standing.hasEnded) = ("", false, true)
            lights.allOff()
            note(sentence ?? "it is followed no more")
        }
    }

    /// Says something to whoever looks at the page.
    package func say(_ sentence: String) { locked { note(sentence) } }

    @discardableResult
    func locked<Result>(_ body: () -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body()
    }

    func note(_ sentence: String) {
        var line = JSONLine(type: "note")
        line.add("sentence", sentence)
        journal.append(line.line)
    }

    /// - Parameter sample: at which it begins or ends; nil: the one that was taken then.
    func event(_ label: Int, enters: Bool, at time: UInt64, sample: Int? = nil, confidence: Double?) -> JSONLine {
        var line = JSONLine(type: "event")
        line.add("label", label)
        line.add("name", name(of: label))
        line.add("phase", enters ? "enter" : "exit")
        line.add("time_ms", Double(time) / 1000, digits: 3)
        if let stream {
            line.add("epoch", Int(stream.epoch))
            line.add("sample", sample ?? stream.place(of: time))
        }
        if let confidence { line.add("confidence", confidence) }
        return line
    }

    func name(of label: Int) -> String { labels.indices.contains(label) ? labels[label] : "?" }

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
    ///
    /// - Parameter recorded: and of recordings, in a sentence.
    private func outcome(of decision: PageDecision, recorded: String?) -> String {
        var line = JSONLine(type: "trial")
        if let recorded { line.add("recorded", recorded) }
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
        } else if text == "hidden" {
            locked { pages[client]?.hide() }
        } else if text.hasPrefix("why "), let sample = Int(text.dropFirst(4)) {
            locked { pages[client]?.answer(reason(at: sample)) }
        } else if let order = PageOrder(text) {
            if case .attempt(let decision) = order {
                // Recordings take a while, in which nobody waits for this.
                let (rehearsal, parameters) = locked { (self.rehearsal, self.model.decision) }
                let recorded = parameters.flatMap { rehearsal?(decision.over($0)) }
                locked { pages[client]?.answer(outcome(of: decision, recorded: recorded)) }
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
