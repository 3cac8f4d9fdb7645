public import Models
public import MotionCore
public import Randomness

/// A float model of the given dimensions with weights and biases drawn evenly from −weightScale … weightScale.
///
/// Inputs are named `ax ay az gx gy gz`, then `x6`, `x7` …, with offset 0 and scale 1. Labels are `rest`, `class1`, `class2` …, one
/// for each output of the last dense layer; `rest` is the rest label. All dense layers but the last are rectified. The same
/// arguments give the same network.
///
/// - Parameters:
///   - inputs: features of a sample, at least 1.
///   - convolution: outputs of the convolution in front, or nil for none.
///   - front: layers that samples pass before the LSTM.
///   - lstm: units of each LSTM layer, at least one layer without a convolution or front layers.
///   - cell: of all of them. A GRU has zeros where one from elsewhere has them.
///   - dense: outputs of each dense layer, at least one layer; the last is the number of labels.
public func randomFloatModel(
    seed: UInt64, window: Int = 8, hop: Int = 4, inputs: Int = 6, convolution: Int? = nil, front: [FrontDimensions] = [],
    lstm: [Int] = [5], cell: RecurrentCell = .lstm, dense: [Int] = [3], policy: StatePolicy = .reset, weightScale: Float = 0.5
) -> FloatModel {
    var generator = SeededGenerator(seed: seed)
    func vector(_ count: Int) -> [Float] {
        (0..<count).map { _ in Float.random(in: -weightScale...weightScale, using: &generator) }
    }
    func matrix(_ rows: Int, _ columns: Int) -> FloatMatrix {
        FloatMatrix(rows: rows, columns: columns, values: vector(rows * columns))
    }

    var columns = inputs
    var wholeWindow: ConvolutionLayer?
    if let convolution {
        wholeWindow = ConvolutionLayer(weights: matrix(convolution, window * columns), bias: vector(convolution), inputs: columns)
        columns = convolution
    }
    var frontLayers: [FrontLayer] = []
    for layer in front {
        var operation = layer.flag ? FrontOperation<DenseLayer>.average : .maximum
        if let units = layer.units {
            operation = .convolution(
                DenseLayer(weights: matrix(units, layer.field.taps * columns), bias: vector(units), rectified: layer.flag))
        }
        frontLayers.append(FrontLayer(field: layer.field, columns: columns, operation: operation))
        columns = layer.units ?? columns
    }
    var lstmLayers: [LSTMLayer] = []
    for units in lstm {
        lstmLayers.append(
            LSTMLayer(
                inputWeights: matrix(4 * units, columns), hiddenWeights: matrix(4 * units, units), bias: vector(4 * units),
                cell: cell))
        if cell == .gru { lstmLayers[lstmLayers.count - 1].clearRowsOfGRU() }
        columns = units
    }
    var denseLayers: [DenseLayer] = []
    for (index, outputs) in dense.enumerated() {
        let layer = DenseLayer(weights: matrix(outputs, columns), bias: vector(outputs), rectified: index + 1 < dense.count)
        denseLayers.append(layer)
        columns = outputs
    }
    let names = ["ax", "ay", "az", "gx", "gy", "gz"]
    let description = ModelDescription(
        labels: (0..<columns).map { $0 == 0 ? "rest" : "class\($0)" }, restLabel: "rest",
        schedule: WindowSchedule(length: window, hop: hop), statePolicy: policy, rate: nil,
        inputs: (0..<inputs).map { InputFeature(name: $0 < 6 ? names[$0] : "x\($0)") })
    return FloatModel(
        description, FloatNetwork(convolution: wholeWindow, front: frontLayers, lstm: lstmLayers, dense: denseLayers))
}

/// `count` numbers drawn evenly from −bound … bound.
public func randomValues(count: Int, bound: Double, using generator: inout SeededGenerator) -> [Double] {
    (0..<count).map { _ in Double.random(in: -bound...bound, using: &generator) }
}

extension LSTMLayer {
    /// What c does not read, and g not of the state.
    fileprivate mutating func clearRowsOfGRU() {
        for unit in 0..<units {
            for column in 0..<inputWeights.columns { inputWeights[2 * units + unit, column] = 0 }
            for column in 0..<units { hiddenWeights[3 * units + unit, column] = 0 }
        }
    }
}
