import Foundation
import ModelImport
import Models
import MotionCore
import Quantization
import TestSupport
import Testing

/// State dicts of real PyTorch networks, and an ONNX model, with the probabilities that PyTorch, or ONNX Runtime, gave for windows
/// of input.
@Suite("Cases of PyTorch and of ONNX Runtime", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct TorchCasesTests {
    struct Cases: CustomTestStringConvertible, Sendable {
        let name: String
        var ending = "safetensors"
        var testDescription: String { name }

        /// Each row's inputs, sample after sample, and probabilities; the header's columns say which is which.
        func read() throws -> (samples: Int, features: Int, rows: [(window: [Double], expected: [Double])]) {
            let text = try String(contentsOfFile: "\(SharedData.folder)/import/\(name).cases.csv", encoding: .utf8)
            let lines = text.split(whereSeparator: \.isNewline)
            let inputs = lines[0].split(separator: ",").filter { $0.hasPrefix("x_") }.map {
                $0.split(separator: "_").compactMap { Int($0) }
            }
            let last = try #require(inputs.last)
            let rows = lines.dropFirst().map { line in
                let values = line.split(separator: ",").compactMap { Double($0) }
                return (Array(values[..<inputs.count]), Array(values[inputs.count...]))
            }
            return (last[0] + 1, last[1] + 1, rows)
        }
    }

    static let all = ["torch_lstm32", "torch_lstm32x2_mlp"].map { Cases(name: $0) } + [Cases(name: "onnx_lstm24", ending: "onnx")]

    private func model(_ cases: Cases) throws -> (FloatModel, [(window: [Double], expected: [Double])]) {
        let (samples, features, rows) = try cases.read()
        let classes = try #require(rows.first).expected.count
        let model = try Importer.model(
            fromFileAt: "\(SharedData.folder)/import/\(cases.name).\(cases.ending)",
            overrides: ImportOverrides(
                labels: (0..<classes).map { "class\($0)" }, window: samples,
                inputs: (0..<features).map { InputFeature(name: "x\($0)") }))
        return (model, rows)
    }

    private func largest(_ found: [Double], _ expected: [Double]) -> Double {
        #expect(found.count == expected.count)
        return zip(found, expected).map { ($0 - $1).magnitude }.max() ?? 1
    }

    @Test("in float, probabilities within 0.00001", arguments: all)
    func float(_ cases: Cases) throws {
        let (model, rows) = try model(cases)
        var difference = 0.0
        for row in rows {
            var state = FloatState(zeroFor: model.network)
            difference = max(difference, largest(model.network.predict(window: row.window, state: &state), row.expected))
        }
        print("\(cases.name), float: largest |Δp| \(difference) of \(rows.count) windows")
        #expect(difference <= 1e-5)
    }

    @Test("in Q15, calibrated on the same windows, probabilities within 0.001", arguments: all)
    func fixedPoint(_ cases: Cases) throws {
        var (model, rows) = try model(cases)
        var ranges = ActivationRanges(unseen: model.network)
        for row in rows {
            var state = FloatState(zeroFor: model.network)
            ranges.observe(window: row.window, of: model.network, state: &state)
        }
        model = model.balancingInputs(&ranges)
        let quantized = try Quantizer.quantize(model.network, ranges: ranges)
        let about = model.description
        let classifier = WindowClassifier(
            try NetworkWeights(quantized, for: about))
        let scale = Double(sign: .plus, exponent: quantized.inputFractionBits, significand: 1)
        var difference = 0.0
        for row in rows {
            let inputs = stride(from: 0, to: row.window.count, by: about.inputs.count).flatMap { first in
                about.inputs.normalised(Array(row.window[first..<first + about.inputs.count])).map { Int16(($0 * scale).rounded()) }
            }
            classifier.predict(window: inputs.span)
            let found = about.labels.indices.map { Double(classifier.probability(of: $0)) / 32768 }
            difference = max(difference, largest(found, row.expected))
        }
        print(
            "\(cases.name), Q15: largest |Δp| \(difference) of \(rows.count) windows, inputs with \(quantized.inputFractionBits) fraction bits"
        )
        #expect(difference <= 0.001)
    }
}
