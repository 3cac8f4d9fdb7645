import ArgumentParser
import Formatting
import Models
import MotionQWorkshop

struct TuneVerb: ParsableCommand, ReplacesItsModel {
    static let configuration = CommandConfiguration(
        commandName: "tune",
        abstract: "Choose a model's decision options within a budget of false events.",
        discussion: """
            Takes recordings with gestures and --background, motion in which nothing should happen, both best of people the network has not \
            learned from. Tries how much evidence a label needs; run, evaluate, export and install take it from the model.

            \(allOptions(of: "tune"))
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
        try refusing { () throws(RequestError) in try RequestError.requireBudget(maxFalsePerHour) }
    }

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: self.model.path)
            guard model.description.strokes == nil else { return try tuneStrokes(model) }
            var request = TuningRequest(
                model: model, data: try labelled.request(), background: background.request(read: labelled.reader),
                mostFalsePerHour: maxFalsePerHour)
            request.name = self.model.path
            let tuned = try request.run { Output.note($0.note) }
            try tuned.model.write(toFileAt: output.path)
            if let made = tuned.madeUpBackground?.joined(separator: ", ") {
                Output.note(
                    "motionq: background is made up (\(made)); what yours does is better recorded and given with --background")
            }
            let report = TuningReport(tuned)
            if json { Output.json(report.json(model: output.path)) } else { Output.text(report.text) }
            for note in tuned.notes { Output.note("motionq: \(note.asCommand)") }
            Output.noteLink(output.path)
            Output.next("motionq run --port auto --model \(path: output.path)")
        }
    }

    /// Each stroke is judged by itself: what is chosen is how far what is unknown reaches.
    private func tuneStrokes(_ model: Model) throws {
        var request = StrokeTuningRequest(
            model, named: self.model.path, recordings: RecordingSource(paths: labelled.data.paths, reader: labelled.reader))
        request.renamed = try labelled.renamed
        (request.background, request.mostFalsePerHour) = (background.request(read: labelled.reader), maxFalsePerHour)
        let tuned = try request.run()
        try tuned.model.write(toFileAt: output.path)
        if json { Output.json(tuned.json(output.path, allowed: maxFalsePerHour)) } else { Output.text(tuned.text) }
        if tuned.isBackgroundMadeUp { Output.note("motionq: " + TaughtModel.madeUp) }
        Output.noteLink(output.path)
        Output.next("motionq run --port auto --model \(path: output.path)")
    }
}
