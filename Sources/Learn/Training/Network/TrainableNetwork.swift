package import Models
import Randomness

/// The parameters of a network in training, as one vector.
package struct TrainableNetwork {
    package let layout: ParameterLayout
    package let parameters: FloatVector

    /// Glorot-uniform inputs (Glorot and Bengio 2010), hidden weights of the same spread over H, forget bias 1 (Jozefowicz, Zaremba
    /// and Sutskever 2015).
    package init(_ plan: NetworkPlan, seed: UInt64) {
        layout = ParameterLayout(plan)
        parameters = FloatVector(count: layout.count)
        var random = SeededGenerator(seed: seed, stream: 1)
        for (layer, matrix) in layout.lstm.enumerated() {
            let units = plan.lstmUnits[layer]
            let inputs = layout.inputs(of: layer)
            let inputSpread = (6 / Double(inputs + units)).squareRoot()
            let hiddenSpread = (3 / Double(units)).squareRoot()
            for row in 0..<matrix.rows {
                for column in 0..<matrix.columns - 1 {
                    let spread = column < inputs ? inputSpread : hiddenSpread
                    parameters[matrix.index(row: row, column: column)] = Float(random.uniform(-spread...spread))
                }
                let isForgetGate = row / units == 1
                parameters[matrix.index(row: row, column: matrix.columns - 1)] = isForgetGate ? 1 : 0
            }
        }
        for matrix in layout.head {
            let spread = (6 / Double(matrix.rows + matrix.columns)).squareRoot()
            for row in 0..<matrix.rows {
                for column in 0..<matrix.columns - 1 {
                    parameters[matrix.index(row: row, column: column)] = Float(random.uniform(-spread...spread))
                }
            }
        }
    }

    /// 1 for weights, 0 for biases and padding: what weight decay may shrink.
    func decayMask() -> FloatVector {
        let mask = FloatVector(count: layout.count)
        for matrix in layout.matrices {
            for row in 0..<matrix.rows {
                for column in 0..<matrix.columns - 1 { mask[matrix.index(row: row, column: column)] = 1 }
            }
        }
        return mask
    }

    /// The network with these weights, as the reference model keeps it.
    package func floatNetwork(of vector: FloatVector) -> FloatNetwork {
        FloatNetwork(convolution: convolution(of: vector), lstm: lstmLayers(of: vector), dense: denseLayers(of: vector))
    }

    /// The convolution as the reference model keeps it; nil without one.
    private func convolution(of vector: FloatVector) -> ConvolutionLayer? {
        guard let matrix = layout.convolution else { return nil }
        return ConvolutionLayer(
            weights: matrix.columns(0..<matrix.columns - 1, of: vector),
            bias: matrix.columns(matrix.columns - 1..<matrix.columns, of: vector).values, inputs: layout.plan.inputs)
    }

    /// The LSTM layers as the reference model keeps them.
    private func lstmLayers(of vector: FloatVector) -> [LSTMLayer] {
        layout.lstm.enumerated().map { layer, matrix in
            let inputs = layout.inputs(of: layer)
            let units = layout.plan.lstmUnits[layer]
            return LSTMLayer(
                inputWeights: matrix.columns(0..<inputs, of: vector),
                hiddenWeights: matrix.columns(inputs..<inputs + units, of: vector),
                bias: matrix.columns(inputs + units..<inputs + units + 1, of: vector).values)
        }
    }

    /// The dense layers as the reference model keeps them.
    private func denseLayers(of vector: FloatVector) -> [DenseLayer] {
        layout.dense.enumerated().map { layer, matrix in
            DenseLayer(
                weights: matrix.columns(0..<matrix.columns - 1, of: vector),
                bias: matrix.columns(matrix.columns - 1..<matrix.columns, of: vector).values,
                rectified: layer < layout.dense.count - 1)
        }
    }
}

extension PaddedMatrix {
    /// Some columns without padding.
    fileprivate func columns(_ range: Range<Int>, of vector: FloatVector) -> FloatMatrix {
        let values = (0..<rows).flatMap { row in range.map { vector[index(row: row, column: $0)] } }
        return FloatMatrix(rows: rows, columns: range.count, values: values)
    }
}
