import ArgumentParser
import Formatting
import Models
import MotionCore
import Quantization

struct InfoVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", abstract: "Show what a model file holds, and what it takes of a chip.")

    // Before the model, so that a list of the chips needs none.
    @OptionGroup var chips: ChipOption
    @OptionGroup var named: NamedModel
    @Flag(help: "One JSON object on standard output.") var json = false

    func run() throws {
        try reportingRefusals {
            let model = try Model(readingFileAt: named.path)
            let load = try chips.load(of: model, named: named.path, decision: model.decision ?? DecisionParameters())
            let summary = ModelSummary(model)
            if json {
                var line = summary.json(path: named.path)
                if let load { line.add("chip", load.json) }
                Output.json(line)
            } else {
                Output.text(([load?.text, summary.text(path: named.path)].compactMap { $0 }).joined(separator: "\n\n"))
            }
        }
    }
}
