import ModelImport
import Models
import MotionCore
import TestSupport
import Testing

@Suite("A Core ML classifier is imported")
struct CoreMLImporterTests {
    private func network(_ file: SmallCoreMLFile, _ overrides: ImportOverrides = ImportOverrides()) throws -> FloatNetwork {
        try CoreMLImporter.model(from: file.bytes, file: "small.mlmodel", overrides: overrides).network
    }

    private func description(_ file: SmallCoreMLFile, _ overrides: ImportOverrides = ImportOverrides()) throws -> ModelDescription {
        try CoreMLImporter.model(from: file.bytes, file: "small.mlmodel", overrides: overrides).description
    }

    @Test("a convolution's weights are ordered by sample, then feature")
    func convolution() throws {
        let convolution = try #require(try network(SmallCoreMLFile()).convolution)
        let file = SmallCoreMLFile.weights(1, 12)
        // [output][feature][sample] in the file.
        #expect(convolution.weights.values == [0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11].map { file[$0] })
        #expect(convolution.bias == SmallCoreMLFile.weights(2, 2))
    }

    @Test("the gates i, f, z, o are stacked as i, f, o, z")
    func gates() throws {
        let lstm = try #require(try network(SmallCoreMLFile()).lstm.first)
        #expect(lstm.inputWeights.values == [10, 11, 13, 12].flatMap { SmallCoreMLFile.weights($0, 4) })
        #expect(lstm.hiddenWeights.values == [20, 21, 23, 22].flatMap { SmallCoreMLFile.weights($0, 4) })
        #expect(lstm.bias == [40, 41, 43, 42].flatMap { SmallCoreMLFile.weights($0, 2) })
    }

    @Test("the forget bias flag adds one to the forget gate alone")
    func forgetBias() throws {
        var file = SmallCoreMLFile()
        file.replace("lstm", SmallCoreMLFile.lstm(flags: [20, 30]))
        let bias = try #require(try network(file).lstm.first).bias
        let plain = try #require(try network(SmallCoreMLFile()).lstm.first).bias
        #expect(zip(bias, plain).map { $0 - $1 } == [0, 0, 1, 1, 0, 0, 0, 0])
    }

    @Test("an LSTM without biases has zero biases")
    func noBiases() throws {
        var file = SmallCoreMLFile()
        file.replace("lstm", SmallCoreMLFile.lstm(flags: []))
        #expect(try network(file).lstm.first?.bias == [Float](repeating: 0, count: 8))
    }

    @Test("batch normalisation is folded into the dense layer before it")
    func foldIntoDense() throws {
        let dense = try #require(try network(SmallCoreMLFile()).dense.first)
        // With ε = 1 the scales are 4/√(3+1) and 2/√(0+1): both 2.
        #expect(dense.weights.values == SmallCoreMLFile.weights(50, 4).map { $0 * 2 })
        // (0 − 1) · 2 + ½ and (0 + 2) · 2 − 1.
        #expect(dense.bias == [-1.5, 3])
        #expect(dense.rectified)
    }

    @Test("batch normalisation is folded into the convolution before it")
    func foldIntoConvolution() throws {
        var file = SmallCoreMLFile()
        file.layers[1].output = ["n"]
        file.layers.insert(("norm0", ["n"], ["b"], SmallCoreMLFile.normalisation()), at: 2)
        let folded = try #require(try network(file).convolution)
        let plain = try #require(try network(SmallCoreMLFile()).convolution)
        #expect(folded.weights.values == plain.weights.values.map { $0 * 2 })
        let first: Float = (plain.bias[0] - 1) * 2 + 0.5
        let second: Float = (plain.bias[1] + 2) * 2 - 1
        #expect(folded.bias == [first, second])
    }

    @Test("16-bit weights are widened")
    func halfPrecision() throws {
        var file = SmallCoreMLFile()
        // 1, −2, the smallest subnormal number, and −0.
        let halves: [UInt8] = [0x00, 0x3C, 0x00, 0xC0, 0x01, 0x00, 0x00, 0x80]
        file.replace("dense1", SmallCoreMLFile.dense { $0.message(20) { $0.bytes(2, halves) } })
        #expect(try network(file).dense.last?.weights.values == [1, -2, 0x1p-24, 0])
    }

    @Test("state is carried with a convolution and optional state inputs, else reset")
    func statePolicy() throws {
        #expect(try description(SmallCoreMLFile()).statePolicy == .carry)
        #expect(try description(.withoutConvolution).statePolicy == .reset)
        var file = SmallCoreMLFile()
        file.layers[3].input = ["c"]
        #expect(try description(file).statePolicy == .reset)
    }

    @Test("LSTM layers can be stacked")
    func stackedLSTM() throws {
        var file = SmallCoreMLFile.withoutConvolution
        file.replace("lstm", SmallCoreMLFile.lstm(flags: [10, 20]))
        file.layers[0].output[0] = "between"
        file.layers.insert(("lstm2", ["between"], ["d"], SmallCoreMLFile.lstm()), at: 1)
        #expect(try network(file).lstm.count == 2)
    }

    @Test("a sample axis that is permuted to the front fixes the window")
    func permutedSequence() throws {
        var file = SmallCoreMLFile.withoutConvolution
        file.inputShape = [1, 3, 2]
        file.layers[0].input[0] = "turned"
        file.layers.insert(("turn", ["features"], ["turned"], { $0.message(310) { $0.bytes(1, [2, 3, 0, 1]) } }), at: 0)
        #expect(try description(file).window == 3)
    }

    @Test("metadata names the features and the window, and a label that begins with rest is found")
    func settings() throws {
        let description = try description(SmallCoreMLFile())
        #expect(description.inputs == [InputFeature(name: "gx"), InputFeature(name: "az")])
        #expect(description.window == 3)
        #expect(description.hop == 1)
        #expect(description.rate == nil)
        #expect(description.restLabel == "REST here")
    }

    @Test("the caller overrules labels, features, hop, rate, rest label and a window that is not fixed")
    func overrides() throws {
        let inputs = [InputFeature(name: "ax", offset: 1, scale: 2), InputFeature(name: "ay")]
        let given = ImportOverrides(labels: ["a", "b"], window: 10, hop: 2, rate: 25, inputs: inputs, restLabel: "b")
        let description = try description(.withoutConvolution, given)
        #expect(description.labels == ["a", "b"])
        #expect(description.window == 10)
        #expect(description.hop == 2)
        #expect(description.rate == 25)
        #expect(description.inputs == inputs)
        #expect(description.restLabel == "b")
    }
}
