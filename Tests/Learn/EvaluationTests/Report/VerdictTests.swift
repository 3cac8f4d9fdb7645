import Evaluation
import Models
import Quantization
import Recordings
import TestSupport
import Testing

@Suite("The verdict")
struct VerdictTests {
    @Test("two arithmetics that never differ: no cost, the same answer everywhere")
    func identical() throws {
        // Without a weight both arithmetics say one half of each label, and the first of equals is given.
        let model = randomFloatModel(seed: 1, lstm: [4], dense: [2], weightScale: 0)
        let pair = try NetworkPair(
            model, quantized: Quantizer.quantize(model.network, ranges: ActivationRanges(boundsOf: model)))
        let session = RecordedSession(
            name: "still", subject: "me", labels: Array(repeating: "rest", count: 20) + Array(repeating: "class1", count: 20),
            timestamps: (0..<40).map { Double($0) * 20 }, values: [Float](repeating: 0.5, count: 240))
        // Windows of 8 samples, one every 4: those that end at 8 … 20 are rest, and none after.
        let verdict = Evaluator(pair).evaluate([session], clock: nil).verdict
        #expect(verdict == "Fixed point costs no accuracy: 44.44 % in both; all 9 windows get the same answer.")
    }

    @Test("names both accuracies and counts the windows that differ")
    func sentence() throws {
        let result = try smallResult()
        let differing = result.parity.windows - result.parity.agreeing
        #expect(result.verdict.hasPrefix("Fixed point "))
        #expect(differing == 0 || result.verdict.contains("\(differing) of \(result.parity.windows) windows answer"))
    }
}
