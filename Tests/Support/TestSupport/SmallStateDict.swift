public import Models
import Randomness

/// A PyTorch state dict in the making: tensors under PyTorch's names and in its layout, to be changed by a test and written as
/// safetensors.
public struct SmallStateDict: Sendable {
    /// Row-major.
    public struct Tensor: Sendable {
        public var shape: [Int]
        public var values: [Float]

        public init(_ shape: [Int], _ values: [Float]) {
            self.shape = shape
            self.values = values
        }
    }

    public var tensors: [String: Tensor] = [:]
    private var generator: SeededGenerator

    /// `lstm` with so many layers of `units`, then linear layers `fc.0`, `fc.2`, `fc.4` … of the given sizes.
    ///
    /// Weights are multiples of 1/32 between −1 and 1, so that every float format holds them exactly.
    public init(seed: UInt64 = 1, inputs: Int = 6, units: Int = 5, layers: Int = 1, linear: [Int] = [3]) {
        generator = SeededGenerator(seed: seed)
        for layer in 0..<layers {
            add("lstm.weight_ih_l\(layer)", [4 * units, layer == 0 ? inputs : units])
            add("lstm.weight_hh_l\(layer)", [4 * units, units])
            add("lstm.bias_ih_l\(layer)", [4 * units])
            add("lstm.bias_hh_l\(layer)", [4 * units])
        }
        var width = units
        for (index, outputs) in linear.enumerated() {
            addLinear("fc.\(2 * index)", width, outputs)
            width = outputs
        }
    }

    /// A tensor of random numbers.
    public mutating func add(_ name: String, _ shape: [Int]) {
        let values = (0..<shape.reduce(1, *)).map { _ in Float(Int.random(in: -32...32, using: &generator)) / 32 }
        tensors[name] = Tensor(shape, values)
    }

    public mutating func addLinear(_ name: String, _ inputs: Int, _ outputs: Int) {
        add("\(name).weight", [outputs, inputs])
        add("\(name).bias", [outputs])
    }

    /// The same numbers under another name.
    public mutating func rename(_ old: String, _ new: String) {
        tensors[new] = tensors.removeValue(forKey: old)
    }

    /// As `safetensors.torch.save_file` writes it.
    public var file: SafetensorsFile {
        SafetensorsFile(
            metadata: ["format": "pt"], tensors: tensors.mapValues { .init(floats: $0.values, shape: $0.shape) })
    }
}
