public import MotionCore

/// A layer that a window's samples pass before the LSTM: a convolution over some of its inputs, or their maximum or mean.
public struct FrontLayer: Sendable, Equatable {
    /// Which inputs an output reads.
    public var field: SampleField
    /// Numbers of an input.
    public let columns: Int
    /// What it makes of them; of a convolution column `j · columns + k` weighs number k of the field's input j, the oldest being 0.
    public var operation: FrontOperation<DenseLayer>

    public init(field: SampleField, columns: Int, operation: FrontOperation<DenseLayer>) {
        self.field = field
        self.columns = columns
        self.operation = operation
    }

    /// Its map; nil: it pools.
    public var convolution: DenseLayer? { operation.map }

    /// Numbers of an output.
    public var rows: Int { convolution?.bias.count ?? columns }
}

extension FrontLayer {
    /// What it reads for one of its outputs in a window that gives it these inputs: the field's inputs one after the other, the
    /// oldest first.
    package func field(_ output: Int, of inputs: [[Double]]) -> [Double] {
        let zeros = [Double](repeating: 0, count: columns)
        return field.places(ofOutput: output).flatMap { $0 < 0 ? zeros : inputs[$0] }
    }

    /// What it makes of a field.
    package func output(ofField read: [Double]) -> [Double] {
        switch operation {
        case .convolution(let map): return map.output(of: read)
        case .maximum:
            return (0..<columns).map { column in
                stride(from: column, to: read.count, by: columns).reduce(-.infinity) { max($0, read[$1]) }
            }
        case .average:
            return (0..<columns).map { column in
                stride(from: column, to: read.count, by: columns).reduce(0) { $0 + read[$1] } / Double(field.taps)
            }
        }
    }

    /// Its outputs in a window that gives it these inputs.
    public func outputs(of inputs: [[Double]]) -> [[Double]] {
        (0..<field.outputs(of: inputs.count)).map { output(ofField: field($0, of: inputs)) }
    }
}

extension [FrontLayer] {
    /// Samples that a window needs for one output of the last layer, and for each layer to fill a field; 1 without layers. More
    /// than any window may have are one more than that.
    package var leastSamples: Int {
        reversed().reduce(1) { outputs, layer in
            let field = layer.field
            let inputs = Swift.max(field.span, (field.isCausal ? 1 : field.span) + (outputs - 1) * field.stride)
            return Swift.min(inputs, NetworkLimits.dimension + 1)
        }
    }
}
