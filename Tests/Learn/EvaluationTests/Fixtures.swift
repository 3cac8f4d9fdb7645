import Models
import Quantization
import Randomness
import Recordings
import TestSupport

/// A session of random motion at 50 Hz; `labels` gives a label to each sample.
func randomSession(_ name: String = "s", samples: Int, bound: Double = 3, seed: UInt64 = 1, labels: (Int) -> String)
    -> RecordedSession
{
    var generator = SeededGenerator(seed: seed)
    return RecordedSession(
        name: name, subject: "me", labels: (0..<samples).map(labels), timestamps: (0..<samples).map { Double($0) * 20 },
        values: randomValues(count: samples * 6, bound: bound, using: &generator).map { Float($0) })
}

/// A session whose channels never change.
func constantSession(_ value: Float, samples: Int, label: String) -> RecordedSession {
    RecordedSession(
        name: "still", subject: "me", labels: Array(repeating: label, count: samples),
        timestamps: (0..<samples).map { Double($0) * 20 }, values: [Float](repeating: value, count: samples * 6))
}

/// Both arithmetics of a network, with the widest formats.
func pair(_ model: FloatModel) throws -> NetworkPair {
    var model = model
    model.description.rate = 50
    return try NetworkPair(
        model, quantized: Quantizer.quantize(model.network, ranges: ActivationRanges(boundsOf: model)))
}

/// Two labels, `rest` and `class1`, and not a weight that is not zero: whatever comes, both arithmetics say one half, exactly.
func silentPair() throws -> NetworkPair {
    try pair(randomFloatModel(seed: 1, lstm: [4], dense: [2], weightScale: 0))
}
