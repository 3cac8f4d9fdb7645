import Formatting
import Foundation
import ModelImport
import Models
import MotionCore
import TestSupport
import Testing

@Suite("GRU layers")
struct GRUTests {
    private static let ours = Repository.path("Tests/Support/ImportedNetworks")

    private static func imported(_ file: String) throws -> (cases: NetworkCases, model: FloatModel) {
        let cases = try NetworkCases("\(ours)/\(file.prefix { $0 != "." }).cases.csv")
        return (cases, try Importer.model(fromFileAt: "\(ours)/\(file)", overrides: cases.overrides))
    }

    @Test(
        "of Keras give its probabilities within 0.00001: stacked, with a convolution and an LSTM, in Keras 2 and 3",
        arguments: ["gru_stacked.keras", "gru_stacked2.h5", "gru_mixed.keras"])
    func keras(_ file: String) throws {
        let (cases, model) = try Self.imported(file)
        #expect(cases.largestDifference(model) <= 1e-5)
        #expect(model.network.lstm.map(\.cell) == (file.contains("mixed") ? [.gru, .lstm] : [.gru, .gru]))
    }

    @Test("of a stateful model carry their state")
    func stateful() throws {
        let (cases, model) = try Self.imported("gru_stateful.keras")
        #expect(cases.largestDifference(model, carriesState: true) <= 1e-5)
        #expect(model.description.statePolicy == .carry)
    }

    @Test("that reset their state before they multiply it are refused in one sentence")
    func resetBefore() throws {
        let error = #expect(throws: ImportError.self) {
            try KerasImporter.model(
                fromFileAt: "\(Self.ours)/gru_reset_before.keras",
                overrides: ImportOverrides(labels: ["a", "b", "c"], inputs: ["ax", "ay", "az"].map { InputFeature(name: $0) }))
        }
        #expect(error?.code == .unsupported && error?.layer == "gru")
        #expect(error?.problem.description.contains("reset_after=True") == true, "\(error?.description ?? "")")
    }

    @Test(
        "are written to ONNX and read again as the same network, with their state reset and carried",
        arguments: StatePolicy.allCases)
    func onnx(_ policy: StatePolicy) throws {
        var model = try Self.imported("gru_stacked.keras").model
        model.description.statePolicy = policy
        let bytes = try ONNXExporter.bytes(of: model, named: "a.onnx")
        let again = try ONNXImporter.model(from: bytes, file: "a.onnx")
        #expect(again.network == model.network && again.description.statePolicy == policy)
    }

    @Test("of PyTorch have their reset gate first, and their candidate's two biases apart")
    func pytorch() throws {
        var file = SafetensorsFile()
        // One unit, one input: r, z, n.
        file.tensors["gru.weight_ih_l0"] = .init(floats: [0.1, 0.2, 0.3], shape: [3, 1])
        file.tensors["gru.weight_hh_l0"] = .init(floats: [0.4, 0.5, 0.6], shape: [3, 1])
        file.tensors["gru.bias_ih_l0"] = .init(floats: [0.01, 0.02, 0.03], shape: [3])
        file.tensors["gru.bias_hh_l0"] = .init(floats: [0.04, 0.05, 0.06], shape: [3])
        file.tensors["fc.weight"] = .init(floats: [1, -1], shape: [2, 1])
        let model = try PyTorchImporter.model(
            from: file, path: "a",
            overrides: ImportOverrides(labels: ["a", "b"], window: 2, inputs: [InputFeature(name: "ax")]))
        var h = 0.0
        for x in [0.7, -0.4] {
            let r = 1 / (1 + exp(-(0.1 * x + 0.01 + 0.4 * h + 0.04)))
            let z = 1 / (1 + exp(-(0.2 * x + 0.02 + 0.5 * h + 0.05)))
            let n = tanh(0.3 * x + 0.03 + r * (0.6 * h + 0.06))
            h = (1 - z) * n + z * h
        }
        var state = FloatState(zeroFor: model.network)
        _ = model.network.predict(window: [0.7, -0.4], state: &state)
        #expect((state.hidden[0][0] - h).magnitude < 1e-7)
    }
}
