import ArgumentParser
import Formatting
import Models
import MotionQWorkshop
import MotionRecognition
import Recordings
import Simulation

struct DemoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "See it work without hardware, in about a minute.",
        discussion: """
            Made-up people whom the built-in model has never met make gestures. Their motion goes over a real pseudo-terminal, is recognised \
            live, lights the simulated device's LEDs, and is scored against the truth. With --model and --data: 12 s of each recording.

            \(allOptions(of: "demo"))
            """)

    @Option(help: "The model file. Default: the built-in one.") var model: InputPath?
    @Option(
        name: .customLong("data"), parsing: .upToNextOption,
        help: "Recordings (CSV, also gzip) or folders of them.") var replay: [InputPath] = []
    @Option(help: "Feedback map (YAML).") var feedback: InputPath?
    @OptionGroup var reading: ReadingOptions
    @Option(help: "Seconds of each recording; with --data. (default: 12)") var seconds: Double?
    @Option(help: "How many times as fast as real.") var speed = 1.0
    @OptionGroup(title: "Synthetic motion") var motion: SyntheticOptions
    @Option(help: "Write the built-in model to this file, and end.") var writeModel: OutputPath?

    func validate() throws {
        try motion.check()
        guard replay.isEmpty || model != nil else {
            throw ValidationError("--data needs a --model for its gestures; the built-in one knows synthetic motion only")
        }
        if let seconds {
            guard (2...600).contains(seconds) else { throw ValidationError("--seconds lies between 2 and 600") }
            guard !replay.isEmpty else { throw ValidationError("--seconds cuts recordings; give --data, or leave it out") }
        }
        guard (0.001...100).contains(speed) else { throw ValidationError("--speed lies between 0.001 and 100") }
    }

    func run() throws {
        try reportingRefusals {
            if let writeModel {
                try DemoModel.write(toFileAt: writeModel.path)
                Output.noteLink(writeModel.path)
                return Output.note("\(printable(writeModel.path)): the built-in model; motionq info describes it")
            }
            let setup =
                try model.map { try LiveSetup(readingModelAt: $0.path, feedbackMap: feedback?.path) }
                ?? LiveSetup(DemoModel.read(), named: DemoModel.name, feedbackMap: feedback?.path)
            let sessions = try replay.isEmpty ? syntheticSessions(setup) : excerpts(setup)
            var options = SimulatorOptions()
            options.speed = .times(speed)
            options.seed = motion.seed
            if replay.isEmpty { options.name = SyntheticOptions.deviceName }
            let synthetic =
                "The motion was synthetic: no person moved like this. docs/results/ACCURACY.md has figures on recordings of people."
            try DemoStage(setup: setup, sessions: sessions, options: options).play(lastWords: replay.isEmpty ? synthetic : nil)
        }
    }

    private func syntheticSessions(_ setup: LiveSetup) throws -> [RecordedSession] {
        let strange = MotionGenerator.labels.filter { !setup.model.description.labels.contains($0) }
        guard strange.isEmpty else {
            let name = model?.path ?? DemoModel.name
            throw Refusal(
                .badData, "\(name) does not know \(strange.joined(separator: ", ")); give recordings of its gestures with --data")
        }
        let rate = setup.model.description.rate ?? SyntheticOptions.rate
        guard rate >= 25 else {
            throw Refusal(
                .badData,
                "\(model?.path ?? DemoModel.name) is for \(rate) Hz; made-up motion needs 25 Hz or more: give recordings with --data"
            )
        }
        return motion.recording(rate: rate).sessions
    }

    private func excerpts(_ setup: LiveSetup) throws -> [RecordedSession] {
        let rest = setup.model.description.restLabel
        let recordings = try reading.reader.read(recordingFiles(at: replay.paths))
        let rate = setup.model.description.rate
        for recording in recordings {
            try recording.requirePlausibleRates(for: rate, window: setup.model.description.window)
        }
        // The device plays at the model's rate.
        let excerpts = recordings.compactMap { recording in
            let excerpt = Excerpt.aroundFirstGesture(of: recording, rest: rest, seconds: seconds ?? 12)
            return rate.map { excerpt?.resampled(to: $0) } ?? excerpt
        }
        guard !excerpts.isEmpty else { throw Refusal(.badData, "no recording holds a label other than rest") }
        return excerpts
    }
}
