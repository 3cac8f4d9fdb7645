import Foundation
import LSTMEngine
import ReferenceModel

extension Model {
    /// The version of the layout that this code writes and reads.
    static let formatVersion = "1"

    /// Writes the file by rename, so that nothing half-written is ever seen. The same model gives the same bytes.
    public func write(toFileAt path: String) throws(ModelFileError) {
        var file = SafetensorsFile()
        file.metadata = metadata
        if let float { float.addTensors(to: &file) }
        if let quantized { quantized.addTensors(to: &file) }
        try file.write(toFileAt: path)
    }

    private var metadata: [String: String] {
        var entries = [
            "format": "motionq15", "version": Self.formatVersion, "labels": json(description.labels),
            "window": "\(description.window)", "hop": "\(description.hop)", "state": description.statePolicy.rawValue,
            "inputs": json(description.inputs.map { StoredInput($0) }), "layers": json(plan),
        ]
        entries["rest"] = description.restLabel
        entries["rate"] = description.rate.map { "\($0)" }
        if let quantized {
            entries["q15.formats"] = json(StoredFormats(quantized))
        }
        for (key, value) in provenance { entries["provenance.\(key)"] = value }
        return entries
    }

    private var plan: LayerPlan {
        if let float {
            return LayerPlan(
                convolution: float.convolution?.bias.count, lstm: float.lstm.map(\.units),
                dense: float.dense.map { .init(units: $0.bias.count, rectified: $0.rectified) })
        }
        return LayerPlan(
            convolution: quantized?.convolution?.rows, lstm: quantized?.lstm.map { $0.rows / 4 } ?? [],
            dense: quantized?.dense.map { .init(units: $0.affine.rows, rectified: $0.rectified) } ?? [])
    }

    private func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}

/// An input feature as the metadata holds it.
struct StoredInput: Codable {
    var name: String
    var unit: String
    var offset: Float
    var scale: Float

    init(_ feature: InputFeature) {
        name = feature.name
        unit = feature.name.hasPrefix("g") ? "rad/s" : "g"
        offset = feature.offset
        scale = feature.scale
    }
}

/// Fraction bits of everything that flows between layers.
struct StoredFormats: Codable {
    var input: Int
    var convolution: Int?
    var dense: [Int]

    init(_ network: QuantizedNetwork) {
        input = network.inputFractionBits
        convolution = network.convolution?.outputFractionBits
        dense = network.dense.map(\.affine.outputFractionBits)
    }
}

extension FloatNetwork {
    fileprivate func addTensors(to file: inout SafetensorsFile) {
        if let convolution { add("convolution", convolution.weights, convolution.bias, to: &file) }
        for (index, layer) in lstm.enumerated() {
            let units = 4 * layer.units
            file.tensors["float.lstm.\(index).input.weight"] = .init(
                floats: layer.inputWeights.values, shape: [units, layer.inputWeights.columns])
            file.tensors["float.lstm.\(index).hidden.weight"] = .init(
                floats: layer.hiddenWeights.values, shape: [units, layer.units])
            file.tensors["float.lstm.\(index).bias"] = .init(floats: layer.bias, shape: [units])
        }
        for (index, layer) in dense.enumerated() { add("dense.\(index)", layer.weights, layer.bias, to: &file) }
    }

    private func add(_ name: String, _ weights: FloatMatrix, _ bias: [Float], to file: inout SafetensorsFile) {
        file.tensors["float.\(name).weight"] = .init(floats: weights.values, shape: [weights.rows, weights.columns])
        file.tensors["float.\(name).bias"] = .init(floats: bias, shape: [bias.count])
    }
}

extension QuantizedNetwork {
    fileprivate func addTensors(to file: inout SafetensorsFile) {
        if let convolution { add("convolution", convolution, terms: [""], to: &file) }
        for (index, layer) in lstm.enumerated() { add("lstm.\(index)", layer, terms: [".input", ".hidden"], to: &file) }
        for (index, layer) in dense.enumerated() { add("dense.\(index)", layer.affine, terms: [""], to: &file) }
    }

    private func add(_ name: String, _ affine: QuantizedAffine, terms: [String], to file: inout SafetensorsFile) {
        for (suffix, matrix) in zip(terms, affine.terms) {
            file.tensors["q15.\(name)\(suffix).weight"] = .init(integers: matrix.weights, shape: [matrix.rows, matrix.columns])
            file.tensors["q15.\(name)\(suffix).shift"] = .init(integers: matrix.shifts, shape: [matrix.blocks, matrix.panels])
        }
        file.tensors["q15.\(name).bias"] = .init(integers: affine.bias, shape: [affine.rows])
        file.tensors["q15.\(name).output_shift"] = .init(integers: affine.outputShifts, shape: [affine.outputShifts.count])
    }
}
