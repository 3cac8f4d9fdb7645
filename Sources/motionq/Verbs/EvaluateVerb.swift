import ArgumentParser
import Evaluation
import EvaluationReports
import Files
import Formatting
import Models
import MotionQWorkshop
import Quantization
import Recordings

struct EvaluateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Compare Q15, float and the truth on labelled recordings.",
        discussion: """
            Each recording streams through both networks as overlapping windows, at the model's rate. A window's true label is that of most of \
            its samples. Every event in --background is false. Several models are compared on the same recordings.

            \(allOptions(of: "evaluate"))
            """)

    // Before what must be given, so that a list of the chips needs nothing else.
    @OptionGroup(visibility: .hidden) var chips: ChipOption
    @Option(parsing: .upToNextOption, help: "The model file, or several, with float and Q15 network.") var model: [InputPath]
    @OptionGroup var labelled: LabelledRecordings
    @Option(parsing: .upToNextOption, help: "Motion in which nothing should happen: recordings or folders.") var background:
        [InputPath] = []
    @OptionGroup var decision: DecisionChoice
    @Option(
        name: .customLong("repeat"),
        help: .rare("Evaluate the recordings of --data so many times over: to see what much motion takes.")) var times = 1
    @Option(
        help: .rare(
            """
            Turn every session of --data by a random rotation of this seed: what becomes of the model where the sensor is \
            mounted in any way.
            """, valueName: "seed"))
    var turned: UInt64?
    @Flag(help: "One JSON object for each model on standard output.") var json = false
    @Option(help: "Write a page with figures to this HTML file.") var report: OutputPath?
    @OptionGroup var page: PageOption

    func validate() throws {
        guard !model.isEmpty else { throw ValidationError("--model needs a model file") }
        guard !labelled.data.isEmpty || !background.isEmpty else {
            throw ValidationError("--data needs a recording or a folder, or --background does")
        }
        if page.page != nil, model.count > 1 || labelled.data.isEmpty {
            throw ValidationError("--page shows one model on labelled recordings: one --model, and --data")
        }
        try refusing { () throws(RequestError) in try RequestError.require(.repeat, times, in: 1...1_000_000) }
    }

    /// What is asked of a model, and what it takes of the chip that was named.
    private func request(_ path: String) throws -> (evaluation: EvaluationRequest, load: ChipLoad?) {
        let model = try Model(readingFileAt: path)
        var request = try EvaluationRequest(model, named: path)
        let turning = turned.map(SessionTurning.init(seed:))
        request.data = labelled.data.isEmpty ? nil : try labelled.request(turned: turning)
        request.background = background.isEmpty ? nil : RecordingSource(paths: background.paths, reader: labelled.reader)
        request.decision = decision.parameters(over: model.decision)
        request.times = times
        request.wording = CommandWording()
        return (request, try chips.load(of: model, named: path, decision: request.decision))
    }

    func run() throws {
        try reportingRefusals {
            if let report { try WholeFile.requireReplaceable(fileAt: report.path) }
            // Whatever is wrong with one of the models is said before an hour is spent on another.
            let requests = try model.map { try request($0.path) }
            let evaluations = try requests.map { try $0.evaluation.run { Output.note($0.note) } }
            let shown = evaluations.map(\.shown)
            if let report {
                let page = shown.count == 1 ? EvaluationPage(shown[0]).html : ComparisonPage(shown).html
                try WholeFile.replace(fileAt: report.path, with: Array(page.utf8))
                Output.noteLink(report.path)
            }
            if json {
                for (evaluation, load) in zip(evaluations, requests.map(\.load)) {
                    var line = evaluation.json
                    if let load { line.add("chip", load.json) }
                    Output.json(line)
                    for warning in evaluation.result.warnings { Output.note("motionq: \(warning)") }
                }
            } else {
                Output.text(shown.count == 1 ? EvaluationTable(shown[0]).text : ComparisonTable(shown).text)
                for (index, request) in requests.enumerated() {
                    guard let load = request.load else { continue }
                    Output.text("\n" + (shown.count == 1 ? "" : "[\(index + 1)] ") + load.text)
                }
            }
            if let port = page.page {
                try EvaluatedPage(requests[0].evaluation, shown[0]).serve(at: port)
            } else if !json, shown.count == 1 {
                Output.next("motionq run --port auto --model \(path: model[0].path)\(options: decision.options)")
            }
        }
    }
}
