/// Where each layer's weights lie in the vector of parameters.
///
/// An LSTM layer is one matrix over the joined vector [x; h; 1], rows i, f, o, g; a dense layer one over [x; 1], and so is a
/// convolution, whose x is the whole window: sample after sample.
package struct ParameterLayout: Sendable, Equatable {
    package let plan: NetworkPlan
    package let lstm: [PaddedMatrix]
    /// What is evaluated once for each supervised step: the convolution in place of LSTM layers, if that is planned, and the dense
    /// layers. All but the last are rectified.
    package let head: [PaddedMatrix]
    /// Elements of the vector of parameters, a multiple of 16.
    package let count: Int

    package init(_ plan: NetworkPlan) {
        self.plan = plan
        var offset = 0
        func next(rows: Int, columns: Int) -> PaddedMatrix {
            let matrix = PaddedMatrix(rows: rows, columns: columns, offset: offset)
            offset += matrix.count
            return matrix
        }
        var inputs = plan.inputs
        var lstm: [PaddedMatrix] = []
        for units in plan.lstmUnits {
            lstm.append(next(rows: 4 * units, columns: inputs + units + 1))
            inputs = units
        }
        var head: [PaddedMatrix] = []
        if let convolution = plan.convolution {
            head.append(next(rows: convolution.units, columns: convolution.window * inputs + 1))
            inputs = convolution.units
        }
        for units in plan.denseUnits + [plan.classes] {
            head.append(next(rows: units, columns: inputs + 1))
            inputs = units
        }
        self.lstm = lstm
        self.head = head
        count = offset
    }

    /// Every matrix of the network, in the order of their weights.
    package var matrices: [PaddedMatrix] { lstm + head }
    /// That of the convolution; nil without one.
    var convolution: PaddedMatrix? { plan.convolution == nil ? nil : head[0] }
    /// Those of the dense layers.
    var dense: ArraySlice<PaddedMatrix> { plan.convolution == nil ? head[...] : head.dropFirst() }

    /// Weights and biases without padding.
    var parameterCount: Int { matrices.reduce(0) { $0 + $1.rows * $1.columns } }

    /// Inputs of an LSTM layer without its hidden state and the bias.
    func inputs(of layer: Int) -> Int { layer == 0 ? plan.inputs : plan.lstmUnits[layer - 1] }
}
