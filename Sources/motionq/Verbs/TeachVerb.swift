import ArgumentParser
import Files
import ModelFile
import Presentation
import Recording

struct TeachVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "teach",
        abstract: "Teach a network of strokes other labels, by a few examples of each.",
        discussion: """
            Takes a network that tells strokes apart, best one that has learned from very many (simulate --strokes makes them up), and \
            recordings that hold one, three or five examples of each label, each a stretch of its own. What the LSTM makes of a stroke \
            stays; the last layer is set anew, and the network quantized again. Says how many examples it would name right by the \
            others. Takes a second or two.
            """)

    @Option(help: "The model file of the network.") var model: String
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [String]
    @Option(help: "The labels in their order, separated by commas; others are not taught. Default: every label but none.")
    var labels: String?
    @Option(help: "from=to: rename a label; may be repeated.") var map: [String] = []
    @Option(help: "Only these subjects, separated by commas.") var subjects: String?
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @OptionGroup var recordedUnits: UnitsOption
    @Option(help: "Seed of what is varied and made up.") var seed: UInt64 = 1
    @Option(name: .shortAndLong, help: "The model file to write; may be the same.") var output: String
    @Flag(help: "One JSON object on standard output.") var json = false

    func validate() throws {
        guard !data.isEmpty else { throw ValidationError("--data needs a recording or a folder") }
        _ = try labelMap(map)
        if let labels { _ = try motionq.labels(in: labels, "--labels") }
        if let subjects { _ = try commaSeparated(subjects, "--subjects") }
        try requireApart(output, called: "the model", option: "--output", from: withRecordings(data))
    }

    func run() throws {
        try reportingRefusals {
            try WholeFile.requireReplaceable(fileAt: output)
            let source = try Model(readingFileAt: model)
            let teaching = try Teaching(source, called: model, seed: seed)
            let classes = try labels.map { try commaSeparated($0, "--labels") }
            let rule = LabelRule(kept: classes, renamed: try labelMap(map), dropped: classes == nil ? ["none"] : [])
            let read = try recordedUnits.readRecordings(recordingFiles(at: data), userAcceleration: userAcceleration)
            var examples = try DataSet(read, options: teaching.options(rule))
            if let subjects {
                let names = spelled(try commaSeparated(subjects, "--subjects"), among: examples.subjects)
                if let stranger = names.first(where: { !examples.subjects.contains($0) }) {
                    throw DataSetError.unknown(kind: "subject", name: stranger, known: examples.subjects)
                }
                examples = examples.selecting(subjects: Set(names))
            }
            let taught = try teaching.model(by: examples)
            try taught.model.write(toFileAt: output)
            if json { Output.json(taught.json(output)) } else { Output.text(taught.text) }
            Output.noteLink(output)
            Output.next("motionq run --port auto --model \(printable(output))")
        }
    }
}
