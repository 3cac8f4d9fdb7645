public import MotionCore

/// A sequence classifier in floating point, as it was trained or imported: numbers only. What they mean is a `ModelDescription`'s
/// to say.
///
/// The network reads windows of samples of `inputs` features and answers one probability per label:
///
///     (optional) convolution over the whole window, ReLU → stacked LSTM layers → dense layers → softmax
///
/// With a convolution the LSTM advances one step a window; without one it advances one step a sample and the dense layers
/// read the last hidden state. Where there is a convolution there may be no LSTM: the dense layers read the convolution's
/// outputs, and the network is a perceptron over one window, with a window of one sample over that sample. It has no state.
///
/// In place of that convolution samples may pass front layers, convolutions over some samples and pooling, and the LSTM advances
/// one step for each output of the last of them. Without an LSTM these give one output a window, which the dense layers read.
public struct FloatNetwork: Sendable, Equatable {
    /// Kernel = stride = window; nil when the first LSTM layer reads the samples themselves. Needed where there is no LSTM.
    public var convolution: ConvolutionLayer?
    /// What samples pass before the LSTM; none with a convolution over the whole window.
    public var front: [FrontLayer]
    /// The first layer reads the outputs of convolution or front layers, or the inputs. At least one layer, but none after one of
    /// these if the dense layers shall read its outputs.
    public var lstm: [LSTMLayer]
    /// At least one layer; the last one gives the logits and has no activation.
    public var dense: [DenseLayer]

    public init(convolution: ConvolutionLayer?, front: [FrontLayer] = [], lstm: [LSTMLayer], dense: [DenseLayer]) {
        self.convolution = convolution
        self.front = front
        self.lstm = lstm
        self.dense = dense
    }

    /// Features of a sample, F.
    public var inputs: Int { convolution?.inputs ?? front.first?.columns ?? lstm[0].inputWeights.columns }
    /// Outputs of the last dense layer, C.
    public var labels: Int { dense[dense.count - 1].bias.count }
}

/// A row-major matrix of 32-bit floats.
public struct FloatMatrix: Sendable, Equatable {
    public let rows: Int
    public let columns: Int
    /// `rows × columns`, row-major.
    public private(set) var values: [Float]

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
    /// Features of a sample, F.
    public var inputs: Int

    /// Traps unless the columns are whole samples.
    public init(weights: FloatMatrix, bias: [Float], inputs: Int) {
        precondition(inputs >= 1 && weights.columns % inputs == 0, "a convolution reads whole samples")
        self.weights = weights
        self.bias = bias
        self.inputs = inputs
    }

    /// Samples of a window, T.
    public var window: Int { weights.columns / inputs }
}

/// One LSTM layer with H units. Gate rows stand in the order i, f, o, g: input, forget and output gate (sigmoid), then the
/// candidate (tanh), H rows each.
///
/// Or one GRU layer, laid out alike, with the rows z, r, c, g: update and reset gate, what the reset gate multiplies (U h and its
/// bias), and the rest of the candidate (W x and its bias). Its input weights of c and hidden weights of g are 0.
public struct LSTMLayer: Sendable, Equatable {
    /// `[4H, inputs]`
    public var inputWeights: FloatMatrix
    /// `[4H, H]`
    public var hiddenWeights: FloatMatrix
    /// `[4H]`, the sum where the source has two biases; a constant forget bias is already added.
    public var bias: [Float]
    /// What the rows are.
    public var cell: RecurrentCell

    public init(inputWeights: FloatMatrix, hiddenWeights: FloatMatrix, bias: [Float], cell: RecurrentCell = .lstm) {
        self.cell = cell
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
