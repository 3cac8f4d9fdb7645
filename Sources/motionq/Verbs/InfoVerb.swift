import ArgumentParser
import Models

struct InfoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what a model file holds.")

    @OptionGroup var named: NamedModel
    @Flag(help: "One JSON object on standard output.") var json = false

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: named.path)
            let summary = ModelSummary(model)
            if json { Output.json(summary.json(path: named.path)) } else { Output.text(summary.text(path: named.path)) }
        }
    }
}
