import Models
import MotionCore
import Recordings
import Training

/// From recordings, taken apart, to the network that is kept.
struct Learning {
    let settings: TrainingSettings
    let display: any TrainingDisplay
    var variation = SearchVariation.usual

    /// A network that was trained, and how well it did on the validation.
    struct Candidate {
        var policy: StatePolicy
        var trainer: Trainer
        var result: TrainingResult
        var options: TrainingOptions
        /// The training in which some were kept out to judge how long it pays, if there was one.
        var rehearsal: Rehearsal?
        /// By what its logits are divided.
        var temperature = 1.0

        var best: EpochReport? { result.history.first { $0.epoch == result.bestEpoch } }
    }

    /// Where nobody is there to find out. Label smoothing and variation leave a network less sure than it is right: on GestureIt
    /// 0.8 to 0.9 meets best how often strangers' windows are right.
    private static let usualTemperature = 0.85

    /// A training without some of the people.
    struct Rehearsal {
        var trainer: Trainer
        var learners: DataSet
        var judges: DataSet
    }

    func options(_ policy: StatePolicy, for training: DataSet) -> TrainingOptions {
        settings.options(
            policy, people: variation.people(training.subjects.count), isOfStrokes: training.options.strokes != nil)
    }

    /// Learns, and says how it goes; nil if it was interrupted before anything was learned.
    func network(of parts: TrainingParts, policies: [StatePolicy]) throws -> Candidate? {
        guard let validation = parts.validation else { return try networkWithoutValidation(of: parts.training, policies[0]) }
        var candidates: [Candidate] = []
        for policy in policies where !Interrupt.isRaised {
            do {
                candidates.append(try train(parts.training, validation: validation, policy))
            } catch let error as TrainingError where !candidates.isEmpty {
                Output.note("motionq: with the state carried, \(error); the other network is kept")
            }
        }
        guard var best = candidates.first else { return nil }
        if candidates.count > 1, !Interrupt.isRaised {
            let comparison = PolicyComparison(reset: best.trainer, carried: candidates[1].trainer, on: validation)
            if comparison.carryingWins { best = candidates[1] }
            display.show(comparison)
        }
        best.temperature = settings.temperature ?? best.trainer.temperature(on: validation)
        if !settings.lengthIsAskedFor, let study = TrainingStudy(best.result, validation: validation) {
            try conclude(
                study, best.options, training: parts.training, validation: validation, isOfNewPeople: !parts.validatesWithSamePeople
            )
        }
        return best
    }

    /// Some of the people judge how long to train; then the network learns from all of them for as long.
    private func networkWithoutValidation(of training: DataSet, _ policy: StatePolicy) throws -> Candidate? {
        var length: TrainingLength?
        var kept: Rehearsal?
        var temperature = settings.temperature
        if !settings.lengthIsAskedFor {
            length = .untold
            if let (learners, judges) = Self.keepingJudges(out: training) {
                display.show(judges: judges.subjects)
                let rehearsal = try train(learners, validation: judges, policy)
                guard !Interrupt.isRaised else { return rehearsal }
                kept = Rehearsal(trainer: rehearsal.trainer, learners: learners, judges: judges)
                temperature = temperature ?? rehearsal.trainer.temperature(on: judges)
                if let study = TrainingStudy(rehearsal.result, validation: judges) {
                    try conclude(study, rehearsal.options, training: learners, validation: judges, isOfNewPeople: true)
                    length = .cycles(most: study.cycles)
                }
            }
        }
        var candidate = try train(training, validation: nil, policy, length: length)
        candidate.rehearsal = kept
        candidate.temperature = temperature ?? Self.usualTemperature
        return candidate
    }

    /// nil if nobody can be spared: fewer than three people, or a class that nobody else has.
    static func keepingJudges(out training: DataSet) -> (learners: DataSet, judges: DataSet)? {
        guard let names = TrainingStudy.judges(among: training),
            let parts = try? training.split(.bySubject(validation: names))
        else { return nil }
        let isComplete = zip(parts.training.windowCounts, training.windowCounts).allSatisfy { $0 > 0 || $1 == 0 }
        return isComplete ? (parts.training, parts.validation) : nil
    }

    private func conclude(
        _ finished: TrainingStudy, _ options: TrainingOptions, training: DataSet, validation: DataSet, isOfNewPeople: Bool
    ) throws {
        var study = finished
        if isOfNewPeople {
            try study.halve(
                training, validation: validation, features: settings.features, options: options,
                isStopped: { Interrupt.isRaised })
        }
        display.show(Outlook(study, training: training, isOfNewPeople: isOfNewPeople))
    }

    private func train(
        _ training: DataSet, validation: DataSet?, _ policy: StatePolicy, length: TrainingLength? = nil
    ) throws -> Candidate {
        var options = options(policy, for: training)
        options.length = length ?? options.length
        let trainer = try Trainer(training: training, validation: validation, features: settings.features, options: options)
        if options.counterexamples > 0, trainer.counterexampleCount == 0 {
            Output.note(
                "motionq: no counterexamples are learned from: halves, backwards and mirrored, all are like some recorded stroke")
        }
        display.begin(trainer, policy)
        do throws(TrainingError) {
            let result = try trainer.run(isStopped: { Interrupt.isRaised }, report: display.show)
            display.finish(result)
            return Candidate(policy: policy, trainer: trainer, result: result, options: options, rehearsal: nil)
        } catch {
            display.close()
            throw error
        }
    }

    /// The form of strokes that does best, each for one cycle, on people kept out; the recordings in that form.
    func parts(of recordings: TrainingDataOptions) throws -> TrainingParts {
        guard let forms = recordings.forms else { return try read(recordings, nil) }
        var best: (parts: TrainingParts, loss: Double)?
        for form in forms {
            let parts = try read(recordings, form)
            guard forms.count > 1 else { return parts }
            let given = parts.validation.map { (learners: parts.training, judges: $0) }
            guard let (learners, judges) = given ?? Self.keepingJudges(out: parts.training) else {
                Output.note(
                    "motionq: fewer than three people, nobody can say which form of strokes serves best: they are stretched")
                return parts
            }
            var options = options(.reset, for: learners)
            options.length = .untold
            let trainer = try Trainer(
                training: learners, validation: judges, features: settings.features, options: options)
            _ = try trainer.run(isStopped: { Interrupt.isRaised })
            let score = trainer.score(judges)
            display.show(form, window: parts.training.options.window, score)
            if score.loss < best?.loss ?? .infinity { best = (parts, score.loss) }
        }
        return try best?.parts ?? read(recordings, forms[0])
    }

    private func read(_ recordings: TrainingDataOptions, _ form: StrokeForm?) throws -> TrainingParts {
        var recordings = recordings
        if !settings.hasState { recordings.window = recordings.window ?? 1 }
        let parts = try recordings.read(form, derives: settings.derives)
        try requireReadable(parts.training)
        return parts
    }

    /// Refuses, before anything is learned, a model that could not be read.
    private func requireReadable(_ data: DataSet) throws {
        let description = ModelDescription(
            labels: data.classes, restLabel: nil, schedule: WindowSchedule(length: data.options.window, hop: data.options.hop),
            statePolicy: .reset, rate: data.rate, inputs: try settings.features.map { InputFeature(name: $0) })
        do throws(ModelFault) {
            try description.requireReadable()
        } catch {
            let mend = error.part == .labels ? "; rename it with --map from=to, or name the classes with --labels" : ""
            throw Refusal(.badData, "no model can be made of these recordings: it \(error.problem)\(mend)")
        }
    }
}
