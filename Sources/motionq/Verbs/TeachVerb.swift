import ArgumentParser
import Files
import ModelFile
import Presentation
import Recording

struct TeachVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teach",
        abstract: "Teach a network of strokes one's own gestures, by a few examples of each.",
        discussion: """
            Takes recordings that hold one, three or five examples of each gesture, each a stretch of its own, and a network that tells \
            strokes apart: the one that comes with the program has learned from very many made-up ones, and knows no gesture as yet. \
            What the LSTM makes of a stroke stays; the last layer is set by the examples, which the model remembers: taught again, it \
            gains labels, or examples of those that it has. Says how many examples it would name right by the others.
            """)

    @Option(help: "The model file to go on with. Default: the network that comes with the program, which knows no label.")
    var model: String?
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [String] = []
    @Option(help: "Labels to take away, separated by commas.") var forget: String?
    @Flag(help: "Forget all labels that the model has; needed if it was trained, not taught.") var anew = false
    @Flag(help: "Also tell what is unlike all examples: unknown, which counts as nothing. Needs two of each label.")
    var unknown = false
    @Flag(
        help:
            "Set the last layer by the integers that a device has for it (export --teachable), so that the device can go on with it."
    )
    var headAlone = false
    @Option(
        help:
            "The labels in their order, separated by commas; others are not taught. Default: every label but rest, none and the like."
    )
    var labels: String?
    @Option(help: "from=to: rename a label; may be repeated.") var map: [String] = []
    @Option(help: "Only these subjects, separated by commas.") var subjects: String?
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @OptionGroup var recordedUnits: UnitsOption
    @Option(help: "Seed of what is varied and made up.") var seed: UInt64 = 1
    @Option(name: .shortAndLong, help: "The model file to write; may be the same.") var output: String
    @Flag(help: "One JSON object on standard output.") var json = false

    func validate() throws {
        guard !data.isEmpty || forget != nil else {
            throw ValidationError("what is to be taught? --data needs a recording or a folder (or --forget a label)")
        }
        guard forget == nil || (model != nil && !anew) else {
            throw ValidationError("--forget takes labels from a --model that was taught, and not --anew")
        }
        _ = try labelMap(map)
        for (text, option) in [(labels, "--labels"), (forget, "--forget")] {
            if let text { _ = try motionq.labels(in: text, option) }
        }
        if let subjects { _ = try commaSeparated(subjects, "--subjects") }
        try requireApart(output, called: "the model", option: "--output", from: withRecordings(data))
    }

    func run() throws {
        try reportingRefusals {
            try WholeFile.requireReplaceable(fileAt: output)
            var teaching =
                if let model {
                    try Teaching(
                        Model(readingFileAt: model), called: model, isAnew: anew, tellsUnknown: unknown, isHeadAlone: headAlone,
                        seed: seed)
                } else {
                    try Teaching(
                        BaseModel.read(), called: BaseModel.name, isAnew: true, tellsUnknown: unknown, isHeadAlone: headAlone,
                        seed: seed)
                }
            if let forget { try teaching.forget(commaSeparated(forget, "--forget")) }
            if !data.isEmpty { try teaching.teach(examples(for: teaching)) }
            let taught = try teaching.taught()
            try taught.model.write(toFileAt: output)
            if json { Output.json(taught.json(output)) } else { Output.text(taught.text) }
            Output.noteLink(output)
            Output.next("motionq run --port auto --model \(printable(output))")
        }
    }

    private func examples(for teaching: Teaching) throws -> DataSet {
        let classes = try labels.map { try commaSeparated($0, "--labels") }
        let rule = LabelRule(kept: classes, renamed: try labelMap(map), dropped: classes == nil ? LabelRule.usualRestLabels : [])
        let read = try recordedUnits.readRecordings(recordingFiles(at: data), userAcceleration: userAcceleration)
        let examples = try DataSet(read, options: teaching.options(rule))
        guard let subjects else { return examples }
        let names = spelled(try commaSeparated(subjects, "--subjects"), among: examples.subjects)
        if let stranger = names.first(where: { !examples.subjects.contains($0) }) {
            throw DataSetError.unknown(kind: "subject", name: stranger, known: examples.subjects)
        }
        return examples.selecting(subjects: Set(names))
    }
}
