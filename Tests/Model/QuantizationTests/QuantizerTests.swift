import Models
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing

@Suite("The quantizer")
struct QuantizerTests {
    /// Every affine map of a network beside the float matrices and bias that it stands for, and what its inputs' fraction bits are.
    private struct Pair {
        let integer: QuantizedAffine
        let floats: [FloatMatrix]
        let bias: [Float]
        let inputBits: [Int]
        /// Rows below this are sigmoid gates, whose argument is halved.
        var halvedRows = 0
    }

    private func pairs(_ network: FloatNetwork, _ quantized: QuantizedNetwork) -> [Pair] {
        var pairs: [Pair] = []
        var bits = quantized.inputFractionBits
        if let layer = network.convolution, let affine = quantized.convolution {
            pairs.append(Pair(integer: affine, floats: [layer.weights], bias: layer.bias, inputBits: [bits]))
            bits = affine.outputFractionBits
        }
        for (layer, affine) in zip(network.lstm, quantized.lstm) {
            let floats = [layer.inputWeights, layer.hiddenWeights]
            pairs.append(
                Pair(integer: affine, floats: floats, bias: layer.bias, inputBits: [bits, 15], halvedRows: 3 * layer.units))
            bits = 15
        }
        for (layer, dense) in zip(network.dense, quantized.dense) {
            pairs.append(Pair(integer: dense.affine, floats: [layer.weights], bias: layer.bias, inputBits: [bits]))
            bits = dense.affine.outputFractionBits
        }
        return pairs
    }

    private func power(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }

    @Test("rounds every weight and bias to the nearest step of its block", arguments: 0..<12)
    func halfAStep(_ seed: UInt64) throws {
        let model = randomFloatModel(
            seed: seed, convolution: seed % 2 == 0 ? nil : 20, lstm: [9, 70], dense: [17, 4],
            weightScale: [0.01, 0.3, 3][Int(seed) % 3])
        let quantized = try Quantizer.quantize(model.network, ranges: ActivationRanges(boundsOf: model))
        for pair in pairs(model.network, quantized) {
            for row in 0..<pair.bias.count {
                let gain = row < pair.halvedRows ? 0.5 : 1
                let block = row / QuantizedMatrix.blockRows
                let accumulatorBits = pair.integer.outputFractionBits + Int(pair.integer.outputShifts[block])
                let bias = Double(pair.bias[row]) * gain * power(accumulatorBits)
                #expect(abs(Double(pair.integer.bias[row]) - bias) <= 0.5)
                for (term, matrix) in pair.integer.terms.enumerated() {
                    for column in 0..<matrix.columns {
                        let shift = Int(matrix.shifts[block * matrix.panels + column / matrix.panelWidth])
                        let weightBits = accumulatorBits + shift - pair.inputBits[term]
                        let exact = Double(pair.floats[term][row, column]) * gain * power(weightBits)
                        #expect(abs(Double(matrix.weights[row * matrix.columns + column]) - exact) <= 0.5)
                    }
                }
            }
        }
    }

