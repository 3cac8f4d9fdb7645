import Formatting
import Foundation
import ModelImport
import Models
import TestSupport
import Testing

/// ONNX files of real networks with the probabilities that what wrote them gave for windows of input.
@Suite("ONNX files of other tools")
struct ONNXCasesTests {
    private static let ours = Repository.path("Tests/Support/ImportedNetworks")

    private func difference(_ network: String, cases: String) throws -> Double {
        let cases = try NetworkCases(cases)
        return cases.largestDifference(try ONNXImporter.model(fromFileAt: network, overrides: cases.overrides))
    }

    @Test("of both of PyTorch's exporters: probabilities within 0.00001", arguments: ["torch_script", "torch_dynamo"])
    func torch(_ name: String) throws {
        #expect(try difference("\(Self.ours)/\(name).onnx", cases: "\(Self.ours)/torch.cases.csv") <= 1e-5)
    }

    @Test("and both exporters' files give the same model")
    func exporters() throws {
        let overrides = ImportOverrides(
            labels: ["a", "b", "c"], window: 6, inputs: ["ax", "ay", "az"].map { InputFeature(name: $0) })
        let models = try ["torch_script", "torch_dynamo"].map {
            try ONNXImporter.model(fromFileAt: "\(Self.ours)/\($0).onnx", overrides: overrides)
        }
        #expect(models[0].description == models[1].description)
        #expect(models[0].network.lstm == models[1].network.lstm)
        #expect(models[0].description.inputs[0] == InputFeature(name: "ax", offset: 0.5, scale: 0.5))
        #expect(models[0].network.dense.map(\.rectified) == [true, false])
        // One of them folds the batch normalisation itself, in single precision.
        for (a, b) in zip(models[0].network.dense[0].weights.values, models[1].network.dense[0].weights.values) {
            #expect((a - b).magnitude < 1e-6)
        }
    }

    @Test("the window is the one that the file fixes, unless it is given; labels and inputs must be given")
    func settings() throws {
        let inputs = ["ax", "ay", "az"].map { InputFeature(name: $0) }
        let path = "\(Self.ours)/torch_dynamo.onnx"
        let found = try ONNXImporter.model(fromFileAt: path, overrides: ImportOverrides(labels: ["a", "b", "c"], inputs: inputs))
        #expect(found.description.window == 6)
        let given = ImportOverrides(labels: ["a", "b", "c"], window: 9, inputs: inputs)
        #expect(try ONNXImporter.model(fromFileAt: path, overrides: given).description.window == 9)
        let error = #expect(throws: ImportError.self) { try ONNXImporter.model(fromFileAt: path) }
        #expect(error?.code == .missing)
        #expect(
            error?.problem.description.contains("“labels” (3") == true && error?.problem.description.contains("“inputs” (3") == true
        )
        #expect(error?.problem.description.contains("“window”") == false)
        let open = #expect(throws: ImportError.self) { try ONNXImporter.model(fromFileAt: "\(Self.ours)/torch_script.onnx") }
        #expect(open?.problem.description.contains("“window”") == true)
    }

    @Test(
        "of ONNX Runtime's case: probabilities within 0.00001",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
    func shared() throws {
        let folder = "\(SharedData.folder)/import"
        #expect(try difference("\(folder)/onnx_lstm24.onnx", cases: "\(folder)/onnx_lstm24.cases.csv") <= 1e-5)
    }
}
