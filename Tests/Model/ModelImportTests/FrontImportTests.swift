import Formatting
import Foundation
import ModelImport
import Models
import MotionCore
import TestSupport
import Testing

/// Files of Keras and TensorFlow Lite whose samples pass convolutions or pooling, with the probabilities that these gave.
@Suite("Convolutions and pooling before the LSTM, or in its place")
struct FrontImportTests {
    private static let ours = Repository.path("Tests/Support/ImportedNetworks")

    private static func cases(_ name: String) throws -> NetworkCases { try NetworkCases("\(ours)/\(name).cases.csv") }

    @Test(
        "of Keras give its probabilities within 0.00001: valid and causal, with strides, dilation, batch norm and every pooling",
        arguments: [
            ("front_lstm.keras", 4, true), ("front_lstm2.h5", 4, true), ("front_dilated.keras", 5, true),
            ("front_flat.keras", 4, false), ("front_plain.keras", 2, false), ("front_mean.keras", 3, false),
            ("front_largest.keras", 3, false), ("front_pooled.keras", 1, true),
        ])
    func keras(_ file: String, _ layers: Int, _ hasLSTM: Bool) throws {
        let cases = try Self.cases(String(file.prefix { $0 != "." }))
        let model = try Importer.model(fromFileAt: "\(Self.ours)/\(file)", overrides: cases.overrides)
        #expect(cases.largestDifference(model) <= 1e-5)
        #expect(model.network.front.count == layers && model.network.convolution == nil && model.network.lstm.isEmpty != hasLSTM)
        #expect(model.description.window == 20)
    }

    @Test(
        "of TensorFlow Lite give its interpreter's probabilities within 0.00001, and of 8-bit numbers within 0.01",
        arguments: [
            ("lite_front_lstm", 1e-5), ("lite_front_dilated", 1e-5), ("lite_front_flat", 1e-5), ("lite_front_mean", 1e-5),
            ("lite_front_largest", 1e-5), ("lite_front_loop", 1e-5), ("lite_front_int8", 0.01), ("lite_front_16x8", 0.01),
        ])
    func lite(_ name: String, _ bound: Double) throws {
        let cases = try Self.cases(name)
        let model = try Importer.model(fromFileAt: "\(Self.ours)/\(name).tflite", overrides: cases.overrides)
        #expect(cases.largestDifference(model) <= bound)
        #expect(!model.network.front.isEmpty && model.description.window == 20)
    }

    @Test(
        "of PyTorch give its probabilities within 0.00001, by both exporters: features first, flattened, pooled, with a GRU",
        arguments: ["torch_mixed", "torch_flat", "torch_pooled"], ["script", "dynamo"])
    func torch(_ name: String, _ exporter: String) throws {
        let cases = try Self.cases(name)
        let model = try Importer.model(fromFileAt: "\(Self.ours)/\(name)_\(exporter).onnx", overrides: cases.overrides)
        #expect(cases.largestDifference(model) <= 1e-5)
        #expect(!model.network.front.isEmpty && model.description.window == 20 && model.description.inputs.count == 3)
    }

    @Test(
        "are written to ONNX and read again as a network of the same probabilities",
        arguments: ["front_lstm", "front_dilated", "front_flat", "front_mean", "front_largest", "front_pooled"])
    func onnx(_ name: String) throws {
        let cases = try Self.cases(name)
        let model = try Importer.model(fromFileAt: "\(Self.ours)/\(name).keras", overrides: cases.overrides)
        let again = try ONNXImporter.model(from: ONNXExporter.bytes(of: model, named: "a.onnx"), file: "a.onnx")
        #expect(again == model)
    }