    struct Size: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var inputs = 6
        var convolution: Int?
        var lstm = [5]
        var dense = [3]
        var scale: Float = 1
        /// What the convolution reaches, where bounds for full scale would be too wide for the layer after it.
        var convolutionRange: Double?
    }

    static let sizes = [
        Size(testDescription: "one unit of everything", inputs: 1, lstm: [1], dense: [1]),
        Size(testDescription: "an odd number of inputs", inputs: 3, convolution: 5),
        Size(testDescription: "one panel and a column", inputs: 6, lstm: [65], dense: [65, 4]),
        Size(testDescription: "300 columns", inputs: 9, convolution: 300, lstm: [75, 40], dense: [300, 6]),
        Size(testDescription: "weights up to 50", inputs: 6, lstm: [12, 12], dense: [9, 4], scale: 50),
        Size(testDescription: "300 columns with weights up to 50", inputs: 6, lstm: [300], dense: [4], scale: 50),
        Size(
            testDescription: "a convolution with weights up to 50", inputs: 6, convolution: 40, lstm: [10], dense: [4], scale: 50,
            convolutionRange: 50),
        Size(testDescription: "no LSTM", inputs: 6, convolution: 20, lstm: [], dense: [9, 4]),
        Size(
            testDescription: "no LSTM, and one panel and a column", inputs: 3, convolution: 65, lstm: [], dense: [65, 4], scale: 0.2
        ),
        Size(testDescription: "tiny weights", inputs: 6, convolution: 20, lstm: [20], dense: [20, 4], scale: 1e-6),
        Size(testDescription: "weights of nothing", inputs: 6, convolution: 20, lstm: [20], dense: [20, 4], scale: 0),
    ]

    @Test("gives networks that pass the proof of no overflow and that no input at full scale makes trap", arguments: sizes)
    func proof(_ size: Size) throws {
        for seed in UInt64(0)..<4 {
            let model = randomFloatModel(
                seed: seed, window: 5, hop: 5, inputs: size.inputs, convolution: size.convolution, lstm: size.lstm,
                dense: size.dense,
                policy: .carry, weightScale: size.scale)
            var ranges = ActivationRanges(boundsOf: model)
            ranges.convolution = size.convolutionRange ?? ranges.convolution
            // It is proved as it is made.
            let quantized = try Quantizer.quantize(model.network, ranges: ranges)
            // The reference traps if a sum leaves 32 bits.
            let reference = ScalarReference(quantized)
            var state = reference.zeroState
            var generator = SeededGenerator(seed: seed)
            for _ in 0..<4 {
                let window = (0..<5 * size.inputs).map { _ in Bool.random(using: &generator) ? Int16.max : .min }
                #expect(reference.predict(window: window, state: &state).count == model.description.labels.count)
            }
        }
    }

    @Test("gives probabilities near the float network's", arguments: [(nil, [16, 12]), (12, [16, 12]), (12, [])])
    func nearFloat(_ convolution: Int?, _ lstm: [Int]) throws {
        let network = randomFloatModel(
            seed: 13, inputs: 6, convolution: convolution, lstm: lstm, dense: [10, 4], policy: .carry
        ).network
        var ranges = ActivationRanges(unseen: network)
        var generator = SeededGenerator(seed: 14)
        let windows = (0..<40).map { _ in randomValues(count: 8 * 6, bound: 2, using: &generator) }
        var state = FloatState(zeroFor: network)
        for window in windows { ranges.observe(window: window, of: network, state: &state) }
        let quantized = try Quantizer.quantize(network, ranges: ranges)
        let reference = ScalarReference(quantized)
        var integerState = reference.zeroState
        state = FloatState(zeroFor: network)
        for window in windows {
            let inputs = window.map { Int16(($0 * power(quantized.inputFractionBits)).rounded()) }
            let integer = reference.predict(window: inputs, state: &integerState).map { Double($0) / 32768 }
            for (found, exact) in zip(integer, network.predict(window: window, state: &state)) {
                #expect(abs(found - exact) < 0.005)
            }
        }
    }

    @Test("keeps one bit of headroom above every range between layers, and never two", arguments: 0..<40)
    func headroom(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        func range() -> Double { power(Int.random(in: -8...8, using: &generator)) * Double.random(in: 1..<2, using: &generator) }
        let network = randomFloatModel(seed: seed, convolution: 4, dense: [5, 6, 3], weightScale: 0.001).network
        var ranges = ActivationRanges(unseen: network)
        ranges.inputs = (0..<6).map { _ in range() }
        ranges.convolution = range()
        ranges.dense = [range(), range()]
        let quantized = try Quantizer.quantize(network, ranges: ranges)
        let formats =
            [(ranges.convolution, quantized.convolution?.outputFractionBits)]
            + zip(ranges.dense, quantized.dense).map { ($0, $1.affine.outputFractionBits) }
        for (range, bits) in formats {
            let (range, bits) = (try #require(range), try #require(bits))
            #expect(2 * range * power(bits) <= 32767)
            #expect(bits == 15 || 4 * range * power(bits) > 32767)
        }
    }

    @Test(
        "refuses weights that are too large or no numbers, by layer",
        arguments: [Float(1e12), .greatestFiniteMagnitude, .infinity, .nan])
    func tooLarge(_ weight: Float) throws {
        for layer in 0..<3 {
            let model = randomFloatModel(seed: 15, convolution: 4)
            let ranges = ActivationRanges(boundsOf: model)
            var network = model.network
            switch layer {
            case 0: network.convolution?.weights[1, 2] = weight
            case 1: network.lstm[0].hiddenWeights[1, 2] = weight
            default: network.dense[0].bias[1] = weight
            }
            let name = ["the convolution", "recurrent layer 1", "dense layer 1"][layer]
            let error = try #require(throws: QuantizerError.self) { try Quantizer.quantize(network, ranges: ranges) }
            #expect(
                error.description
                    == "the network cannot be quantized: \(name) has weights too large for 32-bit sums; normalise the inputs to a smaller range or train with a smaller learning rate or more weight decay"
            )
        }
    }
}
