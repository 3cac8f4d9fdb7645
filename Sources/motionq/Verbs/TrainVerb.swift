import ArgumentParser
import Files
import Formatting
import Foundation
import Models
import MotionCore
import Quantization
import Recordings
import Training

struct TrainVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Train a network on labelled recordings, quantize it, and say what fixed point cost.",
        discussion: """
            Stacked LSTM layers and a dense head learn from overlapping windows that are varied differently in every epoch; with --layers 0 a \
            perceptron learns from single samples, as a posture needs no more. With validation subjects the weights that do best on them are kept; Ctrl-C ends training with the best so far. The same recordings, options and seed \
            give the same file, byte for byte, on the same machine.
            """)

    @OptionGroup(title: "Recordings") var recordings: TrainingDataOptions
    @OptionGroup(title: "Network and training") var settings: TrainingSettings
    @OptionGroup(title: "Search") var search: SearchOptions
    @Option(name: .shortAndLong, help: "The model file to write.") var output: OutputPath
    @Flag(help: "JSON Lines on standard output.") var json = false

    func validate() throws {
        try recordings.check()
        try settings.check()
        try settings.checkState(recordings, search)
        try search.check(recordings, settings)
    }

    func run() throws {
        try reportingRefusals {
            Interrupt.install()
            try WholeFile.requireReplaceable(fileAt: output.path)
            if let report = search.report { try WholeFile.requireReplaceable(fileAt: report.path) }
            let display: any TrainingDisplay = json ? TrainingJSON() : TrainingView()
            guard search.search != nil else { return try train(display, .usual) }
            let searching = Search(options: search, recordings: recordings, settings: settings, display: display)
            guard var found = try searching.run() else { throw nothingLearned() }
            if let report = search.report {
                let page = FrontPage(result: found.result, name: URL(filePath: output.path).lastPathComponent)
                try WholeFile.replace(fileAt: report.path, with: Array(page.html.utf8))
                Output.noteLink(report.path)
            }
            guard !Interrupt.isRaised else {
                found.parts.rest = try restLabel(found.parts.training.classes)
                return try write(found.network, found.parts, display)
            }
            var verb = self
            (verb.recordings, verb.settings) = (found.recordings, found.settings)
            try verb.train(display, found.choice.variation)
        }
    }

    private func train(_ display: any TrainingDisplay, _ variation: SearchVariation) throws {
        let learning = Learning(settings: settings, display: display, variation: variation)
        var parts = try learning.parts(of: recordings)
        let policies = try settings.policies(parts)
        parts.rest = try restLabel(parts.training.classes)
        try recordings.addBackground(to: &parts, hasState: settings.hasState)
        // What cannot be trained is refused before anything else is said.
        _ = try trainer(parts.training, policies[0], learning)
        display.show(parts)
        if recordings.leaveOneSubjectOut { try examineEachSubject(parts.training, policies[0], learning) }
        guard let best = try learning.network(of: parts, policies: policies), best.trainer.steps > 0 else { throw nothingLearned() }
        try write(best, parts, display)
    }

    private func nothingLearned() -> ExitCode {
        Output.note(
            "motionq: stopped before the network had learned anything (interrupted, or nobody reads the output); nothing was written"
        )
        return ExitCode(128 + SIGINT)
    }

    private func trainer(_ training: DataSet, _ policy: StatePolicy, _ learning: Learning) throws -> Trainer {
        var options = learning.options(policy, for: training)
        if !settings.lengthIsAskedFor { options.length = .untold }
        return try Trainer(training: training, validation: nil, features: settings.features, options: options)
    }

    /// Leaves everyone out once. Nobody decides when to stop: a person who did would not be unseen.
    private func examineEachSubject(
        _ data: DataSet, _ policy: StatePolicy, _ learning: Learning
    ) throws {
        var accuracies: [Double] = []
        for fold in try data.leavingOneSubjectOut() {
            let trainer = try trainer(fold.training, policy, learning)
            _ = try trainer.run(isStopped: { Interrupt.isRaised })
            if Interrupt.isRaised { return }
            let score = trainer.score(fold.test)
            accuracies.append(score.accuracy)
            learning.display.show(leftOut: fold.heldOut, windows: fold.test.windows.count, accuracy: score.accuracy)
        }
        learning.display.show(meanOfLeftOut: accuracies)
    }

    private func write(
        _ candidate: Learning.Candidate, _ parts: TrainingParts, _ display: any TrainingDisplay
    ) throws {
        let trained = candidate.trainer.trainedModel(
            restLabel: parts.rest, rate: parts.training.rate, temperature: candidate.temperature)
        let conversion = try Conversion(of: trained, sessions: parts.training.sessions)
        var model = conversion.model(provenance: provenance(candidate, parts))
        if settings.unknown { try candidate.addDetector(to: &model, conversion.pair, parts) }
        try model.write(toFileAt: output.path)
        Output.noteLink(output.path)
        let verdicts = try parts.judged.map { try TrainingVerdict(of: conversion.pair, on: $0.data, called: $0.name) }
        display.show(conversion.report, verdicts, of: parts, output.path)
    }

    /// The label that is named, or the only one that looks like it.
    private func restLabel(_ classes: [String]) throws -> String? {
        if let rest = settings.rest {
            guard classes.contains(rest) else {
                throw Refusal(.badData, "--rest names “\(rest)”, but the classes are \(classes.joined(separator: ", "))")
            }
            return rest
        }
        let alike = classes.filter { LabelRule.usualRestLabels.contains($0.lowercased()) }
        return alike.count == 1 ? alike[0] : nil
    }

    /// Says how the file came about. Nothing here depends on when or where.
    private func provenance(_ candidate: Learning.Candidate, _ parts: TrainingParts) -> [String: String] {
        var facts = [
            "source": "motionq train",
            "seed": "\(settings.seed)",
            "options": settings.summary(candidate.policy, candidate.options),
            "training": parts.training.fingerprint,
            "calibration": "training recordings",
            "epochs": "\(candidate.result.history.count)",
            "kept_epoch": "\(candidate.result.bestEpoch)",
            "end": candidate.result.end.rawValue,
            "kernels": candidate.trainer.kernelName,
        ]
        if candidate.temperature != 1 { facts["temperature"] = String(printing: "%.3f", candidate.temperature) }
        if let validation = parts.validation { facts["validation"] = validation.fingerprint }
        if !parts.madeUpBackground.isEmpty { facts["made_up_background"] = parts.madeUpBackground.joined(separator: ", ") }
        if parts.way == .time { facts["validated_on"] = "later motion of the same sessions" }
        return facts
    }
}