    @Test("say how many samples a window needs, if it is given fewer")
    func shortWindows() throws {
        var overrides = try Self.cases("front_dilated").overrides
        overrides.hop = 4
        func model(_ window: Int) throws -> FloatModel {
            overrides.window = window
            return try Importer.model(fromFileAt: "\(Self.ours)/front_dilated.keras", overrides: overrides)
        }
        // The mean of three of every second pair.
        let error = #expect(throws: ImportError.self) { try model(5) }
        #expect(error?.problem.description.contains("reads 6 samples for the first step") == true, "\(error?.description ?? "")")
        // Strides that multiply beyond all numbers, in a window whose length is open.
        let pools = (0..<12).map { _ in FrontLayer(field: SampleField(taps: 2, stride: 65_536), columns: 1, operation: .maximum) }
        #expect(pools.leastSamples == 65_537)
        let shortest = try model(6)
        var state = FloatState(zeroFor: shortest.network)
        #expect(shortest.network.predict(window: [Double](repeating: 1, count: 18), state: &state).count == 3)
    }

    private typealias Refusal = ImportRefusal<ZipSample>

    private static let refusals: [Refusal] = [
        Refusal(
            "samples that come later", .unsupported, "valid", layer: "conv1d",
            change: KerasRefusalTests.words(#""padding": "valid""#, #""padding": "same""#)),
        Refusal(
            "groups", .unsupported, "groups=1", layer: "conv1d",
            change: KerasRefusalTests.words(#""groups": 1"#, #""groups": 3"#)),
        Refusal(
            "features before samples", .unsupported, "channels_last", layer: "conv1d",
            change: KerasRefusalTests.words(#""data_format": "channels_last""#, #""data_format": "channels_first""#)),
        Refusal(
            "another activation", .unsupported, "only relu", layer: "conv1d",
            change: KerasRefusalTests.words(#""activation": "relu""#, #""activation": "elu""#)),
        Refusal(
            "another convolution", .unsupported, "keras.layers.Conv1D", layer: "conv1d",
            change: KerasRefusalTests.words(#""class_name": "Conv1D""#, #""class_name": "SeparableConv1D""#)),
        Refusal(
            "a stride of nothing", .malformed, "strides", layer: "conv1d",
            change: KerasRefusalTests.words(#""strides": [1]"#, #""strides": [0]"#)),
        Refusal(
            "a field longer than the window", .unsupported, "longer windows", layer: "conv1d",
            change: KerasRefusalTests.words("[null, 20, 3]", "[null, 4, 3]")),
        Refusal(
            "pooling of what is not there", .unsupported, "padding", layer: "max_pooling1d",
            change: KerasRefusalTests.words(
                #""pool_size": [2], "padding": "valid""#, #""pool_size": [3], "padding": "same""#)),
    ]

    @Test("are refused by the layer, in one sentence", arguments: refusals)
    private func refused(_ refusal: Refusal) throws {
        var sample = ZipSample(Array(try Data(contentsOf: URL(filePath: "\(Self.ours)/front_lstm.keras"))))
        refusal.change(&sample)
        let overrides = ImportOverrides(
            labels: ["a", "b", "c"], window: 20, inputs: ["ax", "ay", "az"].map { InputFeature(name: $0) })
        let error = try #require(throws: ImportError.self) {
            try KerasImporter.model(from: sample.bytes(), file: "a.keras", overrides: overrides)
        }
        refusal.expect(error, file: "a.keras")
    }

    @Test("in hundreds of damaged forms give a network or a sentence", arguments: ["lite_front_int8", "lite_front_dilated"])
    func damaged(_ name: String) throws {
        var mutants = FileMutants(of: Array(try Data(contentsOf: URL(filePath: "\(Self.ours)/\(name).tflite"))))
        let overrides = ImportOverrides(
            labels: ["a", "b", "c"], inputs: ["ax", "ay", "az"].map { InputFeature(name: $0) })
        var refused = 0
        for _ in 0..<600 {
            do {
                _ = try TensorFlowLiteImporter.model(from: mutants.next(), file: "a", overrides: overrides)
            } catch {
                refused += 1
                #expect(!error.problem.isEmpty)
            }
        }
        #expect((1..<600).contains(refused))
    }
}
