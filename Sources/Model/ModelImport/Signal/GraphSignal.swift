import Models

/// What the graph has made of one of its inputs up to here: the network so far, and how its result lies in memory.
struct GraphSignal: Sendable {
    enum Axis: Sendable, Equatable {
        /// The input's axis of this number, which is of samples or of windows; the LSTM tells which.
        case open(Int)
        case features
        /// Of size 1.
        case one
    }

    /// Where the features of each step are from.
    enum Step: Sendable {
        /// Every step is a sample.
        case samples
        /// There is one step, which reads a whole window.
        case window
    }

    /// The name of the input.
    let source: String
    /// The sizes of the input's axes as far as the file fixes them; of its samples those that front layers made of them.
    var sizes: [Int?]
    var axes: [Axis]
    /// The size of the features' axis.
    var width: Int
    var step = Step.samples
    /// Which of the input's axes is of samples, once it is known.
    var time: Int?
    /// Samples that one step reads.
    var window = 1

    /// What has been done to the features since the last layer: `(x − offset) · scale`.
    var scaling: Scaling
    /// What has been done to the samples before the first layer: `(x − offset) · scale`.
    var normalisation: Scaling
    /// What samples pass before the LSTM.
    var front: [FrontLayer] = []
    /// Samples of a window before those layers, as far as the file fixes them.
    var samplesRead: Int?
    /// Samples of a window that was flattened with its features first; nil: it was not.
    var featureMajor: Int?
    /// Whether the file's window is the only one with which a layer does what it says.
    var fixesWindow = false
    /// Zeros that stand before the first sample, for the layer that comes next; `sizes` does not count them.
    var zerosBefore = 0
    var lstm: [LSTMLayer] = []
    var dense: [DenseLayer] = []
    /// Where there is an LSTM after it: the dense layer that reads whole windows.
    var windowLayer: DenseLayer?
    var isProbability = false
    /// Whether every LSTM layer has inputs of the model for its state.
    var carriesState = false

    /// A map of the features one by one.
    struct Scaling: Sendable, Equatable {
        var offset: [Double]
        var scale: [Double]

        init(identityOf width: Int) {
            offset = [Double](repeating: 0, count: width)
            scale = [Double](repeating: 1, count: width)
        }

        var isIdentity: Bool { offset.allSatisfy { $0 == 0 } && scale.allSatisfy { $0 == 1 } }
    }

    /// The samples of an input.
    init(input: String, sizes: [Int?], features: Int) {
        source = input
        self.sizes = sizes
        axes = sizes.indices.map { .open($0) } + [.features]
        width = features
        scaling = Scaling(identityOf: features)
        normalisation = scaling
    }

    /// Whether nothing has been done to the input but to turn its axes.
    var isUntouched: Bool { front.isEmpty && lstm.isEmpty && dense.isEmpty && step == .samples && scaling.isIdentity }

    /// Whether a window has one result, of one number for each feature.
    var isOneResult: Bool { !axes.contains { $0 == time.map { .open($0) } } }

    /// Numbers that the last step may have made anew.
    var newest: Int {
        let (recurrent, last, first) = (lstm.last, dense.last, front.last?.convolution)
        return 4 * width + (recurrent.map { $0.inputWeights.values.count + $0.hiddenWeights.values.count } ?? 0)
            + (last?.weights.values.count ?? 0) + (first?.weights.values.count ?? 0)
    }

    func extent(of axis: Axis) -> GraphExtent {
        switch axis {
        case .open(let number):
            sizes[number].map { .known($0 + (number == time ? zerosBefore : 0)) } ?? .open(axis: number, plus: 0)
        case .features: .known(width)
        case .one: .known(1)
        }
    }

    // MARK: - The whole network

    /// The network, if this is what a classifier ends with.
    func network() throws(GraphFault) -> FloatNetwork {
        guard isOneResult else {
            throw .unsupported("answers every sample of the window: let the dense layers read the last step alone")
        }
        guard let last = dense.last else { throw .unsupported("has no dense layer that gives one number for each class") }
        guard last.bias.count > 1 else {
            throw .unsupported("ends with one number: end it with a sigmoid, or with a softmax over two classes")
        }
        guard !last.rectified, scaling.isIdentity else {
            throw .unsupported("changes what its last dense layer gives by something else than softmax: let it end there")
        }
        guard zerosBefore == 0 else { throw Self.paddingFault }
        if !front.isEmpty {
            return lstm.isEmpty ? try networkOfFront() : FloatNetwork(convolution: nil, front: front, lstm: lstm, dense: dense)
        }
        let columns = lstm.first?.inputWeights.columns ?? width
        guard step == .window else {
            guard !lstm.isEmpty else { throw .unsupported("has no LSTM layer: train a network of LSTM and dense layers") }
            return FloatNetwork(convolution: nil, lstm: lstm, dense: dense)
        }
        if !lstm.isEmpty, let windowLayer {
            return FloatNetwork(convolution: convolution(windowLayer), lstm: lstm, dense: dense)
        }
        guard columns > 0, dense.count > 1, dense[0].rectified else {
            throw .unsupported("has no ReLU between two dense layers, nor an LSTM: train a network of LSTM and dense layers")
        }
        return FloatNetwork(convolution: convolution(dense[0]), lstm: [], dense: Array(dense.dropFirst()))
    }

    private func convolution(_ layer: DenseLayer) -> ConvolutionLayer {
        ConvolutionLayer(weights: layer.weights, bias: layer.bias, inputs: layer.weights.columns / window)
    }

    /// Samples in a window as far as the graph fixes them.
    var samples: Int? {
        guard front.isEmpty else { return samplesRead }
        return step == .window ? window : time.flatMap { sizes[$0] }
    }
}
