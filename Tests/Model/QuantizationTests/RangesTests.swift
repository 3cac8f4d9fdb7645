import Models
import MotionCore
import Quantization
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("Ranges of activations")
struct RangesTests {
    private func session(_ name: String, samples: Int, using generator: inout SeededGenerator) -> RecordedSession {
        RecordedSession(
            name: name, subject: "u", labels: [String](repeating: "l", count: samples),
            timestamps: (0..<samples).map { Double($0) * 40 },
            values: randomValues(count: 6 * samples, bound: 3, using: &generator).map { Float($0) })
    }

    @Test(
        "count every window that fits into a session",
        arguments: [(7, 0), (8, 1), (11, 1), (12, 2), (30, 6)])
    func windowsOfSession(_ samples: Int, _ windows: Int) throws {
        var generator = SeededGenerator(seed: 16)
        var calibration = Calibration(randomFloatModel(seed: 17, window: 8, hop: 4))
        calibration.observe(session("a", samples: samples, using: &generator))
        #expect(calibration.ranges.windows == windows)
    }

    @Test("count the windows of all sessions, none across two of them")
    func windowsOfSessions() throws {
        var generator = SeededGenerator(seed: 16)
        var calibration = Calibration(randomFloatModel(seed: 17, window: 8, hop: 10))
        for samples in [9, 9, 18] { calibration.observe(session("\(samples)", samples: samples, using: &generator)) }
        #expect(calibration.ranges.windows == 4)
    }

    @Test("hold the largest input of every feature, normalised, in the network's order")
    func largestInputs() throws {
        var model = randomFloatModel(seed: 18, window: 2, hop: 2, inputs: 2)
        model.description.inputs = [InputFeature(name: "gz", offset: 1, scale: 2), InputFeature(name: "ax")]
        var calibration = Calibration(model)
        calibration.observe(
            RecordedSession(
                name: "s", subject: nil, labels: ["l", "l"], timestamps: [0, 40], values: [-5, 9, 9, 9, 9, 3, 4, 9, 9, 9, 9, -1]))
        #expect(calibration.ranges.inputs == [4, 5])
    }

    @Test("bounded without calibration hold for any input within full scale", arguments: [nil, 9])
    func bounds(_ convolution: Int?) {
        var generator = SeededGenerator(seed: 19)
        for seed in UInt64(0)..<10 {
            var model = randomFloatModel(
                seed: seed, window: 4, hop: 4, convolution: convolution, lstm: [7], dense: [6, 5, 3], policy: .carry, weightScale: 2
            )
            for index in 0..<6 {
                model.description.inputs[index].offset = Float.random(in: -1...1, using: &generator)
                model.description.inputs[index].scale = Float.random(in: -2...2, using: &generator)
            }
            let (network, inputs) = (model.network, model.description.inputs)
            let bounds = ActivationRanges(boundsOf: model)
            var seen = ActivationRanges(unseen: network)
            var state = FloatState(zeroFor: network)
            for round in 0..<100 {
                let window = (0..<4).flatMap { _ in
                    inputs.normalised(
                        inputs.map { feature in
                            let scale =
                                feature.name.hasPrefix("g")
                                ? ActivationRanges.rotationFullScale : ActivationRanges.accelerationFullScale
                            // Half of the windows stand at the very ends of the scale.
                            if round % 2 == 0 { return Bool.random(using: &generator) ? scale : -scale }
                            return Double.random(in: -scale...scale, using: &generator)
                        })
                }
                seen.observe(window: window, of: network, state: &state)
            }
            let pairs =
                zip(seen.inputs + seen.dense, bounds.inputs + bounds.dense) + [(seen.convolution ?? 0, bounds.convolution ?? 0)]
            for (seen, bound) in pairs { #expect(seen <= bound * (1 + 1e-12), "seed \(seed)") }
            #expect(bounds.windows == 0)
        }
    }
}

@Suite("Balancing inputs")
struct BalancingTests {
    static let ranges: [[Double]] = [
        [1, 1, 1, 1, 1, 1], [1, 2, 4, 30, 35, 12], [0.001, 0, 16, 34.9, 1e-300, 7], [0, 0, 0, 0, 0, 0],
    ]

    @Test("leaves the network's probabilities as they were, but for roundings of float32", arguments: ranges, [nil, 9])
    func identical(_ inputs: [Double], _ convolution: Int?) {
        let model = randomFloatModel(seed: 20, convolution: convolution, lstm: [7, 4], dense: [5, 3], policy: .carry)
        var ranges = ActivationRanges(boundsOf: model)
        ranges.inputs = inputs
        let balanced = model.balancingInputs(&ranges)
        var generator = SeededGenerator(seed: 21)
        var state = FloatState(zeroFor: model.network)
        var balancedState = state
        func probabilities(_ model: FloatModel, _ samples: [[Double]], _ state: inout FloatState) -> [Double] {
            model.network.predict(window: samples.flatMap { model.description.inputs.normalised($0) }, state: &state)
        }
        for _ in 0..<20 {
            let samples = (0..<model.description.window).map { _ in randomValues(count: 6, bound: 5, using: &generator) }
            let expected = probabilities(model, samples, &state)
            let found = probabilities(balanced, samples, &balancedState)
            for (found, expected) in zip(found, expected) { #expect(abs(found - expected) <= 1e-6) }
        }
    }

    @Test("gives each feature all sixteen bits but the reserve, by 128 at most, and one that never moved nothing")
    func factors() throws {
        let model = randomFloatModel(seed: 22)
        var ranges = ActivationRanges(boundsOf: model)
        ranges.inputs = [32, 16, 17, 1, 0.001, 0]
        let balanced = model.balancingInputs(&ranges)
        // 9 fraction bits hold 63.99…: twice the largest.
        let target = 32766.0 / 512
        let expected = [32, 16, 17, 1].map { target / $0 } + [128, 1]
        for (scale, expected) in zip(balanced.description.inputs.map(\.scale), expected) {
            #expect(abs(Double(scale) / expected - 1) < 1e-6)
        }
        #expect(ranges.inputs == [target, target, target, target, 0.128, 0])
    }

    @Test("divides the weights of the same features", arguments: [nil, 9])
    func weights(_ convolution: Int?) throws {
        let model = randomFloatModel(seed: 22, window: 2, inputs: 2, convolution: convolution)
        var ranges = ActivationRanges(boundsOf: model)
        ranges.inputs = [8, 1]
        let balanced = model.balancingInputs(&ranges)
        let before = try #require(model.network.convolution?.weights ?? model.network.lstm.first?.inputWeights)
        let after = try #require(balanced.network.convolution?.weights ?? balanced.network.lstm.first?.inputWeights)
        let factors = balanced.description.inputs.map { $0.scale / model.description.inputs[0].scale }
        for (index, value) in after.values.enumerated() {
            #expect(abs(value * factors[index % 2] - before.values[index]) <= 1e-6 * before.values[index].magnitude)
        }
    }
}
