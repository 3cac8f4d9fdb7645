import ArgumentParser
import Foundation
import ModelFile
import Recording
import ReferenceModel
import Training

struct TrainVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Train a network on labelled recordings, quantise it, and say what fixed point cost.",
        discussion: """
            Stacked LSTM layers and a dense head learn from overlapping windows that are varied anew in every epoch. With validation subjects \
            the weights that do best on them are kept; Ctrl-C ends training with the best so far. The same recordings, options and seed \
            give the same file, byte for byte, on the same machine.
            """)

    @OptionGroup(title: "Recordings") var recordings: TrainingDataOptions
    @OptionGroup(title: "Network and training") var settings: TrainingSettings
    @Option(name: .shortAndLong, help: "The model file to write.") var output: String
    @Flag(help: "JSON Lines on standard output.") var json = false

    func validate() throws {
        try recordings.check(output: output)
        try settings.check()
    }

    func run() throws {
        try reportingRefusals {
            Interrupt.install()
            let parts = try recordings.read()
            let display: any TrainingDisplay = json ? TrainingJSON() : TrainingView()
            display.show(parts)
            if recordings.leaveOneSubjectOut { try examineEachSubject(parts.training, display) }
            let trainer = try trainer(parts.training, validation: parts.validation)
            display.begin(trainer)
            let result: TrainingResult
            do {
                result = try trainer.run(isStopped: { Interrupt.isRaised }, report: display.show)
            } catch let error as TrainingError {
                display.close()
                throw error
            }
            display.finish(result)
            try write(trainer, result, parts, display)
        }
    }

    private func trainer(_ training: DataSet, validation: DataSet?) throws -> Trainer {
        try Trainer(training: training, validation: validation, features: settings.features, options: settings.options)
    }

    /// Leaves everyone out once. Nobody decides when to stop: a person who did would not be unseen.
    private func examineEachSubject(_ data: DataSet, _ display: any TrainingDisplay) throws {
        var accuracies: [Double] = []
        for fold in try data.leavingOneSubjectOut() {
            let trainer = try trainer(fold.training, validation: nil)
            _ = try trainer.run(isStopped: { Interrupt.isRaised })
            if Interrupt.isRaised { return }
            let score = trainer.score(fold.test)
            accuracies.append(score.accuracy)
            display.show(leftOut: fold.heldOut, windows: fold.test.windows.count, accuracy: score.accuracy)
        }
        display.show(meanOfLeftOut: accuracies)
    }

    private func write(
        _ trainer: Trainer, _ result: TrainingResult, _ parts: TrainingParts, _ display: any TrainingDisplay
    ) throws {
        let network = trainer.trainedNetwork(restLabel: try restLabel(parts.training.classes), rate: parts.training.rate)
        let quantised = try quantiseAndReport(network, calibration: parts.training.sessions)
        let model = quantised.model(provenance: provenance(trainer, result, parts))
        try model.write(toFileAt: output)
        let judged = parts.judged.map { ($0.name, $0.data) }
        let verdicts = try judged.map { name, data in
            try TrainingVerdict(of: quantised.pair, on: data, called: name)
        }
        display.show(quantised.report, verdicts, output)
    }

    /// The label that is named, or the only one that looks like it.
    private func restLabel(_ classes: [String]) throws -> String? {
        if let rest = settings.rest {
            guard classes.contains(rest) else {
                throw Refusal(.badData, "--rest names “\(rest)”, but the classes are \(classes.joined(separator: ", "))")
            }
            return rest
        }
        let alike = classes.filter { ["rest", "rest_it", "idle", "nothing", "none"].contains($0.lowercased()) }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Says how the file came about. Nothing here depends on when or where.
    private func provenance(_ trainer: Trainer, _ result: TrainingResult, _ parts: TrainingParts) -> [String: String] {
        var facts = [
            "source": "motionq train",
            "seed": "\(settings.seed)",
            "options": settings.summary,
            "training": parts.training.fingerprint,
            "calibration": "training recordings",
            "epochs": "\(result.history.count)",
            "kept_epoch": "\(result.bestEpoch)",
            "end": result.end.rawValue,
            "kernels": trainer.kernelName,
        ]
        if let validation = parts.validation { facts["validation"] = validation.fingerprint }
        return facts
    }
}
