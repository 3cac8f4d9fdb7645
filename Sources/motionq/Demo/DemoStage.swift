import Foundation
import LiveLoop
import MotionQWorkshop
import MotionRecognition
import Recordings
import Simulation
import Transport

/// The demo: a simulated device on a thread of its own, the live loop on this one, both on one pseudo-terminal.
final class DemoStage {
    private let setup: LiveSetup
    private let recording: Recording
    private let options: SimulatorOptions
    private let lights = Lights()
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
        let board = try SimulatedBoard(recording, options, isOver: isOver) { [lights] in lights.apply($0) }
        let path = try board.port()
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
}
