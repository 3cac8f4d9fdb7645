import Formatting
import ModelImport
import Models
import MotionCore
import TestSupport
import Testing

@Suite("A model that was exported for other tools")
struct ForeignExportTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let model: FloatModel
    }

    static let cases = [
        Case(testDescription: "one layer", model: randomFloatModel(seed: 1)),
        Case(
            testDescription: "two layers and a hidden dense layer", model: randomFloatModel(seed: 2, lstm: [5, 5], dense: [4, 3])),
        Case(testDescription: "layers of different widths", model: randomFloatModel(seed: 3, lstm: [5, 7, 4], dense: [3])),
        Case(testDescription: "state that is carried", model: randomFloatModel(seed: 4, lstm: [5, 6], policy: .carry)),
    ]
    static let fronts = [
        Case(
            testDescription: "a convolution and an LSTM",
            model: randomFloatModel(seed: 5, convolution: 4, lstm: [5, 5], dense: [4, 3], policy: .carry)),
        Case(testDescription: "a perceptron over a window", model: randomFloatModel(seed: 6, convolution: 4, lstm: [], dense: [3])),
        Case(
            testDescription: "a perceptron over one sample",
            model: randomFloatModel(seed: 7, window: 1, hop: 1, convolution: 4, lstm: [], dense: [5, 3])),
    ]

    /// The same with inputs that are shifted and scaled, a rate, and hidden dense layers of both kinds.
    private func described(_ model: FloatModel) -> FloatModel {
        var model = model
        for index in model.description.inputs.indices {
            model.description.inputs[index].offset = Float(index) * 0.3 - 1
            model.description.inputs[index].scale = 1 / (Float(index) * 0.7 + 0.9)
        }
        model.description.rate = 62.5
        model.description.restLabel = "class1"
        return model
    }

    @Test("as ONNX is the same model again, to the bit, and says all of it itself", arguments: cases + fronts)
    func onnx(_ example: Case) throws {
        for model in [example.model, described(example.model)] {
            let bytes = try ONNXExporter.bytes(of: model, named: "a.onnx")
            #expect(try ONNXImporter.model(from: bytes, file: "a.onnx") == model)
        }
    }

    @Test("as a state dict is the same model again, to the bit, and says all of it itself", arguments: cases)
    func stateDict(_ example: Case) throws {
        for model in [example.model, described(example.model)] {
            let file = try PyTorchExporter.file(of: model, named: "a.safetensors")
            #expect(try PyTorchImporter.model(from: file, path: "a.safetensors") == model)
        }
    }

    @Test("without a ReLU between dense layers comes back without it")
    func noRectifier() throws {
        var model = randomFloatModel(seed: 8, dense: [4, 4, 3])
        model.network.dense[1].rectified = false
        let file = try PyTorchExporter.file(of: model, named: "a")
        #expect(file.tensors.keys.filter { $0.hasSuffix("weight") }.sorted() == ["fc.0.weight", "fc.2.weight", "fc.3.weight"])
        #expect(try PyTorchImporter.model(from: file, path: "a") == model)
        #expect(try ONNXImporter.model(from: ONNXExporter.bytes(of: model, named: "a"), file: "a") == model)
    }

    @Test("is read as the caller says, where the caller says something")
    func overrides() throws {
        let model = described(Self.cases[0].model)
        let names = ["gx", "gy", "gz", "ax", "ay", "az"]
        let overrides = ImportOverrides(
            labels: ["rest", "b", "c"], window: 9, hop: 2, rate: 50, inputs: names.map { InputFeature(name: $0) },
            statePolicy: .carry)
        let found = try ONNXImporter.model(from: ONNXExporter.bytes(of: model, named: "a"), file: "a", overrides: overrides)
        #expect(found.network == model.network)
        #expect(found.description.labels == ["rest", "b", "c"] && found.description.restLabel == "rest")
        #expect(found.description.schedule == WindowSchedule(length: 9, hop: 2))
        #expect(found.description.rate == 50 && found.description.statePolicy == .carry)
        #expect(found.description.inputs.map(\.name) == names)
        // The graph normalises, whatever its inputs are called.
        #expect(found.description.inputs.map(\.scale) == model.description.inputs.map(\.scale))
        let twice = ImportOverrides(inputs: names.map { InputFeature(name: $0, offset: 1, scale: 2) })
        let error = #expect(throws: ImportError.self) {
            try ONNXImporter.model(from: ONNXExporter.bytes(of: model, named: "a"), file: "a", overrides: twice)
        }
        #expect(error?.code == .override && error?.problem.description.contains("normalises its inputs itself") == true)
    }

    @Test("as a state dict that somebody trained on is read with its new deviation")
    func changedBuffers() throws {
        let model = described(Self.cases[0].model)
        var file = try PyTorchExporter.file(of: model, named: "a")
        file.tensors["std"] = .init(floats: [Float](repeating: 4, count: 6), shape: [6])
        #expect(
            try PyTorchImporter.model(from: file, path: "a").description.inputs.map(\.scale) == [
                0.25, 0.25, 0.25, 0.25, 0.25, 0.25,
            ])
    }

    @Test("as a state dict cannot have a convolution, and says what can", arguments: fronts)
    func convolution(_ example: Case) throws {
        let error = #expect(throws: ModelFileError.self) { try PyTorchExporter.file(of: example.model, named: "a") }
        #expect(error?.code == .unwritable && error?.problem.description.contains("“onnx”") == true)
    }

    @Test("must be one that a model file may hold")
    func faults() throws {
        var model = Self.cases[0].model
        model.description.labels = ["a", "a", "b"]
        #expect(throws: ModelFileError.self) { try ONNXExporter.bytes(of: model, named: "a") }
        #expect(throws: ModelFileError.self) { try PyTorchExporter.file(of: model, named: "a") }
    }
}
