import ModelImport
import Models
import MotionCore
import TestSupport
import Testing

/// The one real Core ML model we have. It is not ours to commit, so without the shared data folder these tests are skipped.
@Suite(
    "The book's GestureClassifier is imported",
    .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct GestureClassifierImportTests {
    let description: ModelDescription
    let network: FloatNetwork

    init() throws {
        let model = try CoreMLImporter.model(fromFileAt: SharedData.gestureClassifier)
        (description, network) = (model.description, model.network)
    }

    @Test("with the labels, window, features and state policy that the file states")
    func settings() {
        #expect(description.labels == ["chop_it", "drive_it", "rest_it", "shake_it"])
        #expect(description.restLabel == "rest_it")
        #expect(description.window == 20)
        #expect(description.hop == 5)
        #expect(description.rate == nil)
        #expect(description.statePolicy == .carry)
        #expect(description.inputs == ["gx", "gy", "gz", "ax", "ay", "az"].map { InputFeature(name: $0) })
    }

    @Test("with the shapes of its layers")
    func shapes() throws {
        let convolution = try #require(network.convolution)
        #expect([convolution.weights.rows, convolution.weights.columns, convolution.bias.count] == [64, 120, 64])
        let lstm = try #require(network.lstm.first)
        #expect(network.lstm.count == 1)
        #expect([lstm.inputWeights.rows, lstm.inputWeights.columns] == [800, 64])
        #expect([lstm.hiddenWeights.rows, lstm.hiddenWeights.columns, lstm.bias.count] == [800, 200, 800])
        #expect(network.dense.map(\.weights.rows) == [128, 4])
        #expect(network.dense.map(\.weights.columns) == [200, 128])
        #expect(network.dense.map(\.rectified) == [true, false])
    }

    @Test("with convolution weights that the file keeps by feature turned into columns by sample")
    func convolutionOrder() throws {
        let convolution = try #require(network.convolution)
        // The file's first four numbers are feature 0 at the samples 0 to 3.
        let first: [UInt32] = [0x3C34_72F9, 0xBCD9_8A64, 0x3D67_97E0, 0xBC00_D660]
        #expect((0..<4).map { convolution.weights[0, $0 * 6].bitPattern } == first)
        #expect(convolution.bias[0].bitPattern == 0xBDB7_F1D5)
    }

    @Test("with gate rows in the order input, forget, output, candidate")
    func gateOrder() throws {
        let lstm = try #require(network.lstm.first)
        let weights = [0, 200, 400, 600].map { lstm.inputWeights[$0, 0].bitPattern }
        #expect(weights == [0x3E71_F519, 0x3E31_37A8, 0x3E45_4DCF, 0x3E06_DAA0])
        let recursion = [0, 200, 400, 600].map { lstm.hiddenWeights[$0, 0].bitPattern }
        #expect(recursion == [0x3E54_4CCE, 0x3D1E_2E55, 0xBD37_0984, 0x3DA1_C0B9])
        let bias = [0, 200, 400, 600].map { lstm.bias[$0].bitPattern }
        #expect(bias == [0x3D73_E005, 0xBCD8_7FA7, 0x3D88_2EC9, 0x3C3F_FD4C])
    }

    @Test("with the batch normalisation folded into the dense layer before it")
    func fold() throws {
        let dense = try #require(network.dense.first)
        // Channel 0 of the file: weight, bias, then the normalisation's scale, offset, mean, variance and epsilon.
        let weight = Double(Float(bitPattern: 0xBDA4_2425)), bias = Double(Float(bitPattern: 0xBB85_4D15))
        let gamma = Double(Float(bitPattern: 0x3F84_557B)), beta = Double(Float(bitPattern: 0x3CF8_82DC))
        let mean = Double(Float(bitPattern: 0xBE86_6C02)), variance = Double(Float(bitPattern: 0x3D2C_E88E))
        let scale = gamma / (variance + Double(Float(0.001))).squareRoot()
        #expect(abs(Double(dense.weights[0, 0]) - weight * scale) < 1e-7)
        #expect(abs(Double(dense.bias[0]) - ((bias - mean) * scale + beta)) < 1e-7)
    }

    @Test("the last layer's weights are the file's own")
    func logits() throws {
        let dense = try #require(network.dense.last)
        #expect(dense.weights[0, 0].bitPattern == 0xBE00_5F6C)
        #expect(dense.bias.map(\.bitPattern) == [0xBBDA_90A6, 0x3B6B_FD0B, 0x3D6F_CF7F, 0xBCD2_AAB4])
    }

    @Test("a window other than the kernel's is refused")
    func otherWindow() {
        let error = #expect(throws: ImportError.self) {
            try CoreMLImporter.model(fromFileAt: SharedData.gestureClassifier, overrides: ImportOverrides(window: 25))
        }
        #expect(error?.code == .override)
    }
}
