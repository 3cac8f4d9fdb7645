import Foundation
import ModelImport
import Models
import MotionCore
import Randomness
import TestSupport
import Testing

/// What PyTorch's documentation says of nn.LSTM and nn.Linear, written down once more on its own layout: gates i, f, g, o, two
/// biases.
private func torch(_ dict: SmallStateDict, layers: Int, linear: [String], relu: Bool = true, window: [[Double]]) -> [Double] {
    func product(_ name: String, _ x: [Double]) -> [Double] {
        let tensor = dict.tensors[name] ?? .init([0, 0], [])
        return (0..<tensor.shape[0]).map { row in
            x.indices.reduce(0) { $0 + Double(tensor.values[row * x.count + $1]) * x[$1] }
        }
    }
    func sum(_ parts: [[Double]]) -> [Double] { parts[0].indices.map { index in parts.reduce(0) { $0 + $1[index] } } }
    func bias(_ name: String, _ count: Int) -> [Double] {
        dict.tensors[name]?.values.map { Double($0) } ?? [Double](repeating: 0, count: count)
    }
    func sigmoid(_ x: Double) -> Double { 1 / (1 + exp(-x)) }

    var sequence = window
    for layer in 0..<layers {
        let units = dict.tensors["lstm.weight_hh_l\(layer)"]?.shape[1] ?? 0
        var h = [Double](repeating: 0, count: units)
        var c = h
        for time in sequence.indices {
            let gates = sum([
                product("lstm.weight_ih_l\(layer)", sequence[time]), product("lstm.weight_hh_l\(layer)", h),
                bias("lstm.bias_ih_l\(layer)", 4 * units), bias("lstm.bias_hh_l\(layer)", 4 * units),
            ])
            for unit in 0..<units {
                let (i, f) = (sigmoid(gates[unit]), sigmoid(gates[units + unit]))
                let (g, o) = (tanh(gates[2 * units + unit]), sigmoid(gates[3 * units + unit]))
                c[unit] = f * c[unit] + i * g
                h[unit] = o * tanh(c[unit])
            }
            sequence[time] = h
        }
    }
    var vector = sequence[sequence.count - 1]
    for (index, name) in linear.enumerated() {
        let values = product("\(name).weight", vector)
        vector = sum([values, bias("\(name).bias", values.count)])
        if relu, index < linear.count - 1 { vector = vector.map { max(0, $0) } }
    }
    let exponentials = vector.map { exp($0) }
    return exponentials.map { $0 / exponentials.reduce(0, +) }
}

@Suite("A PyTorch state dict is imported")
struct PyTorchImporterTests {
    private func overrides(_ dict: SmallStateDict, classes: Int = 3) -> ImportOverrides {
        let inputs = dict.tensors["lstm.weight_ih_l0"]?.shape[1] ?? 6
        return ImportOverrides(
            labels: (0..<classes).map { "class\($0)" }, window: 7, inputs: (0..<inputs).map { InputFeature(name: "x\($0)") })
    }

    private func model(_ dict: SmallStateDict, classes: Int = 3) throws -> FloatModel {
        try PyTorchImporter.model(from: dict.file, path: "a.safetensors", overrides: overrides(dict, classes: classes))
    }

    /// The largest difference of a probability between the imported network and PyTorch's formulas.
    private func difference(
        _ network: FloatNetwork, _ dict: SmallStateDict, layers: Int = 1, linear: [String] = ["fc.0"], relu: Bool = true
    ) -> Double {
        var generator = SeededGenerator(seed: 9)
        var largest = 0.0
        for _ in 0..<20 {
            let window = (0..<7).map { _ in randomValues(count: network.inputs, bound: 2, using: &generator) }
            var state = FloatState(zeroFor: network)
            let found = network.predict(window: window.flatMap { $0 }, state: &state)
            let expected = torch(dict, layers: layers, linear: linear, relu: relu, window: window)
            for (a, b) in zip(found, expected) { largest = max(largest, (a - b).magnitude) }
        }
        return largest
    }

    @Test("and gives the probabilities of PyTorch's formulas", arguments: 1...3)
    func probabilities(_ layers: Int) throws {
        let dict = SmallStateDict(seed: UInt64(layers), units: 4, layers: layers, linear: [7, 6, 3])
        let difference = try difference(model(dict).network, dict, layers: layers, linear: ["fc.0", "fc.2", "fc.4"])
        #expect(difference < 1e-12)
    }

    @Test("without biases, as bias=False leaves it")
    func noBias() throws {
        var dict = SmallStateDict()
        for name in dict.tensors.keys where name.contains("bias") { dict.tensors[name] = nil }
        #expect(try difference(model(dict).network, dict) < 1e-12)
    }

