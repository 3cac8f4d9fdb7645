import ArgumentParser
import Files
import Formatting
import Models
import Recordings

struct TeachVerb: ParsableCommand, ReplacesItsModel {
    static let configuration = CommandConfiguration(
        commandName: "teach",
        abstract: "Teach a network of strokes one's own gestures, by a few examples of each.",
        discussion: """
            Takes recordings that hold one, three or five examples of each gesture, each a stretch of its own, and a network that tells \
            strokes apart: the one that comes with the program has learned from very many made-up ones, and knows no gesture as yet. \
            What the LSTM makes of a stroke stays; the last layer is set by the examples, which the model remembers: taught again, it \
            gains labels, or examples of those that it has. Says how many examples it would name right by the others.
            """)

    @Option(help: "Make the examples now, on the device at this port: a path, or auto. Needs --labels.") var port: String?
    @OptionGroup var manner: PortManner
    @Option(help: "With --port: examples of each label.") var examples = 3
    @Option(help: "With --port: keep what was recorded in this file (CSV), which is not there yet.") var keep: OutputPath?
    @Flag(help: "Do not speak, also if espeak-ng is installed.") var quiet = false
    @Option(help: "The model file to go on with. Default: the network that comes with the program, which knows no label.")
    var model: InputPath?
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath] = []
    @Option(help: "Labels to take away, separated by commas.") var forget: String?
    @Flag(help: "Forget all labels that the model has; needed if it was trained, not taught.") var anew = false
    @Flag(help: "Also tell what is unlike all examples: unknown, which counts as nothing. Needs two of each label.")
    var unknown = false
    @OptionGroup var background: BackgroundOptions
    @Option(help: "With background: false events that are allowed in an hour.") var maxFalsePerHour: Double?
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
    @Option(name: .shortAndLong, help: "The model file to write; may be the same.") var output: OutputPath
    @Flag(help: "One JSON object on standard output.") var json = false

    var replaceableModel: String? { model?.path }

    func validate() throws {
        guard !data.isEmpty || forget != nil || port != nil else {
            throw ValidationError(
                "what is to be taught? --data needs a recording or a folder (or --port a device, or --forget a label)")
        }
        try checkLive()
        guard forget == nil || (model != nil && !anew) else {
            throw ValidationError("--forget takes labels from a --model that was taught, and not --anew")
        }
        _ = try labelMap(map)
        for (text, option) in [(labels, "--labels"), (forget, "--forget")] {
            if let text { _ = try motionq.labels(in: text, option) }
        }
        if let subjects { _ = try commaSeparated(subjects, "--subjects") }
        guard maxFalsePerHour.map({ $0 >= 0 && $0.isFinite }) ?? true else {
            throw ValidationError("--max-false-per-hour is 0 or more")
        }
        guard
            !headAlone
                || (!unknown && maxFalsePerHour == nil && background.background.isEmpty && background.madeUpBackground != true)
        else {
            throw ValidationError("a device cannot tell the unknown by itself: leave --head-alone out, or --unknown and background")
        }
    }

    private func checkLive() throws {
        guard let port else {
            guard keep == nil else { throw ValidationError("--keep is for examples that are made with --port") }
            return
        }
        try requireText(port, "--port")
        guard data.isEmpty, let labels else {
            throw ValidationError("--port makes examples of the gestures that --labels names; leave --data out")
        }
        let names = try motionq.labels(in: labels, "--labels")
        if let bad = names.first(where: { !RecordingFolder.isGood($0) || $0 == LiveExamples.restLabel }) {
            throw ValidationError("--labels: “\(printable(bad))” is no name for a gesture")
        }
        guard Set(names).count == names.count else { throw ValidationError("--labels names each gesture once") }
        guard (1...LiveExamples.most).contains(examples) else {
            throw ValidationError("--examples lies between 1 and \(LiveExamples.most)")
        }
        guard map.isEmpty, subjects == nil else { throw ValidationError("--map and --subjects are for --data") }
        guard keep.map({ FileKind(at: $0.path) == nil }) ?? true else {
            throw ValidationError("\(printable(keep?.path ?? "")) is there already; --keep writes a new file")
        }
    }

    func run() throws {
        try reportingRefusals {
            try WholeFile.requireReplaceable(fileAt: output.path)
            var teaching =
                if let model {
                    try Teaching(
                        Model(readingFileAt: model.path), called: model.path, isAnew: anew, tellsUnknown: unknown,
                        isHeadAlone: headAlone,
                        seed: seed)
                } else {
                    try Teaching(
                        BaseModel.read(), called: BaseModel.name, isAnew: true, tellsUnknown: unknown, isHeadAlone: headAlone,
                        seed: seed)
                }
            if let forget { try teaching.forget(commaSeparated(forget, "--forget")) }
            if let port { try teach(&teaching, at: port) }
            if !data.isEmpty { try teaching.teach(examples(for: teaching)) }
            teaching.background = try keptOut(of: teaching)
            let taught = try teaching.taught()
            try taught.model.write(toFileAt: output.path)
            if json { Output.json(taught.json(output.path)) } else { Output.text(taught.text) }
            for note in taught.notes { Output.note("motionq: \(note)") }
            Output.noteLink(output.path)
            Output.next("motionq run --port auto\(options: manner.foreign.sent.options) --model \(path: output.path)")
        }
    }

    /// What is to stay out of the model: what somebody names, or made-up daily life, if that is asked for or the model keeps a
    /// budget.
    private func keptOut(of teaching: Teaching) throws -> TeachingBackground? {
        let (recorded, asked) = (background.background, background.madeUpBackground)
        let most = maxFalsePerHour ?? teaching.budget ?? 0.5
        guard !recorded.isEmpty || (asked ?? (maxFalsePerHour != nil || teaching.budget != nil)) else {
            if teaching.budget != nil {
                Output.note("motionq: the budget of false events is given up: no background was looked at")
            }
            return nil
        }
        var sessions: [RecordedSession] = []
        let reader = recordedUnits.reader(userAcceleration: userAcceleration)
        try reader.forEachEvenStretch(of: recordingFiles(at: recorded.paths), at: nil, derives: false) { sessions.append($1) }
        if background.isMadeUp {
            guard let hasGravity = teaching.hasGravity else {
                throw Refusal(.usage, "the model keeps a budget of false events: give --background, or --no-made-up-background")
            }
            sessions +=
                BackgroundOptions.madeUp(
                    seed: BackgroundOptions.judgingPeople, rate: 50, besides: teaching.labels, hasGravity: hasGravity
                ).sessions
        }
        if teaching.budget != nil {
            Output.note(
                String(
                    printing: "motionq: the model keeps to %.3g false events an hour; what is unknown to it is chosen again", most))
        }
        return TeachingBackground(sessions: sessions, isMadeUp: background.isMadeUp, mostPerHour: most)
    }

    /// By examples that are made now.
    private func teach(_ teaching: inout Teaching, at port: String) throws {
        let live = LiveExamples(
            labels: try commaSeparated(labels ?? "", "--labels"), count: examples, choice: ChosenPort(port: port, manner: manner),
            keep: keep?.path, speaks: !quiet, json: json)
        try teaching.requireEnough(live.labels, each: examples)
        let recording = try live.record(
            teaching.strokes, rate: teaching.rate, needed: teaching.features)
        let missed = try teaching.teach(recording, live.labels)
        guard missed > 0 else { return }
        let all = live.labels.count * live.count
        Output.note(
            "motionq: \(missed) of \(all) examples would not be cut out of the motion like that again; hold still before and after "
                + "each gesture, or make more of them")
    }

    private func examples(for teaching: Teaching) throws -> DataSet {
        let classes = try labels.map { try commaSeparated($0, "--labels") }
        let rule = LabelRule(kept: classes, renamed: try labelMap(map), dropped: classes == nil ? LabelRule.usualRestLabels : [])
        let read = try recordedUnits.readRecordings(recordingFiles(at: data.paths), userAcceleration: userAcceleration)
        let examples = try DataSet(read, options: teaching.options(rule))
        guard let subjects else { return examples }
        let names = spelled(try commaSeparated(subjects, "--subjects"), among: examples.subjects)
        if let stranger = names.first(where: { !examples.subjects.contains($0) }) {
            throw DataSetError.unknown(kind: "subject", name: stranger, known: examples.subjects)
        }
        return examples.selecting(subjects: Set(names))
    }
}
