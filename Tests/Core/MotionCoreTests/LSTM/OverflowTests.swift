import MotionCore
import Randomness
import TestSupport
import Testing

@Suite("No input overflows silently")
struct OverflowTests {
    /// Inputs that drive one row's sum as far as it goes: full scale with the sign of each weight, or against it.
    private func adversarialWindows(_ network: TestNetwork, row: Int) -> [[Int16]] {
        let first = network.convolution?.terms[0] ?? network.lstm[0].terms[0]
        let signs = (0..<first.columns).map { first.weights[row * first.columns + $0] >= 0 }
        let samples = network.schedule.length * network.inputs
        return [
            (0..<samples).map { signs[$0 % signs.count] ? Int16.max : .min },
            (0..<samples).map { signs[$0 % signs.count] ? Int16.min : .max },
            [Int16](repeating: .max, count: samples), [Int16](repeating: .min, count: samples),
            (0..<samples).map { $0 % 2 == 0 ? .max : .min },
        ]
    }

    @Test(
        "at the bounds the engine agrees with 64-bit sums that trap when they leave 32 bits",
        arguments: [
            NetworkDimensions(8, 4, 6, nil, [16], [4]), .init(6, 3, 70, nil, [20], [9, 3]), .init(20, 5, 6, 32, [12], [8, 4]),
            .init(5, 5, 3, nil, [130], [6]), .init(5, 2, 6, 32, [], [8, 4]), .init(1, 1, 6, 16, [], [3]),
        ])
    func bounds(_ shape: NetworkDimensions) throws {
        for seed in 0..<4 as Range<UInt64> {
            let network = randomQuantizedNetwork(shape, carriesState: true, seed: seed)
            let reference = ScalarReference(network)
            let weights = try NetworkWeights(network)
            let classifier = WindowClassifier(weights)
            let state = SequenceState(for: weights)
            var referenceState = reference.zeroState
            let rows = (network.convolution ?? network.lstm[0]).rows
            for row in stride(from: 0, to: rows, by: max(1, rows / 8)) {
                for window in adversarialWindows(network, row: row) {
                    classifier.predict(window: window.span, state: state)
                    let expected = reference.predict(window: window, state: &referenceState)
                    #expect(expected.indices.map { classifier.probability(of: $0) } == expected)
                }
            }
        }
    }

    @Test("the cell state stays within 2^30 however long the gates stay open")
    func cellState() throws {
        // Biases hold all gates open and the candidate at 1: the cell grows by almost one a step.
        let units = 4
        let matrix = QuantizedMatrix(rows: 16, columns: 1, panelWidth: 64, weights: Array(repeating: 0, count: 16), shifts: [0])
        let hidden = QuantizedMatrix(rows: 16, columns: 4, panelWidth: 64, weights: Array(repeating: 0, count: 64), shifts: [0])
        let gates = QuantizedAffine(
            terms: [matrix, hidden], bias: Array(repeating: 32767, count: 16), outputShifts: [0], outputFractionBits: 12)
        let out = QuantizedMatrix(rows: 2, columns: units, panelWidth: 64, weights: Array(repeating: 100, count: 8), shifts: [0])
        let dense = QuantizedDense(
            affine: QuantizedAffine(terms: [out], bias: [0, 0], outputShifts: [4], outputFractionBits: 12), rectified: false)
        let network = try QuantizedNetwork(inputFractionBits: 9, convolution: nil, lstm: [gates], dense: [dense])
        let reference = ScalarReference(network)
        var state = reference.zeroState
        for _ in 0..<12 { _ = reference.predict(window: [Int16](repeating: 0, count: 20_000), state: &state) }
        #expect(state.cell[0].allSatisfy { $0 > 1 << 29 && $0 <= 1 << 30 })
    }

    @Test("a row that some input could overflow is refused")
    func refusal() {
        var parts = Self.parts
        parts.lstm[0].bias[3] = .max
        #expect(throws: NetworkError.overflow(layer: .lstm(0), row: 3)) { try parts.network() }
    }

    @Test("a panel whose products could overflow before the shift is refused")
    func panelRefusal() {
        var parts = Self.parts
        for column in 0..<6 { parts.lstm[0].terms[0].weights[5 * 6 + column] = 32767 }
        #expect(throws: NetworkError.overflow(layer: .lstm(0), row: 5)) { try parts.network() }
    }

    struct Damage: Sendable {
        let description: String
        let error: NetworkError
        let apply: @Sendable (inout NetworkParts) -> Void
    }

