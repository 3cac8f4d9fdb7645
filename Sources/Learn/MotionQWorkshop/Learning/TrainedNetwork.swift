public import Evaluation
import Formatting
public import Models
public import MotionCore
public import Quantization
public import Training

/// A network that has learned, in floating point.
public struct TrainedNetwork {
    /// What was asked for.
    public let request: TrainingRequest
    /// What it learned from, and what was kept out.
    public let parts: TrainingParts
    let candidate: Learning.Candidate

    init(request: TrainingRequest, parts: TrainingParts, _ candidate: Learning.Candidate) {
        (self.request, self.parts, self.candidate) = (request, parts, candidate)
    }

    /// What its windows begin with.
    public var policy: StatePolicy { candidate.policy }
    /// How the training went.
    public var result: TrainingResult { candidate.result }
    /// The temperature by which its logits are divided.
    public var temperature: Double { candidate.temperature }

    /// The network itself.
    public var floatModel: FloatModel {
        candidate.trainer.trainedModel(restLabel: parts.rest, rate: parts.training.rate, temperature: temperature)
    }

    /// Quantizes the network, fitted to what it learned from; with `tellsUnknown` it also learns to tell what is unlike all of
    /// that.
    ///
    /// - Parameter measuresNoise: whether the report tells the noise of its layers and where its errors come from.
    /// - Throws: `ConversionError`; `RequestError` of a network that cannot tell what is unknown.
    public func quantized(measuresNoise: Bool = true) throws -> QuantizedTraining {
        let conversion = try Conversion(of: floatModel, sessions: parts.training.sessions, measuresNoise: measuresNoise)
        var model = conversion.model(provenance: provenance)
        if request.settings.keepsKnownMotion, model.description.strokes == nil {
            model.knownMotion = KnownMotion(
                learning: parts.recorded.sessions, rate: parts.training.rate, inputs: model.description.inputs)
        }
        let remark =
            request.settings.tellsUnknown
            ? try candidate.addDetector(to: &model, conversion.pair, parts) : nil
        return QuantizedTraining(model: model, report: conversion.report, remark: remark, parts: parts, pair: conversion.pair)
    }

    /// How the model came about. Nothing in it depends on when or where.
    private var provenance: [String: String] {
        var facts = [
            "source": request.madeBy,
            "seed": "\(request.settings.seed)",
            "options": request.settings.summary(candidate.policy, candidate.options, parts.training),
            "training": parts.training.fingerprint,
            "calibration": "training recordings",
            "epochs": "\(result.history.count)",
            "kept_epoch": "\(result.bestEpoch)",
            "end": result.end.rawValue,
            "kernels": candidate.trainer.kernelName,
        ]
        if temperature != 1 { facts["temperature"] = String(printing: "%.3f", temperature) }
        if let validation = parts.validation { facts["validation"] = validation.fingerprint }
        if !parts.madeUpBackground.isEmpty { facts["made_up_background"] = parts.madeUpBackground.joined(separator: ", ") }
        if parts.way == .time { facts["validated_on"] = "later motion of the same sessions" }
        return facts
    }
}

/// A trained network in integers.
public struct QuantizedTraining {
    /// Both networks, for a file.
    public let model: Model
    /// Q-formats, the proof of no overflow, and the noise on what was learned.
    public let report: QuantizationReport
    /// Something to hear of; nil if there is nothing.
    public let remark: TrainingRemark?
    let parts: TrainingParts
    let pair: NetworkPair

    /// What fixed point costs on the people who were kept out, or else on what was learned, streamed. Takes as long as an
    /// evaluation.
    ///
    /// - Parameter measuresNoise: whether the evaluation tells the noise of layers and where errors come from.
    public func verdict(measuresNoise: Bool = true) throws -> TrainingVerdict {
        let (name, data) = parts.judged
        return try TrainingVerdict(of: pair, on: data, called: name, measuresNoise: measuresNoise)
    }

    /// The recordings by which the verdict was come to, to try decisions on.
    public func tuning() -> DecisionTuning { Evaluator(pair).tuning(on: parts.judged.data.sessions) }

    /// A session by which the verdict was come to, to be looked at.
    ///
    /// - Parameter number: of a `ConfusedStretch` of the verdict; nil of any other.
    public func judgedSession(_ number: Int) -> EvaluatedMotion? {
        let sessions = parts.judged.data.sessions
        return sessions.indices.contains(number) ? Evaluator(pair).motion(of: sessions[number]) : nil
    }
}
