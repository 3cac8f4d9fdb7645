/// Where each layer's weights lie in the vector of parameters.
///
/// An LSTM layer is one matrix over the joined vector [x; h; 1], rows i, f, o, g; a dense layer one over [x; 1].
package struct ParameterLayout: Sendable, Equatable {
    package let plan: NetworkPlan
    package let lstm: [PaddedMatrix]
    package let dense: [PaddedMatrix]
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
        var dense: [PaddedMatrix] = []
        for units in plan.denseUnits + [plan.classes] {
            dense.append(next(rows: units, columns: inputs + 1))
            inputs = units
        }
        self.lstm = lstm
        self.dense = dense
        count = offset
    }

    /// Weights and biases without padding.
    var parameterCount: Int { (lstm + dense).reduce(0) { $0 + $1.rows * $1.columns } }

    /// Inputs of an LSTM layer without its hidden state and the bias.
    func inputs(of layer: Int) -> Int { layer == 0 ? plan.inputs : plan.lstmUnits[layer - 1] }
}
