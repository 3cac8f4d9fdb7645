import Formatting
import Models
import MotionCore
import Quantization
import Recordings
import Training

extension Learning.Candidate {
    /// Variations of every window that the detector is fitted on.
    private static let copies = 4

    /// Adds what tells windows that are unlike all that was learned, and says by whom its limits were judged.
    ///
    /// - Parameters:
    ///   - model: of `pair`.
    ///   - pair: this candidate's network.
    /// - Returns: a remark, if there is something to hear of.
    func addDetector(
        to model: inout Model, _ pair: NetworkPair, _ parts: TrainingParts
    ) throws -> TrainingRemark? {
        guard let fit = try fit(pair, parts.training) else {
            throw RequestError(
                .badData,
                "\(.unknown) needs a network with an LSTM and windows of two classes or more"
                    + "\(remedy: "leave it out, or choose \(.layers, "1")")")
        }
        guard !fit.isByCounterexamples else {
            model.quantized = try fit.network(pair, nil)
            model.provenance["detector"] = "limit by counterexamples"
            return nil
        }
        let (judgement, judges) = try judgement(fit, pair, parts)
        model.quantized = try fit.network(pair, judgement)
        guard let judgement else {
            model.provenance["detector"] = "limits by what was learned, varied"
            return .noJudgesOfUnknown
        }
        model.provenance["detector"] = "limits by \(judgement.windows) windows of \(judges.joined(separator: ", "))"
        return nil
    }

    /// Windows on their own are varied as they were when they were learned; those of a state that is carried are not.
    private func fit(_ pair: NetworkPair, _ learned: DataSet) throws -> DetectorFit? {
        guard pair.description.statePolicy == .reset else { return try DetectorFit(pair, learned: learned) }
        let windows = learned.variedWindows(options.augmentation, copies: Self.copies, seed: options.seed)
        let others = learned.variedCounterexamples(options.augmentation, seed: options.seed)
        return try DetectorFit(pair, learned: windows, counterexamples: others)
    }

    /// What people say who were not learned from, and who they are: those of the validation, or of the rehearsal.
    private func judgement(
        _ fit: DetectorFit, _ pair: NetworkPair, _ parts: TrainingParts
    ) throws -> (DetectorFit.Judgement?, [String]) {
        if let validation = parts.validation {
            return parts.validatesWithSamePeople ? (nil, []) : (fit.judgement(pair, of: validation), validation.subjects)
        }
        guard let rehearsal else { return (nil, []) }
        let rehearsed = rehearsal.trainer.trainedModel(restLabel: parts.rest, rate: parts.training.rate)
        let other = try Conversion(of: rehearsed, sessions: rehearsal.learners.sessions, measuresNoise: false).pair
        let judgement = try self.fit(other, rehearsal.learners)?.judgement(other, of: rehearsal.judges)
        return (judgement, rehearsal.judges.subjects)
    }
}
