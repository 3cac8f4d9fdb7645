import Models
import MotionCore

extension FloatNetwork {
    /// What the integers of a network stand for; of a bias the first 24 bits.
    init(_ network: QuantizedNetwork) {
        var columnsBits = network.inputFractionBits
        let convolution = network.convolution.map { layer in
            ConvolutionLayer(
                weights: layer.weights(ofTerm: 0, inputBits: columnsBits), bias: layer.realBias, inputs: network.inputs)
        }
        if let layer = network.convolution { columnsBits = layer.outputFractionBits }
        var front: [FrontLayer] = []
        for layer in network.front {
            let operation = layer.operation.mapped { DenseLayer($0, inputBits: columnsBits) }
            front.append(FrontLayer(field: layer.field, columns: layer.columns, operation: operation))
            columnsBits = layer.convolution?.outputFractionBits ?? columnsBits
        }
        var lstm: [LSTMLayer] = []
        for layer in network.lstm {
            // Rows of gates are stored halved.
            let gains = (0..<layer.rows).map { Float($0 < layer.rows / 4 * layer.cell.gates ? 2 : 1) }
            lstm.append(
                LSTMLayer(
                    inputWeights: layer.weights(ofTerm: 0, inputBits: columnsBits, gains),
                    hiddenWeights: layer.weights(ofTerm: 1, inputBits: 15, gains),
                    bias: zip(layer.realBias, gains).map { $0 * $1 }, cell: layer.cell))
            columnsBits = 15
        }
        var dense: [DenseLayer] = []
        for layer in network.dense {
            dense.append(DenseLayer(layer, inputBits: columnsBits))
            columnsBits = layer.affine.outputFractionBits
        }
        self.init(convolution: convolution, front: front, lstm: lstm, dense: dense)
    }
}

extension DenseLayer {
    fileprivate init(_ layer: QuantizedDense, inputBits: Int) {
        self.init(
            weights: layer.affine.weights(ofTerm: 0, inputBits: inputBits), bias: layer.affine.realBias, rectified: layer.rectified)
    }
}

extension QuantizedAffine {
    /// Fraction bits of a row's sum.
    private func sumBits(_ row: Int) -> Int { Int(outputShifts[row / QuantizedMatrix.blockRows]) + outputFractionBits }

    fileprivate var realBias: [Float] { bias.indices.map { Float(Double(bias[$0]) / exp2(sumBits($0))) } }

    fileprivate func weights(ofTerm term: Int, inputBits: Int, _ gains: [Float]? = nil) -> FloatMatrix {
        let matrix = terms[term]
        var values: [Float] = []
        values.reserveCapacity(matrix.weights.count)
        for row in 0..<matrix.rows {
            for column in 0..<matrix.columns {
                let shift = matrix.shifts[row / QuantizedMatrix.blockRows * matrix.panels + column / matrix.panelWidth]
                let step = exp2(inputBits - sumBits(row) - Int(shift))
                values.append(Float(Double(matrix.weights[row * matrix.columns + column]) * step) * (gains?[row] ?? 1))
            }
        }
        return FloatMatrix(rows: matrix.rows, columns: matrix.columns, values: values)
    }
}
