import ArgumentParser
import ModelFile

struct InfoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what a model file holds: layers, shapes, Q-formats, bytes, labels, window, rate.")

    @Argument(help: "The model file.") var model: String
    @Flag(help: "One JSON object on standard output.") var json = false

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: self.model)
            let summary = ModelSummary(model)
            if json { Output.json(summary.json(path: self.model)) } else { Output.text(summary.text(path: self.model)) }
        }
    }
}
