import ArgumentParser
import Evaluation
import Files
import ModelConversion
import ModelFile
import Presentation
import Recording

struct EvaluateVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "evaluate",
        abstract: "Compare a model's Q15 network with its float network and with the truth, on labelled recordings.",
        discussion: """
            Each recording streams through both networks as overlapping windows. Recordings are brought to the model's rate and cut where \
            samples are missing. A window's true label is that of most of its samples; windows without one, because the model does not know \
            the label, stream through and are in no figure.
            """)

    @Option(help: "The model file; it must hold the float and the Q15 network.") var model: String
    @OptionGroup var labelled: LabelledRecordings
    @OptionGroup var decision: DecisionChoice
    @Flag(help: "One JSON object on standard output.") var json = false
    @Option(help: "Write a page with figures to this HTML file.") var report: String?

    func validate() throws {
        if let report {
            try requireApart(report, called: "the report", option: "--report", from: [model] + withRecordings(labelled.data))
        }
    }

    func run() throws {
        try reportingRefusals {
            if let report { try WholeFile.requireReplaceable(fileAt: report) }
            let model = try Model(readingFileAt: self.model)
            let pair = try pair(of: model)
            let files = try recordingFiles(at: labelled.data)
            let data = try labelled.dataSet(files, for: model.description, self.model)
            for warning in data.warnings { Output.note("motionq: \(warning)") }
            let result = try Evaluator(pair, decision: decision.parameters(over: model.decision)).evaluate(data)
            var leftOut = data.leftOut
            leftOut.unlabelledWindows = 0  // streamed here, not left out; the result itself says that they are not scored
            let subject = ReportSubject(
                model: self.model, recordings: data.pathsWithWindows, notes: labelled.withoutWindows(data) + leftOut.sentences)
            // What people see; programs get the names as they are.
            var shown = subject
            shown.model = printable(subject.model)
            shown.recordings = subject.recordings.map(printable)
            if let report {
                try WholeFile.replace(fileAt: report, with: Array(EvaluationPage(result, of: shown).html.utf8))
                Output.noteLink(report)
            }
            if json {
                Output.json(result.json(of: subject))
                for warning in result.warnings { Output.note("motionq: \(warning)") }
            } else {
                Output.text(EvaluationTable(result, of: shown).text)
                Output.next("motionq run --port auto --model \(printable(self.model))\(decision.arguments)")
            }
        }
    }

    private func pair(of model: Model) throws -> NetworkPair {
        guard let float = model.floatModel else {
            throw Refusal(.badData, "\(self.model) holds no float network, so there is nothing to compare its Q15 network with")
        }
        return try NetworkPair(float, quantized: model.requireQuantized(in: self.model))
    }
}
