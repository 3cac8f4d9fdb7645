public import ArgumentParser
import Files
import Formatting
import Models
import MotionQWorkshop
import Recordings
public import SignalProcessing

struct SegmentVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Cut recordings at their pauses.",
        discussion: """
            Motion is where the rest label of --model is improbable or, without a model, where samples move. --fit finds the limits on \
            labelled recordings, --save keeps them for --settings and for run --segments. --output writes the recordings again, labelled by segments.

            \(allOptions(of: "segment"))
            """)

    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath] = []
    @Option(help: "The model file; its labels name the segments.") var model: InputPath?
    @Option(help: "What tells motion from rest. Default: rest with a model.") var by: SegmentSettings.Evidence?
    @Option(parsing: .upToNextOption, help: "Labelled recordings, or folders, to fit the limits on.") var fit: [InputPath] =
        []
    @Option(help: "Seconds that the shortest gesture takes.") var shortest = 1.5
    @Option(help: "Settings that --save wrote.") var settings: InputPath?
    @Option(help: "Write the settings to this file.") var save: OutputPath?
    @Option(help: "The label that means rest. Default: the model's, or rest, rest_it, idle, nothing, none.") var rest: String?
    @Option(help: "What every segment is called, where no model names it.") var label: String?
    @Option(name: .shortAndLong, help: "Write the recordings into this folder, new or empty, labelled by their segments.")
    var output: OutputPath?
    @OptionGroup var images: SegmentImageOptions
    @OptionGroup var reading: ReadingOptions
    @Flag(help: "One JSON object a segment on standard output, and one of all.") var json = false

    func validate() throws {
        guard !data.isEmpty || (!fit.isEmpty && save != nil) else {
            throw ValidationError("name recordings: --data to cut them, or --fit and --save to keep what fits them")
        }
        guard fit.isEmpty || settings == nil else { throw ValidationError("--fit makes settings, --settings has some; give one") }
        guard (output ?? images.images) == nil || !data.isEmpty else {
            throw ValidationError("--output and --images are made of --data; name recordings")
        }
        guard (0.2...10).contains(shortest) else { throw ValidationError("--shortest lies between 0.2 and 10") }
        guard by != .rest || model != nil else { throw ValidationError("--by rest needs a --model") }
        guard output == nil || model != nil || label != nil else {
            throw ValidationError("--output needs a --model that names the segments, or a --label for all of them")
        }
        for (name, option) in [(label, "--label"), (rest, "--rest")] {
            guard name.map({ ModelDescription.isReadable(name: $0) && !$0.utf8.contains(UInt8(ascii: ",")) }) ?? true else {
                throw ValidationError("\(option) is a name without commas and control characters")
            }
        }
    }

    func run() throws {
        try reportingRefusals {
            let model = try model.map {
                try SegmentModel(Model(readingFileAt: $0.path), named: $0.path, toTellBy: by)
            }
            let settings = try settings(model)
            if let save {
                try WholeFile.replace(fileAt: save.path, with: Array((settings.json.line + "\n").utf8))
                Output.noteLink(save.path)
            }
            guard !data.isEmpty else { return }
            var request = SegmentationRequest(RecordingSource(paths: data.paths, reader: reader))
            (request.model, request.settings, request.rest, request.label) = (model, settings, rest, label)
            (request.copies, request.pictures, request.look) = (output?.path, images.images?.path, images.motionImage)
            let report = SegmentReport(names: model != nil, json: json)
            let result = try request.run { progress in
                switch progress {
                case .session(let cut): report.show(cut)
                case .cut(let result):
                    report.conclude(result)
                    if let output { Output.noteLink(output.path) }
                }
            }
            if let images = images.images {
                Output.note(pictureSentence(result.pictures))
                Output.noteLink(images.path)
            }
        }
    }

    private var reader: RecordingReader { reading.reader }

    /// The settings that were named, or that fit, or that are usual.
    private func settings(_ model: SegmentModel?) throws -> SegmentSettings {
        if let path = settings {
            let settings = try SegmentSettings(readingFileAt: path.path)
            guard settings.evidence == .motion || (model?.description.restIndex != nil && by != .motion) else {
                throw Refusal(.usage, "\(path) is for the rest label of a model; name one with --model")
            }
            return settings
        }
        let evidence = by ?? (model?.tellsRest == true ? .rest : .motion)
        guard !fit.isEmpty else { return evidence == .motion ? .motion(shortest: shortest) : .rest }
        var request = SegmentFitRequest(RecordingSource(paths: fit.paths, reader: reader))
        (request.evidence, request.model, request.rest) = (evidence, model, rest)
        let fitted = try request.run()
        Output.note("fitted: \(fitted.sentence)")
        return fitted.settings
    }
}

extension SegmentSettings.Evidence: ExpressibleByArgument {}
