import Models
import MotionCore
import Randomness
import TestSupport
import Testing

@Suite("Streaming windows of the float network")
struct FloatStreamingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let window: Int
        let hop: Int
        var convolution: Int?
        var lstm = [5]
    }

    static let cases = [
        Case(testDescription: "with a hop that divides the window", window: 8, hop: 4),
        Case(testDescription: "with a hop that does not divide the window", window: 8, hop: 3),
        Case(testDescription: "with a hop of one", window: 5, hop: 1),
        Case(testDescription: "end to end", window: 6, hop: 6),
        Case(testDescription: "with a hop larger than the window", window: 4, hop: 7),
        Case(testDescription: "of one sample", window: 1, hop: 1),
        Case(testDescription: "after a convolution", window: 8, hop: 4, convolution: 7),
        Case(testDescription: "after a convolution with a hop that does not divide the window", window: 8, hop: 3, convolution: 7),
        Case(testDescription: "of one sample without an LSTM", window: 1, hop: 1, convolution: 7, lstm: []),
        Case(testDescription: "without an LSTM", window: 8, hop: 3, convolution: 7, lstm: []),
        Case(testDescription: "through two LSTM layers", window: 8, hop: 4, lstm: [5, 3]),
    ]

    private func model(_ example: Case, _ policy: StatePolicy) -> FloatModel {
        var model = randomFloatModel(
            seed: 7, window: example.window, hop: example.hop, inputs: 2, convolution: example.convolution, lstm: example.lstm,
            dense: [4, 3], policy: policy, weightScale: 1)
        model.description.inputs[0].offset = 0.25
        model.description.inputs[1].scale = 3
        return model
    }

    private func samples(_ count: Int) -> [[Double]] {
        var generator = SeededGenerator(seed: 8)
        return (0..<count).map { _ in randomValues(count: 2, bound: 1, using: &generator) }
    }

    private struct Window: Equatable {
        let slot: Int
        let endSample: Int
        let probabilities: [Double]
    }

    private func stream(_ samples: [[Double]], through classifier: inout FloatWindowStream) -> [Window] {
        samples.compactMap { classifier.push($0) }.map {
            Window(slot: $0.slot, endSample: $0.endSample, probabilities: $0.probabilities)
        }
    }

    /// Each window cut out and evaluated whole, window w in slot w mod ⌈T / S⌉.
    private func wholeWindows(_ samples: [[Double]], of model: FloatModel) -> [Window] {
        let (network, description) = (model.network, model.description)
        let slots = (description.window + description.hop - 1) / description.hop
        var states = [FloatState](repeating: FloatState(zeroFor: network), count: slots)
        var windows: [Window] = []
        for start in stride(from: 0, through: samples.count - description.window, by: description.hop) {
            let slot = windows.count % slots
            if description.statePolicy == .reset { states[slot] = FloatState(zeroFor: network) }
            let end = start + description.window
            let inputs = samples[start..<end].flatMap { description.inputs.normalised($0) }
            let probabilities = network.predict(window: inputs, state: &states[slot])
            windows.append(Window(slot: slot, endSample: end, probabilities: probabilities))
        }
        return windows
    }

    @Test("equal whole windows, bit for bit", arguments: cases, StatePolicy.allCases)
    func equalWhole(_ example: Case, _ policy: StatePolicy) {
        let model = model(example, policy)
        var classifier = FloatWindowStream(model)
        let samples = samples(60)
        #expect(stream(samples, through: &classifier) == wholeWindows(samples, of: model))
    }

    @Test("carry state from one window of a slot to its next only if the policy says so")
    func policyMatters() {
        let example = Self.cases[0]
        let samples = samples(40)
        var resetting = FloatWindowStream(model(example, .reset))
        var carrying = FloatWindowStream(model(example, .carry))
        let same = zip(stream(samples, through: &resetting), stream(samples, through: &carrying)).map { $0 == $1 }
        // Two slots: the first window of each starts from zero either way.
        #expect(same == [true, true] + [Bool](repeating: false, count: 7))
    }

    @Test("after a restart are those of a new stream", arguments: StatePolicy.allCases)
    func restart(_ policy: StatePolicy) {
        let model = model(Self.cases[1], policy)
        var classifier = FloatWindowStream(model)
        let samples = samples(40)
        _ = stream(Array(samples[..<13]), through: &classifier)
        classifier.restart()
        #expect(stream(samples, through: &classifier) == wholeWindows(samples, of: model))
    }

    @Test("have probabilities that add up to one")
    func probabilities() {
        var classifier = FloatWindowStream(model(Self.cases[0], .carry))
        for window in stream(samples(60), through: &classifier) {
            #expect(abs(window.probabilities.reduce(0, +) - 1) < 1e-12)
        }
    }

    @Test("without an LSTM are dense layers over the rectified convolution")
    func perceptron() throws {
        let network = randomFloatModel(seed: 9, window: 1, hop: 1, inputs: 2, convolution: 5, lstm: [], dense: [4, 3]).network
        let convolution = try #require(network.convolution)
        var state = FloatState(zeroFor: network)
        let sample = [0.7, -1.3]
        func map(_ weights: FloatMatrix, _ bias: [Float], _ x: [Double]) -> [Double] {
            bias.indices.map { row in Double(bias[row]) + x.indices.reduce(0) { $0 + Double(weights[row, $1]) * x[$1] } }
        }
        var vector = map(convolution.weights, convolution.bias, sample).map { max(0, $0) }
        vector = map(network.dense[0].weights, network.dense[0].bias, vector).map { max(0, $0) }
        let expected = softmax(map(network.dense[1].weights, network.dense[1].bias, vector))
        let found = network.predict(window: sample, state: &state)
        #expect(zip(found, expected).allSatisfy { abs($0 - $1) < 1e-12 })
    }

    @Test("name the first of equally probable labels")
    func firstOfEquals() {
        var classifier = FloatWindowStream(randomFloatModel(seed: 7, window: 1, hop: 1, inputs: 2, weightScale: 0))
        #expect(classifier.push([1, 1])?.label == 0)
    }

    @Test("name the most probable label")
    func mostProbable() {
        var model = randomFloatModel(seed: 7, window: 1, hop: 1, inputs: 2, weightScale: 0)
        model.network.dense[0].bias = [0, 2, 1]
        var classifier = FloatWindowStream(model)
        #expect(classifier.push([1, 1])?.label == 1)
    }
}

@Suite("Input features")
struct InputFeatureTests {
    private let features = ["gx", "ax", "left.gz", "grip", "roll"].map { InputFeature(name: $0) }

    @Test("are rotation in rad/s or acceleration in g of a sensor's axis, and in units of their own otherwise")
    func units() {
        #expect(features.map(\.unit) == [.radiansPerSecond, .gravity, .radiansPerSecond, .own, .radians])
        #expect(features.map(\.unit.rawValue) == ["rad/s", "g", "rad/s", "", "rad"])
    }

    @Test(
        "are read of recordings that hold a sensor's six axes, where any is read, and the others behind them",
        arguments: [
            (["gx", "ax"], SixAxes.names), (["roll"], SixAxes.names), (["flex_0", "az"], SixAxes.names + ["flex_0"]),
            (["lip", "left.ax"], ["lip", "left.ax"]),
        ])
    func channels(_ names: [String], _ recorded: [String]) {
        #expect(names.map { InputFeature(name: $0) }.recordedChannels.names == recorded)
    }
}
