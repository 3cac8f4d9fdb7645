public import ArgumentParser
import DataSets
import Files
import Formatting
import Models
import Recordings
public import Segmentation

struct SegmentVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "segment",
        abstract: "Cut recordings at their pauses: where motion begins and ends, and what a model calls it.",
        discussion: """
            Motion is where the rest label of --model is improbable, or, without a model, where samples move. Both have a limit to begin and a \
            lower one to stop. --fit finds these limits on labelled recordings, and --save keeps them for --settings and for run --segments. With \
            labelled recordings it says how many passages it found. --output writes the recordings again, labelled by their segments.
            """)

    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath] = []
    @Option(help: "The model file; its labels name the segments.") var model: InputPath?
    @Option(help: "What tells motion from rest: motion, or a model's rest. Default: rest where the model has a rest label.")
    var by: SegmentSettings.Evidence?
    @Option(parsing: .upToNextOption, help: "Labelled recordings, or folders of them, to fit the limits on.") var fit: [InputPath] =
        []
    @Option(help: "Seconds that the shortest gesture takes, where motion tells and nothing is fitted.") var shortest = 1.5
    @Option(help: "Settings that --save wrote.") var settings: InputPath?
    @Option(help: "Write the settings to this file.") var save: OutputPath?
    @Option(help: "The label that means rest. Default: the model's, or rest, rest_it, idle, nothing, none.") var rest: String?
    @Option(help: "What every segment is called in --output, where no model names it.") var label: String?
    @Option(
        name: .shortAndLong,
        help: "Write the recordings into this folder, new or empty, labelled by their segments; all else keeps its bytes.")
    var output: OutputPath?
    @OptionGroup var images: SegmentImageOptions
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @OptionGroup var recordedUnits: UnitsOption
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
            let network = try self.network()
            let settings = try settings(network)
            if let save {
                try WholeFile.replace(fileAt: save.path, with: Array((settings.json.line + "\n").utf8))
                Output.noteLink(save.path)
            }
            guard !data.isEmpty else { return }
            let labelled = try output.map { try NewDataSet(in: $0.path) }
            var pictures = try images.images.map { try SegmentPictures(in: $0.path, images.motionImage) }
            let report = SegmentReport(restLabels: restLabels(network), names: network != nil, json: json)
            let segmenter = SessionSegmenter(settings: settings, network: network)
            let paths = try recordingFiles(at: data.paths)
            for path in paths {
                var labels = SegmentLabels(rest: rest ?? network?.description.restLabel ?? "rest", other: label)
                let stream = try reader.stream(path)
                while let part = try stream.next() {
                    try part.session.requireRateOfMotion(path)
                    let found = segmenter.segments(of: part.session)
                    report.add(found, of: part.session, path: paths.count > 1 ? path : nil)
                    try pictures?.add(found, of: part.session, named: label)
                    labels.add(found, samples: part.session.count)
                }
                try labelled?.add(path, labels)
            }
            try labelled?.finish()
            report.conclude()
            if let output { Output.noteLink(output.path) }
            try pictures?.finish()
        }
    }

    private var reader: RecordingReader { recordedUnits.reader(userAcceleration: userAcceleration) }

    private func network() throws -> SessionSegmenter.Network? {
        guard let path = model else { return nil }
        let model = try Model(readingFileAt: path.path)
        let about = model.description
        if by == .rest, about.restIndex == nil || about.strokes != nil {
            throw Refusal(.badData, "\(path) has no rest label that windows could tell; use --by motion")
        }
        return SessionSegmenter.Network(description: about, classifier: try model.classifier(.q15, path: path.path))
    }

    private func evidence(_ network: SessionSegmenter.Network?) -> SegmentSettings.Evidence {
        by ?? (network.map { $0.description.restIndex != nil && $0.description.strokes == nil } == true ? .rest : .motion)
    }

    private func restLabels(_ network: SessionSegmenter.Network?) -> Set<String> {
        if let rest { return [rest.lowercased()] }
        return network?.description.restLabel.map { [$0.lowercased()] } ?? LabelRule.usualRestLabels
    }

    private func settings(_ network: SessionSegmenter.Network?) throws -> SegmentSettings {
        if let path = settings {
            let settings = try SegmentSettings(readingFileAt: path.path)
            guard settings.evidence == .motion || (network?.description.restIndex != nil && by != .motion) else {
                throw Refusal(.usage, "\(path) is for the rest label of a model; name one with --model")
            }
            return settings
        }
        let evidence = evidence(network)
        guard !fit.isEmpty else { return evidence == .motion ? .motion(shortest: shortest) : .rest }
        let rest = restLabels(network)
        let fitting = SegmentFitting(evidence: evidence, network: network, rest: rest)
        guard let (settings, scores) = try fitting.fit(recordingFiles(at: fit.paths), reader) else {
            throw Refusal(
                .badData,
                "the recordings to fit on need passages of motion and of rest; rest is called "
                    + "\(rest.sorted().joined(separator: ", ")), or what --rest says")
        }
        Output.note("fitted: \(settings.sentence); \(scores.sentence)")
        return settings
    }
}

extension SegmentSettings.Evidence: ExpressibleByArgument {}
