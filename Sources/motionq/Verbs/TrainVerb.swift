import ArgumentParser
import Files
import Foundation
import MotionQWorkshop

struct TrainVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Train a network on labelled recordings and quantize it.",
        discussion: """
            An LSTM learns from overlapping windows that are varied anew in every epoch. With validation subjects the weights that do best on \
            them are kept; Ctrl-C ends with the best so far. The same recordings, options and seed give the same file, byte for byte, on one machine.

            \(allOptions(of: "train"))
            """)

    @OptionGroup(title: "Recordings") var recordings: TrainingDataOptions
    @OptionGroup(title: "Network and training") var settings: TrainingSettings
    @OptionGroup(title: "Search") var search: SearchOptions
    // Read before the options are, so that these win (`Recipe`).
    @Option(help: "Take options from this file; given ones win.") var recipe: InputPath?
    @Option(help: "Write the options that are given into this file.") var saveRecipe: OutputPath?
    @Option(name: .shortAndLong, help: "The model file to write.") var output: OutputPath
    @Flag(help: .rare("Also show each layer's formats, ranges and noise.")) var details = false
    @Flag(help: "JSON Lines on standard output.") var json = false

    func validate() throws {
        try recordings.check()
        try settings.check()
        try search.check()
        let request = try request
        try refusing(search.search == nil ? request.check : searching(request).check)
    }

    func run() throws {
        try reportingRefusals {
            Interrupt.install()
            try WholeFile.requireReplaceable(fileAt: output.path)
            for other in [search.report, saveRecipe] { if let other { try WholeFile.requireReplaceable(fileAt: other.path) } }
            let display: any TrainingDisplay = json ? TrainingJSON() : TrainingView(details: details)
            do {
                try write(trained(display), display)
            } catch is CancellationError {
                Output.note(
                    "motionq: stopped before the network had learned anything (interrupted, or the output is not read); nothing was written"
                )
                throw ExitCode(128 + SIGINT)
            }
        }
    }

    private var request: TrainingRequest {
        get throws {
            var request = TrainingRequest(try recordings.request)
            request.background = recordings.background.request(read: recordings.reader)
            request.settings = settings.request
            request.leavesOneSubjectOut = recordings.leaveOneSubjectOut
            request.madeBy = "motionq train"
            return request
        }
    }

    private func searching(_ request: TrainingRequest) -> SearchRequest {
        var searching = SearchRequest(training: request)
        searching.budget = search.budget
        return searching
    }

    private func trained(_ display: any TrainingDisplay) throws -> TrainedNetwork {
        var request = try request
        if search.search != nil {
            let found = try searching(request).run(display.show, isCancelled: { Interrupt.isRaised })
            display.show(found)
            if let report = search.report {
                let page = FrontPage(found, named: URL(filePath: output.path).lastPathComponent)
                try WholeFile.replace(fileAt: report.path, with: Array(page.html.utf8))
                Output.noteLink(report.path)
            }
            guard !Interrupt.isRaised else { return try found.triedNetwork() }
            request = found.training
        }
        return try request.run(display.show, isCancelled: { Interrupt.isRaised })
    }

    private func write(_ trained: TrainedNetwork, _ display: any TrainingDisplay) throws {
        let quantized = try trained.quantized(measuresNoise: details || json)
        if let remark = quantized.remark { display.show(TrainingProgress.remark(remark)) }
        try quantized.model.write(toFileAt: output.path)
        Output.noteLink(output.path)
        if let saveRecipe {
            try WholeFile.replace(fileAt: saveRecipe.path, with: Array(Recipe.given(in: CommandLineBytes.words).text.utf8))
            Output.noteLink(saveRecipe.path)
        }
        display.show(quantized.report, try quantized.verdict(measuresNoise: false), of: trained.parts, output.path)
    }
}
