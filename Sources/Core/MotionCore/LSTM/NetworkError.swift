/// Why a quantized network cannot run.
public enum NetworkError: Error, Sendable, Equatable {
    /// Counts of weights, shifts or biases do not match the shape, or layers do not fit each other.
    case shape(layer: LayerName)
    /// A shift or a Q-format lies outside its range.
    case format(layer: LayerName)
    /// Some input could make this row's sum leave 32 bits.
    case overflow(layer: LayerName, row: Int)
    /// More units, columns or layers than `NetworkLimits` allow.
    case tooLarge(layer: LayerName)
    /// The environment asks for kernels that this machine does not have.
    case kernels(asked: String)

    /// The layer of a network, counted from 0 within its kind.
    public enum LayerName: Sendable, Hashable {
        /// All layers together.
        case network
        /// The convolution in front.
        case convolution
        /// A layer that samples pass before the LSTM, counted from 0.
        case front(Int)
        /// An LSTM or GRU layer, counted from 0.
        case lstm(Int)
        /// A dense layer, counted from 0.
        case dense(Int)
        /// What tells windows that are unlike all that was learned.
        case detector
    }
}

extension NetworkError.LayerName: CustomStringConvertible {
    /// As a person reads it, without a full stop.
    public var description: String {
        switch self {
        case .network: "the network"
        case .convolution: "the convolution"
        case .front(let index): "front layer \(index + 1)"
        case .lstm(let index): "recurrent layer \(index + 1)"
        case .dense(let index): "dense layer \(index + 1)"
        case .detector: "the detector"
        }
    }
}

extension NetworkError: CustomStringConvertible {
    /// As a person reads it, without a full stop.
    public var description: String {
        switch self {
        case .shape(let layer): "\(layer) has weights, shifts or biases that do not fit its shape"
        case .format(let layer): "\(layer) has a Q-format or a shift outside the range this version knows"
        case .overflow(let layer, let row):
            "\(layer), row \(row), could overflow its 32-bit accumulator; quantize the network again"
        case .kernels(let asked):
            "MOTIONQ_KERNEL asks for “\(asked)”; this machine has \(Kernels.available.map { $0.name }.joined(separator: ", "))"
        case .tooLarge(let layer): "\(layer) is larger than this version allows"
        }
    }
}

/// What a network may ask for. A model file is not trusted, so its sizes are bounded before anything is allocated.
public enum NetworkLimits {
    /// Rows or columns of any matrix, and samples in a window.
    public static let dimension = 65_536
    /// Weights in one matrix.
    public static let matrixWeights = 16_777_216
    /// Layers of one kind.
    public static let layers = 64
    /// Labels.
    public static let labels = 255
    /// Windows in flight.
    public static let slots = 1_024
    /// Numbers that the front layers of a window remember, all together.
    public static let frontNumbers = 1_048_576
    /// Taps of a front layer that pools: twice the sum of so many 16-bit numbers fits 31 bits.
    public static let pooledTaps = 16_384
}
