import Models
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing

@Suite("Rounding that makes errors cancel on what was seen")
struct CompensatedRoundingTests {
    /// Windows whose inputs go together, as those of a sensor do.
    private func windows(_ count: Int, of model: FloatModel, seed: UInt64) -> [[Double]] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in
            let posture = Double.random(in: -2...2, using: &generator)
            return (0..<model.description.window).flatMap { _ in
                (0..<model.description.inputs.count).map { posture * Double($0 + 1) + .random(in: -0.3...0.3, using: &generator) }
            }
        }
    }

    /// Σ of the squared errors of a dense layer's results over windows that were not calibrated on.
    private func error(_ quantized: QuantizedNetwork, _ model: FloatModel, _ windows: [[Double]]) -> Double {
        let reference = ScalarReference(quantized)
        let scale = Double(sign: .plus, exponent: quantized.inputFractionBits, significand: 1)
        return windows.reduce(0) { sum, window in
            var (state, integers) = (FloatState(zeroFor: model.network), reference.zeroState)
            let exact = model.network.predict(window: window, state: &state)
            let inputs = window.map { Int16(max(-32768, min(32767, ($0 * scale).rounded()))) }
            let found = reference.predict(window: inputs, state: &integers)
            return sum + zip(exact, found).reduce(0) { $0 + ($1.0 - Double($1.1) / 32768) * ($1.0 - Double($1.1) / 32768) }
        }
    }

    @Test("changes no weight by more than a step and a half beyond the nearest", arguments: 0..<4 as Range<UInt64>)
    func bounded(_ seed: UInt64) throws {
        let model = randomFloatModel(seed: seed, lstm: [9], dense: [3])
        let seen = ranges(model, windows(60, of: model, seed: seed))
        var nearest = seen
        nearest.forgetMoments()
        let (compensated, plain) = (
            try Quantizer.quantize(model.network, ranges: seen), try Quantizer.quantize(model.network, ranges: nearest)
        )
        for (a, b) in zip(compensated.lstm, plain.lstm) where a.terms.map(\.shifts) == b.terms.map(\.shifts) {
            for (a, b) in zip(a.terms, b.terms) {
                #expect(zip(a.weights, b.weights).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
            }
        }
        #expect(compensated != plain)
    }

    @Test("is closer to the float network on windows that it has not seen")
    func closer() throws {
        var (better, all) = (0, 0)
        for seed in 0..<12 as Range<UInt64> {
            let model = randomFloatModel(seed: 100 + seed, lstm: [24], dense: [3], weightScale: 1)
            let seen = ranges(model, windows(200, of: model, seed: seed))
            var nearest = seen
            nearest.forgetMoments()
            let others = windows(60, of: model, seed: 1000 + seed)
            let found = try [seen, nearest].map { error(try Quantizer.quantize(model.network, ranges: $0), model, others) }
            better += found[0] < found[1] ? 1 : 0
            all += 1
        }
        #expect(better * 4 >= all * 3, "\(better) of \(all)")
    }
}
