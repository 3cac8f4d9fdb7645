import Decision
import DeviceSimulator
import Foundation
import LSTMEngine
import LivePipeline
import Recording
import Synchronization
import Transport
import WireProtocol

/// A stretch of a recording that shows one gesture.
struct Excerpt {
    var session: RecordedSession
    /// The gesture that is made in it.
    var gesture: String

    /// A third of the stretch before the first label that is not rest, the rest behind it.
    static func aroundFirstGesture(of recording: Recording, rest: String, seconds: Double) -> Excerpt? {
        for session in recording.sessions {
            guard let first = session.labels.firstIndex(where: { $0 != rest }), let rate = session.rate.map({ min($0, 10_000) })
            else {
                continue
            }
            let start = max(0, first - Int(seconds * rate / 3))
            let end = min(session.count, start + Int(seconds * rate))
            var part = RecordedSession(name: session.name, subject: session.subject)
            part.labels = Array(session.labels[start..<end])
            part.timestamps = Array(session.timestamps[start..<end])
            part.values = Array(session.values[start * 6..<end * 6])
            return Excerpt(session: part, gesture: session.labels[first])
        }
        return nil
    }
}

/// The demo: a simulated device on a thread of its own, the live loop on this one, both on one pseudo-terminal.
final class DemoStage {
    private let setup: LiveSetup
    private let excerpts: [Excerpt]
    private let speed: Double
    private let lights = Lights()
    private let port = PortName()
    private let isOver = StopFlag()
    private var tally: EventTally

    init(setup: LiveSetup, excerpts: [Excerpt], speed: Double) {
        self.setup = setup
        self.excerpts = excerpts
        self.speed = speed
        tally = EventTally(labels: setup.model.labels)
    }

    /// Runs to the end, or until Ctrl-C.
    func play() throws -> LiveStatistics {
        startDevice()
        let path = try waitForPort()
        var options = LiveOptions()
        options.feedback = setup.feedback
        let observer = Audience(labels: setup.model.labels, lights: lights, tally: tally)
        let over = isOver
        let runner = LiveRunner(
            model: setup.model, options: options, observer: observer, reconnects: false,
            shouldStop: { over.isRaised || Interrupt.isRaised },
            open: { () throws(TransportError) in try PortDirectory.open(path: path) })
        defer { observer.close() }
        do throws(LiveFailure) {
            return try runner.run()
        } catch {
            throw error.refusal
        }
    }

    /// What was shown and what was recognised.
    var summary: [String] {
        var lines = ["", "shown and recognised:"]
        for (index, excerpt) in excerpts.prefix(tally.count).enumerated() {
            let entered = tally.entered(inSession: index)
            let isHit = entered.contains(excerpt.gesture)
            let others = entered.filter { $0 != excerpt.gesture }.count
            let extra = others > 0 ? ", and \(others) other events" : ""
            lines.append("  \(isHit ? "✓" : "✗") \(excerpt.gesture): \(isHit ? "recognised" : "missed")\(extra)")
        }
        lines.append("the device switched its lights \(lights.changes) times")
        return lines
    }

    private func startDevice() {
        let recording = Recording(path: "demo", sessions: excerpts.map(\.session))
        let pace = SimulatorOptions.Speed.times(speed)
        let (lights, over, port) = (lights, isOver, port)
        let thread = Thread {
            var options = SimulatorOptions()
            options.speed = pace
            let runner = SimulatorRunner(recording: recording, options: options, stopFlag: over) { event in
                if case .ready(let path) = event { port.set(path) }
                if case .actuator(let change) = event { lights.apply(change) }
            }
            do throws(TransportError) { try runner.run() } catch { Output.note("the simulated device failed: \(error)") }
            over.raise()
        }
        thread.start()
    }

    private func waitForPort() throws -> String {
        for _ in 0..<200 {
            if let path = port.path { return path }
            Thread.sleep(forTimeInterval: 0.01)
        }
        throw Refusal(.unavailable, "the simulated device did not open a pseudo-terminal within 2 s")
    }
}

/// The simulated device's port, told from its thread to this one.
private final class PortName: Sendable {
    private let name = Mutex<String?>(nil)
    var path: String? { name.withLock { $0 } }
    func set(_ path: String) { name.withLock { $0 = path } }
}

/// Which labels were entered in which session.
final class EventTally {
    private let labels: [String]
    private var sessions: [[String]] = []

    init(labels: [String]) {
        self.labels = labels
    }

    /// Sessions that began.
    var count: Int { sessions.count }

    func beginSession() { sessions.append([]) }

    func enter(_ label: Int) {
        guard !sessions.isEmpty else { return }
        sessions[sessions.count - 1].append(labels[label])
    }

    func entered(inSession index: Int) -> [String] {
        index < sessions.count ? sessions[index] : []
    }
}

/// Draws on a terminal, or writes lines in a pipe, and keeps the tally.
final class Audience: LiveObserver {
    private let tally: EventTally
    private let view: LiveView?
    private let inner: any LiveObserver

    init(labels: [String], lights: Lights, tally: EventTally) {
        self.tally = tally
        view = isatty(1) == 1 ? LiveView(labels: labels) : nil
        inner = view ?? PlainReporter(labels: labels)
        view?.extraLines = { ["", lights.picture] }
    }

    func close() { view?.close() }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        if case .session = change { tally.beginSession() }
        inner.linkChanged(change, statistics: statistics)
    }

    func windowClassified(_ window: LiveWindow) {
        if window.decision.phase == .enter { tally.enter(window.decision.active) }
        inner.windowClassified(window)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) { inner.labelAbandoned(label, streamTime: streamTime) }
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { inner.feedbackSettled(outcome) }
    func messageReceived(_ message: DeviceMessage) { inner.messageReceived(message) }

    func samplesReceived(_ samples: PayloadReader, count: Int, channels: Int, time: UInt32) {
        inner.samplesReceived(samples, count: count, channels: channels, time: time)
    }
}
