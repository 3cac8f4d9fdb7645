/// A sequence classifier in floating point, as it was trained or imported: the source from which everything else is made.
///
/// The network reads windows of `window` samples of `inputs.count` features and answers one probability per label:
///
///     (optional) convolution over the whole window, ReLU → stacked LSTM layers → dense layers → softmax
///
/// With a convolution the LSTM advances one step a window; without one it advances one step a sample and the dense layers
/// read the last hidden state.
public struct FloatNetwork: Sendable, Equatable {
    /// One label per output of the last dense layer, in the order of its rows.
    public var labels: [String]
    /// The label that means "nothing happens", if there is one.
    public var restLabel: String?
    /// Window length T in samples.
    public var window: Int
    /// Samples between the starts of two overlapping windows, S.
    public var hop: Int
    /// What a slot does with its hidden and cell state between two windows.
    public var statePolicy: StatePolicy
    /// Sampling rate in hertz that the network was trained for, if it is known.
    public var rate: Double?
    /// The input features in the order of the weight columns.
    public var inputs: [InputFeature]
    /// Kernel = stride = window; nil when the first LSTM layer reads the samples themselves.
    public var convolution: ConvolutionLayer?
    /// At least one layer, the first reads the convolution's outputs or the inputs.
    public var lstm: [LSTMLayer]
    /// At least one layer; the last one gives the logits and has no activation.
    public var dense: [DenseLayer]

    public init(
        labels: [String], restLabel: String?, window: Int, hop: Int, statePolicy: StatePolicy, rate: Double?,
        inputs: [InputFeature], convolution: ConvolutionLayer?, lstm: [LSTMLayer], dense: [DenseLayer]
    ) {
        self.labels = labels
        self.restLabel = restLabel
        self.window = window
        self.hop = hop
        self.statePolicy = statePolicy
        self.rate = rate
        self.inputs = inputs
        self.convolution = convolution
        self.lstm = lstm
        self.dense = dense
    }
}

/// What a window slot does with its hidden and cell state when its window ends.
public enum StatePolicy: String, Sendable, CaseIterable {
    /// Every window starts from zero state.
    case reset
    /// Every slot hands its state to its own next window, as Core ML's optional state inputs and outputs do.
    case carry
}

/// One input feature: which physical quantity it is, and the affine map from that quantity to what the network eats.
public struct InputFeature: Sendable, Equatable {
    /// Column name in a recording: `ax ay az` (g), `gx gy gz` (rad/s).
    public var name: String
    /// The network reads `(x − offset) · scale`.
    public var offset: Float
    public var scale: Float

    public init(name: String, offset: Float = 0, scale: Float = 1) {
        self.name = name
        self.offset = offset
        self.scale = scale
    }
}

/// A row-major matrix of 32-bit floats.
public struct FloatMatrix: Sendable, Equatable {
    public var rows: Int
    public var columns: Int
    /// `rows × columns`, row-major.
    public var values: [Float]

    /// Traps if `values` does not hold `rows × columns` numbers.
    public init(rows: Int, columns: Int, values: [Float]) {
        precondition(values.count == rows * columns, "a \(rows)×\(columns) matrix needs \(rows * columns) values")
        self.rows = rows
        self.columns = columns
        self.values = values
    }

    public subscript(row: Int, column: Int) -> Float {
        get { values[row * columns + column] }
        set { values[row * columns + column] = newValue }
    }
}

/// A one-dimensional convolution whose kernel and stride equal the window: one output vector a window.
public struct ConvolutionLayer: Sendable, Equatable {
    /// `[outputs, window · inputs]`; column `t · inputs + k` weighs feature k of the window's sample t.
    public var weights: FloatMatrix
    /// `[outputs]`
    public var bias: [Float]

    public init(weights: FloatMatrix, bias: [Float]) {
        self.weights = weights
        self.bias = bias
    }
}

/// One LSTM layer with H units. Gate rows stand in the order i, f, o, g: input, forget and output gate (sigmoid), then the
/// candidate (tanh), H rows each.
public struct LSTMLayer: Sendable, Equatable {
    /// `[4H, inputs]`
    public var inputWeights: FloatMatrix
    /// `[4H, H]`
    public var hiddenWeights: FloatMatrix
    /// `[4H]`, the sum where the source has two biases; a constant forget bias is already added.
    public var bias: [Float]

    public init(inputWeights: FloatMatrix, hiddenWeights: FloatMatrix, bias: [Float]) {
        self.inputWeights = inputWeights
        self.hiddenWeights = hiddenWeights
        self.bias = bias
    }

    /// H.
    public var units: Int { hiddenWeights.columns }
}

/// One dense layer, with any batch normalisation already folded into it.
public struct DenseLayer: Sendable, Equatable {
    /// `[outputs, inputs]`
    public var weights: FloatMatrix
    /// `[outputs]`
    public var bias: [Float]
    /// Whether a ReLU follows.
    public var rectified: Bool

    public init(weights: FloatMatrix, bias: [Float], rectified: Bool) {
        self.weights = weights
        self.bias = bias
        self.rectified = rectified
    }
}
