import Evaluation
import EvaluationReports
import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import TestSupport

/// A small evaluation with unknown labels, worst windows and everything else that a report shows; the same every time.
func smallResult(labels: [String] = ["rest", "class1", "class2"]) throws -> EvaluationResult {
    var model = randomFloatModel(seed: 7, convolution: 5, dense: [4, labels.count], policy: .carry, weightScale: 0.8)
    model.description.labels = labels
    model.description.restLabel = labels[0]
    model.description.rate = 50
    let pair = try NetworkPair(
        model, quantized: Quantizer.quantize(model.network, ranges: ActivationRanges(boundsOf: model)))
    var generator = SeededGenerator(seed: 3)
    let session = RecordedSession(
        name: "a <walk> & \"talk\"", subject: "me", labels: (0..<600).map { (labels + ["jump"])[$0 / 40 % (labels.count + 1)] },
        timestamps: (0..<600).map { Double($0) * 20 },
        values: randomValues(count: 3600, bound: 4, using: &generator).map { Float($0) })
    return Evaluator(pair).evaluate([session], clock: nil)
}

/// An evaluation on a session of these labels. The network has no weights, so that both arithmetics say one half of each label.
func silentResult(labels: [String]) throws -> EvaluationResult {
    let model = randomFloatModel(seed: 1, lstm: [4], dense: [2], weightScale: 0)
    let pair = try NetworkPair(
        model, quantized: Quantizer.quantize(model.network, ranges: ActivationRanges(boundsOf: model)))
    let session = RecordedSession(
        name: "still", subject: "me", labels: labels, timestamps: labels.indices.map { Double($0) * 20 },
        values: [Float](repeating: 0.5, count: labels.count * 6))
    return Evaluator(pair).evaluate([session], clock: nil)
}

let smallSubject = ReportSubject(
    model: "/somewhere/mo<d>el.safetensors", recordings: ["a.csv", "b & c.csv"], notes: ["3 samples have no label"])