    @Test("under any prefix, and under none", arguments: ["", "model.encoder.rnn.", "module.0."])
    func prefixes(_ prefix: String) throws {
        var dict = SmallStateDict()
        let expected = try model(dict)
        for name in dict.tensors.keys where name.hasPrefix("lstm.") {
            dict.rename(name, prefix + name.dropFirst("lstm.".count))
        }
        let found = try PyTorchImporter.model(from: dict.file, path: "a", overrides: overrides(SmallStateDict()))
        #expect(found == expected)
    }

    @Test("the same from every float format that holds its numbers", arguments: ["F64", "F16", "BF16"])
    func formats(_ format: String) throws {
        let dict = SmallStateDict()
        var file = dict.file
        for (name, tensor) in dict.tensors {
            let bytes = tensor.values.flatMap { value -> [UInt8] in
                switch format {
                case "F64": return (0..<8).map { UInt8(truncatingIfNeeded: Double(value).bitPattern >> (8 * $0)) }
                case "BF16": return [UInt8(truncatingIfNeeded: value.bitPattern >> 16), UInt8(value.bitPattern >> 24)]
                default:
                    // Multiples of 1/32 up to 1 are normal halves: 5 bits of exponent with bias 15, 10 bits of fraction.
                    let exponent = value == 0 ? 0 : UInt16(Int(value.exponent) + 15)
                    let half = UInt16(value.sign == .minus ? 0x8000 : 0) | exponent << 10 | UInt16(value.bitPattern >> 13 & 0x3FF)
                    return [UInt8(half & 0xFF), UInt8(half >> 8)]
                }
            }
            let type = try #require(SafetensorsFile.ElementType(rawValue: format))
            file.tensors[name] = .init(elementType: type, shape: tensor.shape, bytes: bytes)
        }
        #expect(try PyTorchImporter.model(from: file, path: "a", overrides: overrides(dict)) == model(dict))
    }

    @Test("with numbered linear layers in the order of their numbers, not of their letters")
    func numberedLinear() throws {
        var dict = SmallStateDict(units: 4, linear: [])
        for name in ["fc1", "fc2", "fc10"] { dict.addLinear(name, 4, 4) }
        #expect(try difference(model(dict, classes: 4).network, dict, linear: ["fc1", "fc2", "fc10"]) < 1e-12)
    }

    @Test("with named linear layers in the order of their widths")
    func namedLinear() throws {
        var dict = SmallStateDict(units: 4, linear: [])
        dict.addLinear("classifier", 9, 3)
        dict.addLinear("projection", 4, 9)
        #expect(try difference(model(dict).network, dict, linear: ["projection", "classifier"]) < 1e-12)
    }

    @Test("with two LSTM modules one after the other")
    func twoModules() throws {
        let dict = SmallStateDict(layers: 2)
        var apart = dict
        for tensor in ["weight_ih", "weight_hh", "bias_ih", "bias_hh"] {
            apart.rename("lstm.\(tensor)_l0", "lstm1.\(tensor)_l0")
            apart.rename("lstm.\(tensor)_l1", "lstm2.\(tensor)_l0")
        }
        let found = try PyTorchImporter.model(from: apart.file, path: "a", overrides: overrides(dict))
        #expect(try found == model(dict))
    }

    @Test("with a ReLU after every linear layer but the last, or none on demand")
    func rectifiers() throws {
        let dict = SmallStateDict(linear: [8, 7, 3])
        #expect(try model(dict).network.dense.map(\.rectified) == [true, true, false])
        var plain = overrides(dict)
        plain.rectifiesHiddenLayers = false
        let network = try PyTorchImporter.model(from: dict.file, path: "a", overrides: plain).network
        #expect(difference(network, dict, linear: ["fc.0", "fc.2", "fc.4"], relu: false) < 1e-12)
    }

    @Test("with buffers mean and std as offset and scale of the inputs", arguments: [[2], [1, 1, 2]])
    func buffers(_ shape: [Int]) throws {
        var dict = SmallStateDict(inputs: 2)
        dict.tensors["mean"] = .init(shape, [0.5, -3])
        dict.tensors["norm.input_std"] = .init(shape, [2, 0.25])
        #expect(
            try model(dict).description.inputs == [
                .init(name: "x0", offset: 0.5, scale: 0.5), .init(name: "x1", offset: -3, scale: 4),
            ])
    }

    @Test("with what the caller says: state policy, rate, hop; else reset, none, a quarter of the window")
    func settings() throws {
        let dict = SmallStateDict()
        let plain = try model(dict).description
        #expect(plain.statePolicy == .reset && plain.rate == nil && plain.hop == 1 && plain.window == 7)
        var given = overrides(dict)
        (given.statePolicy, given.rate, given.hop) = (.carry, 50, 3)
        let found = try PyTorchImporter.model(from: dict.file, path: "a", overrides: given).description
        #expect(found.statePolicy == .carry && found.rate == 50 && found.hop == 3)
    }
}
