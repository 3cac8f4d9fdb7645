import MotionCore
import Recordings
import Training

/// From recordings, taken apart, to the network that is kept.
struct Learning {
    let request: TrainingRequest
    let isCancelled: () -> Bool
    let report: (TrainingProgress) -> Void

    /// A network that was trained, and how well it did on the validation.
    struct Candidate {
        var policy: StatePolicy
        var trainer: Trainer
        var result: TrainingResult
        var options: TrainingOptions
        /// The training in which some were kept out to judge how long it pays, if there was one.
        var rehearsal: Rehearsal?
        /// The temperature by which its logits are divided.
        var temperature = 1.0

        var best: EpochReport? { result.history.first { $0.epoch == result.bestEpoch } }
    }

    /// A training without some of the people.
    struct Rehearsal {
        var trainer: Trainer
        var learners: DataSet
        var judges: DataSet
    }

    /// The temperature where nobody is there to find it out. Label smoothing and variation leave a network less sure than it is
    /// right: on GestureIt 0.8 to 0.9 meets best how often strangers' windows are right.
    private static let usualTemperature = 0.85

    private var settings: LearningSettings { request.settings }

    /// One cycle, unless a length is given.
    func options(_ policy: StatePolicy, for training: DataSet) -> TrainingOptions {
        var options = fullOptions(policy, for: training)
        if settings.length == nil { options.length = .untold }
        return options
    }

    private func fullOptions(_ policy: StatePolicy, for training: DataSet) -> TrainingOptions {
        settings.options(
            policy, people: request.variation.people(training.subjects.count), sensors: training.channels.sensors.count,
            isOfStrokes: training.options.strokes != nil)
    }

    /// Learns, and says how it goes; nil if it was stopped before anything was learned.
    func network(of parts: TrainingParts, policies: [StatePolicy]) throws -> Candidate? {
        guard let validation = parts.validation else { return try networkWithoutValidation(of: parts.training, policies[0]) }
        var candidates: [Candidate] = []
        for policy in policies where !isCancelled() {
            do {
                candidates.append(try train(parts.training, validation: validation, policy))
            } catch let error as TrainingError where !candidates.isEmpty {
                report(.remark(.carryingFailed(error)))
            }
        }
        guard var best = candidates.first else { return nil }
        if candidates.count > 1, !isCancelled() {
            let comparison = PolicyComparison(reset: best.trainer, carried: candidates[1].trainer, on: validation)
            if comparison.carryingWins { best = candidates[1] }
            report(.compared(comparison))
        }
        best.temperature = settings.temperature ?? best.trainer.temperature(on: validation)
        if settings.length == nil, let study = TrainingStudy(best.result, validation: validation) {
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
        if settings.length == nil {
            length = .untold
            if let (learners, judges) = Self.keepingJudges(out: training) {
                report(.judges(judges.subjects))
                let rehearsal = try train(learners, validation: judges, policy)
                guard !isCancelled() else { return rehearsal }
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
                training, validation: validation, features: settings.features(of: training), options: options,
                isStopped: isCancelled)
        }
        report(.outlook(Outlook(study, training: training, isOfNewPeople: isOfNewPeople)))
    }

    private func train(
        _ training: DataSet, validation: DataSet?, _ policy: StatePolicy, length: TrainingLength? = nil
    ) throws -> Candidate {
        var options = fullOptions(policy, for: training)
        options.length = length ?? options.length
        let trainer = try Trainer(
            training: training, validation: validation, features: settings.features(of: training), options: options)
        if options.counterexamples > 0, trainer.counterexampleCount == 0 { report(.remark(.noCounterexamples)) }
        report(.began(LearningNetwork(trainer, policy)))
        do throws(TrainingError) {
            let result = try trainer.run(isStopped: isCancelled) { report(.epoch($0)) }
            report(.finished(result))
            return Candidate(policy: policy, trainer: trainer, result: result, options: options, rehearsal: nil)
        } catch {
            report(.failed)
            throw error
        }
    }
}

extension Learning {
    /// The recordings in the form of strokes that does best, each for one cycle, on people kept out.
    func parts() throws -> TrainingParts {
        guard let forms = request.data.strokeForms else { return try read(nil) }
        var best: (parts: TrainingParts, loss: Double)?
        for form in forms {
            let parts = try read(form)
            guard forms.count > 1 else { return parts }
            let given = parts.validation.map { (learners: parts.training, judges: $0) }
            guard let (learners, judges) = given ?? Self.keepingJudges(out: parts.training) else {
                report(.remark(.noJudgesOfForms))
                return parts
            }
            var options = fullOptions(.reset, for: learners)
            options.length = .untold
            let trainer = try Trainer(
                training: learners, validation: judges, features: settings.features(of: learners), options: options)
            _ = try trainer.run(isStopped: isCancelled)
            let score = trainer.score(judges)
            report(.strokeForm(form, window: parts.training.options.window, score))
            if score.loss < best?.loss ?? .infinity { best = (parts, score.loss) }
        }
        return try best?.parts ?? read(forms[0])
    }

    private func read(_ form: StrokeForm?) throws -> TrainingParts {
        try request.parts(form) { report(.remark($0)) }
    }

    /// Leaves everyone out once. Nobody decides when to stop: a person who did would not be unseen.
    func examineEachSubject(_ data: DataSet, _ policy: StatePolicy) throws {
        var accuracies: [Double] = []
        for fold in try data.leavingOneSubjectOut() {
            let trainer = try Trainer(
                training: fold.training, validation: nil, features: settings.features(of: fold.training),
                options: options(policy, for: fold.training))
            _ = try trainer.run(isStopped: isCancelled)
            if isCancelled() { return }
            let score = trainer.score(fold.test)
            accuracies.append(score.accuracy)
            report(
                .leftOut(LeftOutSubject(name: fold.heldOut, windows: fold.test.windows.count, accuracy: score.accuracy)))
        }
        report(.leftOutEveryone(accuracies))
    }
}
