/// The sizes of the network to train.
public struct NetworkPlan: Sendable, Equatable {
    /// Features of one sample.
    public var inputs: Int
    /// Units of each LSTM layer, the first reads the samples.
    public var lstmUnits: [Int]
    /// Units of each rectified dense layer in front of the last one; usually none.
    public var denseUnits: [Int]
    /// Outputs.
    public var classes: Int

    public init(inputs: Int, lstmUnits: [Int], denseUnits: [Int] = [], classes: Int) {
        precondition(inputs > 0 && classes > 0 && !lstmUnits.isEmpty, "a network has inputs, LSTM layers and classes")
        precondition((lstmUnits + denseUnits).allSatisfy { $0 > 0 }, "a layer has at least one unit")
        self.inputs = inputs
        self.lstmUnits = lstmUnits
        self.denseUnits = denseUnits
        self.classes = classes
    }
}

/// Where each layer's weights lie in the vector of parameters.
///
/// An LSTM layer is one matrix over the joined vector [x; h; 1], rows i, f, o, g; a dense layer one over [x; 1].
struct ParameterLayout: Sendable, Equatable {
    let plan: NetworkPlan
    let lstm: [PaddedMatrix]
    let dense: [PaddedMatrix]
    /// Elements of the vector of parameters, a multiple of 16.
    let count: Int

    init(_ plan: NetworkPlan) {
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
