import Models
import MotionCore

extension LSTMLayer {
    /// A GRU layer whose reset gate multiplies what the state gives (Keras' `reset_after`, ONNX' `linear_before_reset`, PyTorch):
    /// h ← z·h + (1 − z)·tanh(W x + b + r·(U h + b′)).
    ///
    /// - Parameters:
    ///   - input: `[3H, inputs]`, rows of the update gate z, the reset gate r and the candidate.
    ///   - hidden: `[3H, H]`, alike.
    ///   - inputBias: `[3H]`, b of each row.
    ///   - hiddenBias: `[3H]`, b′ of each row.
    init(gru input: FloatMatrix, hidden: FloatMatrix, inputBias: [Float], hiddenBias: [Float]) {
        let units = hidden.columns
        let gates = 2 * units
        func rows(_ matrix: FloatMatrix, _ range: Range<Int>) -> ArraySlice<Float> {
            matrix.values[range.lowerBound * matrix.columns..<range.upperBound * matrix.columns]
        }
        func none(_ columns: Int) -> [Float] { [Float](repeating: 0, count: units * columns) }
        let (candidate, all) = (gates..<3 * units, 4 * units)
        self.init(
            inputWeights: FloatMatrix(
                rows: all, columns: input.columns,
                values: rows(input, 0..<gates) + none(input.columns) + rows(input, candidate)),
            hiddenWeights: FloatMatrix(
                rows: all, columns: units, values: Array(rows(hidden, 0..<3 * units)) + none(units)),
            bias: (0..<gates).map { inputBias[$0] + hiddenBias[$0] } + hiddenBias[candidate] + inputBias[candidate], cell: .gru)
    }

    /// A GRU layer whose rows stand in the order r, z and candidate, as PyTorch has them.
    init(resetFirst input: FloatMatrix, hidden: FloatMatrix, inputBias: [Float], hiddenBias: [Float]) {
        let units = hidden.columns
        func turned(_ values: [Float]) -> [Float] {
            let part = values.count / 3
            return Array(values[part..<2 * part]) + values[..<part] + values[(2 * part)...]
        }
        self.init(
            gru: FloatMatrix(rows: 3 * units, columns: input.columns, values: turned(input.values)),
            hidden: FloatMatrix(rows: 3 * units, columns: units, values: turned(hidden.values)), inputBias: turned(inputBias),
            hiddenBias: turned(hiddenBias))
    }

    /// Whether the rows that a GRU elsewhere does not have are zero.
    var isGRUElsewhere: Bool {
        let columns = inputWeights.columns
        return inputWeights.values[(2 * units * columns)..<(3 * units * columns)].allSatisfy { $0 == 0 }
            && hiddenWeights.values[(3 * units * units)...].allSatisfy { $0 == 0 }
    }

    /// The rows of a GRU's input and hidden weights, and their biases, in the order z, r, candidate, as a tool has them.
    var gruParts: (input: [Float], hidden: [Float], inputBias: [Float], hiddenBias: [Float]) {
        let columns = inputWeights.columns
        let (gates, candidate) = (0..<2 * units, 3 * units..<4 * units)
        let none = [Float](repeating: 0, count: 2 * units)
        return (
            Array(inputWeights.values[..<(gates.upperBound * columns)])
                + inputWeights.values[(candidate.lowerBound * columns)...],
            Array(hiddenWeights.values[..<(3 * units * units)]), Array(bias[gates] + bias[candidate]),
            none + Array(bias[2 * units..<3 * units])
        )
    }
}
