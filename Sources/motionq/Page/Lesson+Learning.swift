import Evaluation
import EvaluationReports
import Formatting
import LivePage
import MotionQWorkshop
import Recordings

extension Lesson {
    /// A network of strokes is taught by examples.
    ///
    /// - Throws: `NoThread`.
    static func teaching(_ request: TeachingRequest, as name: String, in folder: WorkFolder, on page: RunPage) throws -> Lesson {
        nonisolated(unsafe) let request = request
        return try Lesson { lesson in
            let taught = try request.run {
                page.say($0.sentence)
            } making: {
                try RecordingReader().read(lesson.examples($0))
            } isCancelled: {
                lesson.hasBeenCancelled
            }
            try lesson.requireWanted()
            try taught.model.write(toFileAt: folder.model(name))
            return Outcome(
                setup: try LiveSetup(taught.model, named: name), name: name, isTaught: true, verdict: taught.text,
                notes: taught.notes)
        }
    }

    /// A network is trained on recordings; pages are told of each pass.
    ///
    /// - Throws: `NoThread`.
    static func training(_ request: TrainingRequest, as name: String, in folder: WorkFolder, on page: RunPage) throws -> Lesson {
        try Lesson { lesson in
            let trained = try request.run({ page.follow($0) }, isCancelled: { lesson.hasBeenCancelled })
            let quantized = try trained.quantized(measuresNoise: false)
            let verdict = try quantized.verdict()
            try lesson.requireWanted()
            try quantized.model.write(toFileAt: folder.model(name))
            let (tuning, whom) = (quantized.tuning(), verdict.whom)
            return Outcome(
                setup: try LiveSetup(quantized.model, named: name), name: name, isTaught: false, verdict: verdict.sentence,
                notes: quantized.remark.map { [$0.sentence.asCommand] } ?? [],
                study: Study(
                    verdict.evaluation, of: name, on: verdict.whom, verdict: verdict.evaluation.verdict, isAlone: false,
                    session: quantized.judgedSession),
                rehearsal: { tuning.outcome(of: $0).gestures.sentence(on: whom) })
        }
    }
}

extension TrainingVerdict {
    /// Whose motion judges it.
    fileprivate var whom: String {
        name == "training" ? "what it learned from" : "\(name) (\(subjects.joined(separator: ", ")))"
    }

    /// How good it is on whom.
    fileprivate var sentence: String {
        String(printing: "%.1f %% of %d windows of ", accuracyQ15 * 100, windows) + "\(whom) right, "
            + String(printing: "float %.1f %%", accuracyFloat * 100)
    }
}

extension EventScores {
    /// What was found on whom.
    fileprivate func sentence(on whom: String) -> String {
        let rate = falseEventsPerHour.map { String(printing: " (%.0f an hour)", $0) } ?? ""
        return "on \(whom): \(hits) of \(Numbers.count(events, "gesture")) found, \(falseEvents) false\(rate)"
    }
}

extension RunPage {
    /// How a training goes.
    fileprivate func follow(_ progress: TrainingProgress) {
        switch progress {
        case .began(let network): say("learning \(Numbers.count(network.parameterCount, "weight"))")
        case .epoch(let epoch):
            var line = JSONLine(type: "epoch")
            line.add("epoch", epoch.epoch)
            line.add("cycle", epoch.cycle)
            line.add("loss", epoch.trainingLoss)
            if let validation = epoch.validation {
                line.add("validation_loss", validation.loss)
                line.add("validation_accuracy", validation.accuracy)
            }
            report(line)
        case .remark(let remark): say(remark.sentence.asCommand)
        case .outlook(let outlook): for sentence in outlook.sentences { say(sentence.asCommand) }
        default: break
        }
    }
}
