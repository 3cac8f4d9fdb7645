import ArgumentParser
import Evaluation
import Formatting
import Models
import MotionCore
import Recordings

struct TuneVerb: ParsableCommand, ReplacesItsModel {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Choose how a model's probabilities become events, within a budget of false events, and write it into the model.",
        discussion: """
            Takes recordings with gestures and --background, motion in which nothing should happen, both best of people and days that the \
            network has not learned from: what it knows by heart it is too sure of. Without a label that means that nothing happens what \
            is taken for something else counts as false. Tries how much evidence a label needs before it is \
            entered; of strokes that were taught, how far what is unknown reaches. run, evaluate, export and install take from the model what is not said otherwise.
            """)

    @Option(help: "The model file.") var model: InputPath
    @OptionGroup var labelled: LabelledRecordings
    @OptionGroup var background: BackgroundOptions
    @Option(help: "False events that are allowed in an hour.") var maxFalsePerHour = 0.5
    @Option(name: .shortAndLong, help: "The model file to write; may be the same.") var output: OutputPath
    @Flag(help: "One JSON object on standard output.") var json = false

    var replaceableModel: String? { model.path }

    func validate() throws {
        guard !labelled.data.isEmpty else { throw ValidationError("--data needs a recording or a folder") }
        guard maxFalsePerHour >= 0, maxFalsePerHour.isFinite else { throw ValidationError("--max-false-per-hour is 0 or more") }
    }

    func run() throws {
        try reportingRefusals {
            var model = try Model(readingFileAt: self.model.path)
            let about = model.description
            guard about.strokes == nil else { return try tuneStrokes(model) }
            if about.restIndex == nil, !background.background.isEmpty || background.madeUpBackground == true {
                throw Refusal(
                    .badData,
                    "no label of \(self.model) means that nothing happens, so that all background would be false; train it with a "
                        + "rest class, or tune without background")
            }
            let isMadeUp = about.restIndex != nil && background.isMadeUp
            let tuning = try filled(about, model.classifier(.q15, path: self.model.path), isMadeUp)
            let before = tuning.outcome(of: model.decision ?? DecisionParameters())
            guard before.gestures.hits + before.gestures.misses > 0 else {
                throw Refusal(
                    .badData, "the recordings hold no gesture of the model; it knows \(about.labels.joined(separator: ", "))")
            }
            let (best, tried) = tuning.tuned(mostFalsePerHour: maxFalsePerHour, from: model.decision ?? DecisionParameters())
            model.decision = best.parameters
            try model.write(toFileAt: output.path)
            let report = TuningReport(labels: about.labels, before: before, best: best, tried: tried, most: maxFalsePerHour)
            if isMadeUp {
                let made = BackgroundOptions.activities(besides: about.labels).joined(separator: ", ")
                Output.note(
                    "motionq: background is made up (\(made)); what yours does is better recorded and given with --background")
            }
            if json { Output.json(report.json(model: output.path)) } else { Output.text(report.text) }
            for note in report.notes { Output.note("motionq: \(note)") }
            Output.noteLink(output.path)
            Output.next("motionq run --port auto --model \(path: output.path)")
        }
    }

    /// Each stroke is judged by itself: what is chosen is how far what is unknown reaches.
    private func tuneStrokes(_ model: Model) throws {
        let tuning = StrokeTuning(
            model: model, path: self.model.path, labelled: labelled, background: background, mostPerHour: maxFalsePerHour)
        let (tuned, text, line) = try tuning.tuned(output.path)
        try tuned.write(toFileAt: output.path)
        if json { Output.json(line) } else { Output.text(text) }
        if background.isMadeUp { Output.note("motionq: " + TaughtModel.madeUp) }
        Output.noteLink(output.path)
        Output.next("motionq run --port auto --model \(path: output.path)")
    }

    private func filled(_ about: ModelDescription, _ classifier: OfflineClassifier, _ isMadeUp: Bool) throws -> DecisionTuning {
        let data = try labelled.dataSet(recordingFiles(at: labelled.data.paths), for: about, self.model.path)
        for warning in data.warnings { Output.note("motionq: \(warning)") }
        var tuning: DecisionTuning?
        var hasGravity = true
        try data.forEachSession { session in
            guard let rate = about.rate ?? session.rate else { return }
            if tuning == nil {
                hasGravity = CollectionOfOne(session).haveGravity
                tuning = DecisionTuning(
                    labels: about.labels.count, restLabel: about.restIndex, window: about.window, rate: rate)
            }
            let truth = SessionTruth(session.labels.map { about.labels.firstIndex(of: $0) })
            tuning?.add(classifier.windows(of: session), truth: truth)
        }
        guard var tuning else { throw Refusal(.badData, "the recordings hold no window of the model") }
        func addBackground(_ session: RecordedSession) {
            let windows = classifier.windows(of: session)
            guard let rate = about.rate ?? session.rate, !windows.isEmpty else { return }
            tuning.addBackground(windows, seconds: Double(session.count) / rate)
        }
        try labelled.reader.forEachEvenStretch(
            of: recordingFiles(at: background.background.paths), at: about.rate, derives: about.inputs.derives
        ) { addBackground($1) }
        if isMadeUp {
            let made = BackgroundOptions.madeUp(
                seed: BackgroundOptions.judgingPeople, rate: about.rate ?? 50, besides: about.labels, hasGravity: hasGravity)
            for stretch in made.sessions.flatMap({ $0.evenStretches(at: about.rate, derives: about.inputs.derives) }) {
                addBackground(stretch.session)
            }
        }
        return tuning
    }
}
