import ArgumentParser
import Evaluation
import Files
import Foundation
import ModelConversion
import ModelFile
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
    @Option(parsing: .upToNextOption, help: "Recordings (CSV, also gzip) or folders of them.") var data: [String]
    @Option(help: "Only these subjects, separated by commas.") var subjects: String?
    @Option(help: "from=to: a label of the recordings means this label of the model; may be repeated.") var map: [String] = []
    @Flag(help: "Of the book's 14-column recordings take the acceleration without gravity.") var userAcceleration = false
    @Flag(help: "One JSON object on standard output.") var json = false
    @Option(help: "Write a page with figures to this HTML file.") var report: String?

    func validate() throws {
        guard !data.isEmpty else { throw ValidationError("--data needs a recording or a folder") }
        _ = try renamed
        let inputs = try? recordingFiles(at: data)
        for path in [model] + (inputs ?? data)
        where report.map({ CalibrationOptions.resolved($0) == CalibrationOptions.resolved(path) }) == true {
            throw ValidationError("\(path) would be overwritten by the report; choose another --report")
        }
    }

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: self.model)
            let pair = try pair(of: model)
            let files = try recordingFiles(at: data)
            let data = try dataSet(files.map { try readRecording($0, userAcceleration: userAcceleration) }, model.description)
            let result = try Evaluator(pair).evaluate(data.sessionsWithWindows)
            var leftOut = data.leftOut
            leftOut.unlabelledWindows = 0  // streamed here, not left out; the result itself says that they are not scored
            let subject = ReportSubject(
                model: self.model, recordings: data.pathsWithWindows, notes: withoutWindows(data) + leftOut.sentences)
            if let report { try write(EvaluationPage(result, of: subject).html, to: report) }
            if json {
                Output.json(result.json(of: subject))
                for warning in result.warnings { Output.note("motionq: \(warning)") }
            } else {
                Output.text(EvaluationTable(result, of: subject).text)
            }
        }
    }

    private func pair(of model: Model) throws -> NetworkPair {
        guard let float = model.floatModel else {
            throw Refusal(.badData, "\(self.model) holds no float network, so there is nothing to compare its Q15 network with")
        }
        guard let quantized = model.quantized else {
            throw Refusal(.badData, "\(self.model) holds no Q15 network; import or quantize it first")
        }
        return try NetworkPair(float, quantized: quantized)
    }

    private func write(_ page: String, to path: String) throws {
        do {
            try WholeFile.replace(fileAt: path, with: Array(page.utf8))
        } catch {
            throw Refusal(.inputOutput, "\(path) cannot be written; choose another --report")
        }
    }
}
