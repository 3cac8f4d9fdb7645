import Foundation
import LiveLoop
import MotionQWorkshop
import MotionRecognition
import Recordings
import Simulation
import Synchronization
import Threads
import Transport

/// The demo: a simulated device on a thread of its own, the live loop on this one, both on one pseudo-terminal.
final class DemoStage {
    private let setup: LiveSetup
    private let recording: Recording
    private let options: SimulatorOptions
    private let lights = Lights()
    private let port = PortName()
    private let isOver = StopFlag()
    private let score: DemoScore

    /// - Parameter sessions: what the device replays, one after the other.
    init(setup: LiveSetup, sessions: [RecordedSession], options: SimulatorOptions) {
        self.setup = setup
        recording = Recording(path: "demo", sessions: sessions)
        self.options = options
        score = DemoScore(sessions, model: setup.model)
    }

    /// Runs to the end, or until Ctrl-C, and says how it went.
    ///
    /// - Parameter lastWords: what else is to be said.
    func play(lastWords: String?) throws {
        let stage = try LiveStage(reporter)
        try startDevice()
        let path = try waitForPort()
        var options = LiveOptions()
        options.feedback = setup.feedback
        let observer = Audience(score: score, shown: stage.observer)
        let over = isOver
        let runner = LiveRunner(
            model: setup.model, options: options, observer: observer, reconnects: false,
            shouldStop: { over.isRaised || Interrupt.isRaised },
            open: { () throws(TransportError) in try PortDirectory.open(path: path) })
        var refusal: Refusal?
        do throws(LiveFailure) {
            _ = try runner.run()
        } catch {
            refusal = error.refusal
        }
        try stage.end(refusal) { [summary, statistics = runner.statistics, refusal] reporter in
            (reporter as? LiveView)?.close()
            if refusal == nil { summary.forEach { Output.text($0) } }
            reporter.conclude(statistics, shadows: false, refusal)
            if refusal == nil, let lastWords { Output.text(lastWords) }
        }
    }

    /// A picture on a terminal, or lines in a pipe.
    private var reporter: any LiveReporter {
        let labels = setup.model.description.labels
        guard Terminal.drawsPictures else { return PlainReporter(labels: labels) }
        let view = LiveView(labels: labels)
        view.extraLines = { [lights, truth = score.truth] in
            let done = truth.label.map { Paint.tint($0, labels[$0]) } ?? Paint.dim("–")
            return ["", lights.picture, "  what is done  \(done)"]
        }
        return view
    }

    /// What was shown, what was recognised, and what the lights did.
    private var summary: [String] {
        let end = lights.areOff ? "all are off now" : "the recording ended before the last one was switched off"
        return [""] + score.summary + ["the device switched its lights \(lights.changes) times; \(end)"]
    }

    private func startDevice() throws {
        let (recording, options, lights, over, port) = (recording, options, lights, isOver, port)
        do throws(NoThread) {
            try OwnThread.start { Self.run(recording, options, lights, over, port) }
        } catch {
            throw Refusal(.unavailable, "\(error)")
        }
    }

    private static func run(
        _ recording: Recording, _ options: SimulatorOptions, _ lights: Lights, _ over: StopFlag, _ port: PortName
    ) {
        let runner = SimulatorRunner(recording: recording, options: options, shouldStop: { over.isRaised }) { event in
            if case .ready(let path) = event { port.set(path) }
            if case .actuator(let change) = event { lights.apply(change) }
        }
        do throws(TransportError) { try runner.run() } catch { Output.note("the simulated device failed: \(error.asCommand)") }
        over.raise()
    }

    private func waitForPort() throws -> String {
        for _ in 0..<200 {
            if let path = port.path { return path }
            usleep(10_000)
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
