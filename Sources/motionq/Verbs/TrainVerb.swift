import ArgumentParser
import Files
import Foundation
import ModelConversion
import ModelFile
import Recording
import ReferenceModel
import Training
import Windows

struct TrainVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "train",
        abstract: "Train a network on labelled recordings, quantize it, and say what fixed point cost.",
        discussion: """
            Stacked LSTM layers and a dense head learn from overlapping windows that are varied differently in every epoch. With validation subjects \
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
            try WholeFile.requireReplaceable(fileAt: output)
            let parts = try recordings.read()
            let policies = try settings.policies(parts)
            let rest = try restLabel(parts.training.classes)
            try requireReadable(parts.training, rest)
            let display: any TrainingDisplay = json ? TrainingJSON() : TrainingView()
            display.show(parts)
            if recordings.leaveOneSubjectOut { try examineEachSubject(parts.training, policies[0], display) }
            var candidates: [Candidate] = []
            for policy in policies where !Interrupt.isRaised {
                do {
                    candidates.append(try train(parts, policy, display))
                } catch let error as TrainingError where !candidates.isEmpty {
                    Output.note("motionq: with the state carried, \(error); the other network is kept")
                }
            }
            // The first of equals; without validation there is only one.
            let best = candidates.min { $0.loss < $1.loss }
            guard let best, best.trainer.steps > 0 else {
                Output.note(
                    "motionq: stopped before the network had learned anything (interrupted, or nobody reads the output); nothing was written"
                )
                throw ExitCode(128 + SIGINT)
            }
            if candidates.count > 1 { display.show(chosen: best.policy) }
            try write(best, parts, rest, display)
        }
    }

    /// Refuses, before anything is learned, a model that could not be read.
    private func requireReadable(_ data: DataSet, _ rest: String?) throws {
        let description = ModelDescription(
            labels: data.classes, restLabel: rest, schedule: WindowSchedule(length: data.options.window, hop: data.options.hop),
            statePolicy: .reset, rate: data.rate, inputs: try settings.features.map { InputFeature(name: $0) })
        do throws(ModelFault) {
            try description.requireReadable()
        } catch {
            let mend = error.part == .labels ? "; rename it with --map from=to, or name the classes with --labels" : ""
            throw Refusal(.badData, "no model can be made of these recordings: it \(error.problem)\(mend)")
        }
    }

    /// A network that was trained, and how well it did on the validation subjects.
    private struct Candidate {
        var policy: StatePolicy
        var trainer: Trainer
        var result: TrainingResult

        var loss: Double {
            result.history.first { $0.epoch == result.bestEpoch }?.validation?.loss ?? .infinity
        }
    }

    private func train(
        _ parts: TrainingParts, _ policy: StatePolicy, _ display: any TrainingDisplay
    ) throws -> Candidate {
        let trainer = try trainer(parts.training, validation: parts.validation, policy)
        display.begin(trainer, policy)
        do throws(TrainingError) {
            let result = try trainer.run(isStopped: { Interrupt.isRaised }, report: display.show)
            display.finish(result)
            return Candidate(policy: policy, trainer: trainer, result: result)
        } catch {
            display.close()
            throw error
        }
    }

    private func trainer(_ training: DataSet, validation: DataSet?, _ policy: StatePolicy) throws -> Trainer {
        try Trainer(
            training: training, validation: validation, features: settings.features, options: settings.options(policy))
    }

    /// Leaves everyone out once. Nobody decides when to stop: a person who did would not be unseen.
    private func examineEachSubject(
        _ data: DataSet, _ policy: StatePolicy, _ display: any TrainingDisplay
    ) throws {
        var accuracies: [Double] = []
        for fold in try data.leavingOneSubjectOut() {
            let trainer = try trainer(fold.training, validation: nil, policy)
            _ = try trainer.run(isStopped: { Interrupt.isRaised })
            if Interrupt.isRaised { return }
            let score = trainer.score(fold.test)
            accuracies.append(score.accuracy)
            display.show(leftOut: fold.heldOut, windows: fold.test.windows.count, accuracy: score.accuracy)
        }
        display.show(meanOfLeftOut: accuracies)
    }

    private func write(
        _ candidate: Candidate, _ parts: TrainingParts, _ rest: String?, _ display: any TrainingDisplay
    ) throws {
        let trained = candidate.trainer.trainedModel(restLabel: rest, rate: parts.training.rate)
        let conversion = try Conversion(of: trained, sessions: parts.training.sessions)
        try conversion.model(provenance: provenance(candidate, parts)).write(toFileAt: output)
        Output.noteLink(output)
        let verdicts = try parts.judged.map { try TrainingVerdict(of: conversion.pair, on: $0.data, called: $0.name) }
        display.show(conversion.report, verdicts, output)
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
    private func provenance(_ candidate: Candidate, _ parts: TrainingParts) -> [String: String] {
        var facts = [
            "source": "motionq train",
            "seed": "\(settings.seed)",
            "options": settings.summary(candidate.policy),
            "training": parts.training.fingerprint,
            "calibration": "training recordings",
            "epochs": "\(candidate.result.history.count)",
            "kept_epoch": "\(candidate.result.bestEpoch)",
            "end": candidate.result.end.rawValue,
            "kernels": candidate.trainer.kernelName,
        ]
        if let validation = parts.validation { facts["validation"] = validation.fingerprint }
        return facts
    }
}
