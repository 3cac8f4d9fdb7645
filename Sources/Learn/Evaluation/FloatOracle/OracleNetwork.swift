import Models
import MotionCore

/// A network of LSTM and dense layers, laid out for eight windows at a time.
struct OracleNetwork {
    /// Weights with the bias as the last column, in double precision, row after row.
    struct Matrix {
        let values: [Double]
        let rows: Int
        let columns: Int
        let isRectified: Bool

        init(_ layer: LSTMLayer) {
            rows = layer.bias.count
            columns = layer.inputWeights.columns + layer.units
            isRectified = false
            values = layer.bias.indices.flatMap { row in
                (0..<layer.inputWeights.columns).map { Double(layer.inputWeights[row, $0]) }
                    + (0..<layer.units).map { Double(layer.hiddenWeights[row, $0]) } + [Double(layer.bias[row])]
            }
        }

        init(_ layer: DenseLayer) {
            rows = layer.bias.count
            columns = layer.weights.columns
            isRectified = layer.rectified
            values = layer.bias.indices.flatMap { row in
                (0..<layer.weights.columns).map { Double(layer.weights[row, $0]) } + [Double(layer.bias[row])]
            }
        }
    }

    let lstm: [Matrix]
    let dense: [Matrix]
    /// Of each LSTM layer.
    let units: [Int]
    let inputs: Int
    let labels: Int

    /// nil with a convolution, front layers or a GRU, and without an LSTM.
    init?(_ network: FloatNetwork) {
        guard network.convolution == nil, network.front.isEmpty, !network.lstm.isEmpty,
            network.lstm.allSatisfy({ $0.cell == .lstm })
        else { return nil }
        lstm = network.lstm.map(Matrix.init)
        dense = network.dense.map(Matrix.init)
        units = network.lstm.map(\.units)
        inputs = network.inputs
        labels = network.labels
    }
}
