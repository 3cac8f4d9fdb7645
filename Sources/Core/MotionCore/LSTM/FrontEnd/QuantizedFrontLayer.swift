/// A layer that a window's samples pass before the LSTM, in integers (ARITHMETIC.md §17).
public struct QuantizedFrontLayer: Sendable, Equatable {
    /// Which inputs it reads.
    public let field: SampleField
    /// Numbers of one input.
    public let columns: Int
    /// What it makes of them.
    public let operation: FrontOperation<QuantizedDense>

    /// A layer of these numbers; `QuantizedNetwork` checks them.
    public init(field: SampleField, columns: Int, operation: FrontOperation<QuantizedDense>) {
        self.field = field
        self.columns = columns
        self.operation = operation
    }

    /// Its affine map; nil: it pools.
    public var convolution: QuantizedAffine? { operation.map?.affine }

    /// Numbers of one output.
    public var rows: Int { convolution?.rows ?? columns }

    /// Numbers that it remembers of a window.
    var numbers: Int { field.span * columns }
}

extension QuantizedFrontLayer {
    /// What it makes of a window's inputs, in the plainest words.
    ///
    /// - Parameter observe: hears what a convolution's affine map gave before anything is saturated or rectified.
    func outputs(of inputs: [[Int16]], observe: ([Int32]) -> Void) -> [[Int16]] {
        let zeros = [Int16](repeating: 0, count: columns)
        return (0..<field.outputs(of: inputs.count)).map { output in
            let read = field.places(ofOutput: output).map { $0 < 0 ? zeros : inputs[$0] }
            switch operation {
            case .convolution(let map):
                let sums = map.affine.outputs(of: [read.flatMap { $0 }])
                observe(sums)
                return sums.map { map.rectified ? max(0, saturateToInt16($0)) : saturateToInt16($0) }
            case .maximum:
                return (0..<columns).map { column in read.map { $0[column] }.max() ?? 0 }
            case .average:
                return (0..<columns).map { column in
                    let sum = read.reduce(0) { $0 + Int($1[column]) }
                    let (quotient, remainder) = (2 * sum + read.count).quotientAndRemainder(dividingBy: 2 * read.count)
                    return Int16(remainder < 0 ? quotient - 1 : quotient)
                }
            }
        }
    }
}

extension [QuantizedFrontLayer] {
    /// Outputs of the last layer for a window of so many samples; 0 if some layer's field is longer than what it reads.
    package func outputs(of samples: Int) -> Int {
        var count = samples
        for layer in self { count = layer.field.span <= count ? layer.field.outputs(of: count) : 0 }
        return count
    }
}