    @Test(
        "a network that does not fit together is refused with the layer's name",
        arguments: [
            Damage(description: "no LSTM", error: .shape(layer: .network)) { $0.lstm = [] },
            Damage(description: "no LSTM, and dense layers for another convolution", error: .shape(layer: .dense(0))) {
                $0.convolution = $0.dense[0].affine
                $0.convolution?.terms[0].panelWidth = $0.dense[0].affine.terms[0].columns
                $0.lstm = []
            },
            Damage(description: "no dense layer", error: .shape(layer: .network)) { $0.dense = [] },
            Damage(description: "a weight missing", error: .shape(layer: .lstm(0))) { $0.lstm[0].terms[1].weights.removeLast() },
            Damage(description: "a shift missing", error: .shape(layer: .dense(0))) { $0.dense[0].affine.terms[0].shifts = [] },
            Damage(description: "a shift of 32", error: .format(layer: .lstm(0))) { $0.lstm[0].terms[0].shifts[0] = 32 },
            Damage(description: "an output shift of 25", error: .format(layer: .dense(0))) {
                $0.dense[0].affine.outputShifts[0] = 25
            },
            Damage(description: "gates in another format", error: .format(layer: .lstm(0))) { $0.lstm[0].outputFractionBits = 11 },
            Damage(description: "layers of different width", error: .shape(layer: .dense(0))) { parts in
                parts.dense[0].affine.terms[0].columns = 3
            },
            Damage(description: "a convolution over part of a sample", error: .shape(layer: .convolution)) { parts in
                parts.convolution = QuantizedAffine(
                    terms: [
                        QuantizedMatrix(
                            rows: 6, columns: 7, panelWidth: 6, weights: [Int16](repeating: 0, count: 42), shifts: [0, 0])
                    ], bias: [Int32](repeating: 0, count: 6), outputShifts: [0], outputFractionBits: 9)
            },
            Damage(description: "a byte of -128", error: .format(layer: .lstm(0))) { parts in
                parts.lstm[0].terms[1].storage = .bytes
                for index in parts.lstm[0].terms[1].weights.indices { parts.lstm[0].terms[1].weights[index] = -128 }
            },
            Damage(description: "bytes in panels of three pairs", error: .format(layer: .dense(0))) { parts in
                parts.dense[0].affine.terms[0].storage = .bytes
                parts.dense[0].affine.terms[0].panelWidth = 2
                for index in parts.dense[0].affine.terms[0].weights.indices { parts.dense[0].affine.terms[0].weights[index] = 1 }
                let (blocks, panels) = (parts.dense[0].affine.terms[0].blocks, parts.dense[0].affine.terms[0].panels)
                parts.dense[0].affine.terms[0].shifts = [UInt8](repeating: 0, count: blocks * panels)
            },
            Damage(description: "17 fraction bits for the inputs", error: .format(layer: .network)) { $0.inputFractionBits = 17 },
        ])
    func misfits(_ damage: Damage) {
        var parts = Self.parts
        damage.apply(&parts)
        #expect(throws: damage.error, "\(damage.description)") { try parts.network() }
    }

    /// Of a sound network without a convolution.
    private static var parts: NetworkParts {
        NetworkParts(randomQuantizedNetwork(.init(8, 4, 6, nil, [16], [4]), carriesState: false, seed: 1).numbers)
    }

    @Test("a convolution takes no windows of another length than it reads")
    func otherWindows() throws {
        let network = randomQuantizedNetwork(.init(8, 4, 6, 16, [4], [3]), carriesState: false, seed: 1)
        #expect(network.numbers.convolutionWindow == 8)
        #expect(throws: NetworkError.shape(layer: .convolution)) {
            try NetworkWeights(network.numbers, schedule: WindowSchedule(length: 9, hop: 4), statePolicy: .reset)
        }
    }

    @Test("no more windows may be in flight than there is memory for")
    func tooManyWindows() throws {
        let network = randomQuantizedNetwork(.init(8, 4, 6, nil, [4], [3]), carriesState: false, seed: 1).numbers
        let most = WindowSchedule(length: NetworkLimits.slots, hop: 1)
        #expect(try NetworkWeights(network, schedule: most, statePolicy: .carry).shape.schedule.slots == NetworkLimits.slots)
        for schedule in [WindowSchedule(length: NetworkLimits.slots + 1, hop: 1), WindowSchedule(length: 65_537, hop: 65_537)] {
            #expect(throws: NetworkError.tooLarge(layer: .network)) {
                try NetworkWeights(network, schedule: schedule, statePolicy: .carry)
            }
        }
    }
}

@Suite("Probabilities")
struct ProbabilityTests {
    @Test("they add up to one within half a step a label")
    func sum() throws {
        let network = randomQuantizedNetwork(.init(8, 2, 6, nil, [12], [7]), carriesState: false, seed: 3)
        let classifier = OwnedWindowStream(try NetworkWeights(network))
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let sample = (0..<6).map { _ in Int16.random(in: -20000...20000, using: &generator) }
            guard classifier.push(sample.span) != nil else { continue }
            let sum = (0..<7).reduce(0) { $0 + Int(classifier.probability(of: $1)) }
            #expect((sum - 32768).magnitude <= 4)
        }
    }
}
