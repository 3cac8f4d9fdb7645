import ArgumentParser
import Files
import Formatting
import Models
import MotionQWorkshop

struct TeachVerb: ParsableCommand, ReplacesItsModel {
    static let configuration = CommandConfiguration(
        commandName: "teach",
        abstract: "Teach a network of strokes one's own gestures.",
        discussion: """
            Takes one, three or five examples of each gesture, each a stretch of its own, and sets the last layer of a network that tells \
            strokes apart. The model remembers them: taught again, it gains labels or examples.

            \(allOptions(of: "teach"))
            """)

    @Option(help: "Make the examples now, on this device. Needs --labels.") var port: String?
    @OptionGroup var manner: PortManner
    @OptionGroup var captures: CaptureOptions
    @Option(help: "With --port: examples of each label.") var examples = 3
    @Option(help: .rare("With --port: keep what was recorded in this file (CSV), which is not there yet.")) var keep: OutputPath?
    @OptionGroup var page: PageOption
    @Flag(help: .rare("Do not speak, also if espeak-ng is installed.")) var quiet = false
    @Option(help: "The model file to go on with. Default: the built-in network.") var model: InputPath?
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [InputPath] = []
    @Option(help: "Labels to take away, separated by commas.") var forget: String?
    @Flag(help: .rare("Forget all labels that the model has; needed if it was trained, not taught.")) var anew = false
    @Flag(help: "Also tell what is unlike all examples: unknown.") var unknown = false
    @OptionGroup var background: BackgroundOptions
    @Option(help: .rare("With background: false events that are allowed in an hour.")) var maxFalsePerHour: Double?
    @Flag(
        help: .rare(
            """
            Set the last layer by a device's integers (export --teachable), so that the device can go on with it.
            """))
    var headAlone = false
    @Option(help: "The labels in their order, separated by commas.") var labels: String?
    @Option(help: .rare("from=to: rename a label; may be repeated.")) var map: [String] = []
    @Option(help: .rare("Only these subjects, separated by commas.")) var subjects: String?
    @OptionGroup var acceleration: AccelerationOption
    @Option(help: .rare("Seed of what is varied and made up.")) var seed: UInt64 = 1
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
        try refusing { () throws(RequestError) in try RequestError.requireBudget(maxFalsePerHour) }
        guard
            !headAlone
                || (!unknown && maxFalsePerHour == nil && background.background.isEmpty && background.madeUpBackground != true)
        else {
            throw ValidationError("a device cannot tell the unknown by itself: leave --head-alone out, or --unknown and background")
        }
    }

    private func checkLive() throws {
        try captures.check([port].compactMap { $0 })
        guard let port else {
            guard captures.capture == nil else { throw ValidationError("--capture is for examples that are made with --port") }
            guard keep == nil, page.page == nil else {
                throw ValidationError("--keep and --page are for examples that are made with --port")
            }
            return
        }
        try requireText(port, "--port")
        try manner.foreign.sent.requireUnitsOfDevice()
        guard data.isEmpty, let labels else {
            throw ValidationError("--port makes examples of the gestures that --labels names; leave --data out")
        }
        let names = try motionq.labels(in: labels, "--labels")
        if let bad = names.first(where: { !RecordingFolder.isGood($0) || $0 == ExamplePlan.restLabel }) {
            throw ValidationError("--labels: “\(printable(bad))” is no name for a gesture")
        }
        guard Set(names).count == names.count else { throw ValidationError("--labels names each gesture once") }
        try refusing { () throws(RequestError) in
            try RequestError.require(.examples, examples, in: 1...ExamplePlan.most)
        }
        guard map.isEmpty, subjects == nil else { throw ValidationError("--map and --subjects are for --data") }
        guard keep.map({ FileKind(at: $0.path) == nil }) ?? true else {
            throw ValidationError("\(printable(keep?.path ?? "")) is there already; --keep writes a new file")
        }
    }

    func run() throws {
        try reportingRefusals {
            try WholeFile.requireReplaceable(fileAt: output.path)
            var request =
                if let model {
                    TeachingRequest(try Model(readingFileAt: model.path), named: model.path)
                } else {
                    TeachingRequest(try BaseModel.read(), named: BaseModel.name)
                }
            var reader = manner.foreign.sent.said.reader
            reader.userAccelerationOnly = acceleration.userAcceleration
            request.startsAnew = model == nil || anew
            (request.tellsUnknown, request.headAlone, request.seed) = (unknown, headAlone, seed)
            request.forgotten = try forget.map { try commaSeparated($0, "--forget") } ?? []
            request.examples = RecordingSource(paths: data.paths, reader: reader)
            request.labels = try labels.map { try commaSeparated($0, "--labels") }
            request.subjects = try subjects.map { try commaSeparated($0, "--subjects") }
            request.renamed = try labelMap(map)
            request.background = background.request(read: reader)
            request.mostFalsePerHour = maxFalsePerHour
            request.examplesToMake = port.map { _ in examples }
            let taught = try request.run {
                Output.note("motionq: \($0.sentence)")
            } making: { plan in
                let name = port ?? ""
                return try LiveExamples(
                    choice: ChosenPort(port: name, manner: manner, scene: captures.scene(name, manner, verb: "teach")),
                    keep: keep?.path, speaks: !quiet, json: json,
                    page: page.page
                ).record(plan)
            }
            try taught.model.write(toFileAt: output.path)
            if json { Output.json(taught.json(output.path)) } else { Output.text(taught.text) }
            for note in taught.notes { Output.note("motionq: \(note)") }
            Output.noteLink(output.path)
            if let port, PortScene.captured(port) != nil { return }
            Output.next("motionq run --port \(path: port ?? "auto")\(options: manner.foreign.words) --model \(path: output.path)")
        }
    }
}
