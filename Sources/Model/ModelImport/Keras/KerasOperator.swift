import Models
import MotionCore

/// One layer with what it reads.
struct KerasOperator {
    let layer: KerasLayer
    let file: KerasFile
    let signal: GraphSignal

    func result() throws(GraphFault) -> GraphSignal {
        guard layer.isOwn else {
            throw .unsupported("(\(layer.kind.prefix(60))) is no layer of Keras itself: build the model of Keras' own layers")
        }
        guard layer.told.isEmpty else {
            throw .unsupported(
                "is called with \(layer.told.joined(separator: ", ").prefix(60)), which windows of motion do not give it: call "
                    + "it with its input alone")
        }
        switch layer.kind {
        case "InputLayer", "Dropout", "SpatialDropout1D", "AlphaDropout", "GaussianDropout", "GaussianNoise",
            "ActivityRegularization":
            return signal
        case "LSTM": return try lstm()
        case "GRU": return try gru()
        case "Dense": return try activated(dense(), by: layer.function("activation"))
        case "Conv1D": return try activated(convolved(), by: layer.function("activation"))
        case "MaxPooling1D": return try pooled(.maximum)
        case "AveragePooling1D": return try pooled(.average)
        case "GlobalMaxPooling1D": return try pooledWhole(.maximum)
        case "GlobalAveragePooling1D": return try pooledWhole(.average)
        case "Activation": return try activated(signal, by: layer.function("activation"))
        case "ReLU": return try rectified()
        case "Softmax":
            let axis = layer.settings["axis"]
            guard let number = axis == nil ? -1 : axis?.whole ?? axis?.values?.first?.whole, axis?.values?.count ?? 1 == 1 else {
                throw .unsupported("is a softmax over several axes: let it be over the last one")
            }
            return try signal.softmax(along: number)
        case "BatchNormalization": return try batchNormalised()
        case "Normalization": return try normalised()
        case "Rescaling": return try rescaled()
        case "Flatten": return try flattened()
        case "Reshape": return try reshaped()
        default: throw .unsupported(KerasFormat.problem(ofLayer: layer.kind))
        }
    }

    // MARK: - Layers with weights

    private func lstm() throws(GraphFault) -> GraphSignal {
        try requirePlain()
        let (input, hidden, bias) = try recurrentWeights(gates: 4, biases: 4)
        return try after(
            LSTMLayer(
                inputWeights: Self.rows(input, GateOrder.ifgo.places), hiddenWeights: Self.rows(hidden, GateOrder.ifgo.places),
                bias: GateOrder.ifgo.exchanged(bias)))
    }

    private func gru() throws(GraphFault) -> GraphSignal {
        try requirePlain()
        guard layer.flag("reset_after", or: true) else {
            throw .unsupported(
                "resets its state before it multiplies it (reset_after=False): train it with reset_after=True, the default")
        }
        let (input, hidden, biases) = try recurrentWeights(gates: 3, biases: 6)
        let middle = biases.count / 2
        return try after(
            LSTMLayer(
                gru: Self.rows(input, [0]), hidden: Self.rows(hidden, [0]), inputBias: Array(biases[..<middle]),
                hiddenBias: Array(biases[middle...])))
    }

    /// What a recurrent layer multiplies its inputs and its state with, and its biases; zeros without any.
    ///
    /// - Parameter gates: rows of each unit in both matrices, and `biases` of it.
    private func recurrentWeights(
        gates: Int, biases: Int
    ) throws(GraphFault) -> (input: HDF5Numbers, hidden: HDF5Numbers, bias: [Float]) {
        let hasBias = layer.flag("use_bias", or: true)
        let weights = try file.weights(of: layer, ["kernel", "recurrent_kernel"] + (hasBias ? ["bias"] : []))
        guard let input = weights["kernel"], let hidden = weights["recurrent_kernel"], input.shape.count == 2,
            hidden.shape.count == 2,
            case let units = hidden.shape[0], case let columns = input.shape[0],
            (1...ImportSettings.sizeLimit).contains(units), (1...ImportSettings.sizeLimit).contains(columns),
            input.shape[1] == gates * units, hidden.shape[1] == gates * units,
            case let bias = weights["bias"]?.values ?? [Float](repeating: 0, count: biases * units), bias.count == biases * units
        else { throw .malformed("has weights whose shapes are no \(gates == 4 ? "LSTM" : "GRU")'s: save the model again") }
        return (input, hidden, bias)
    }

    /// After a recurrent layer: all its steps, or the last.
    private func after(_ cell: LSTMLayer) throws(GraphFault) -> GraphSignal {
        let isStateful = layer.flag("stateful")
        guard signal.lstm.isEmpty || isStateful == signal.carriesState else {
            throw .unsupported("has stateful set otherwise than the recurrent layer before it: set it in all of them, or in none")
        }
        let after = try signal.after(cell, samplesFirst: false, hasState: isStateful)
        // Without the axis of directions, which Keras does not have.
        return layer.flag("return_sequences") ? try after.steps.squeezed([2]) : try after.last.squeezed([1])
    }

    /// Refuses what makes an LSTM or a GRU another one than this engine runs.
    private func requirePlain() throws(GraphFault) {
        guard layer.function("activation") == "tanh", layer.function("recurrent_activation") == "sigmoid" else {
            throw .unsupported(
                "(\(layer.kind)) has the activations \(layer.function("activation").prefix(20)) and "
                    + "\(layer.function("recurrent_activation").prefix(20)): train it with tanh and sigmoid, the defaults")
        }
        guard !layer.flag("go_backwards") else {
            throw .unsupported("reads the window backwards, which live motion cannot: train it with go_backwards=False")
        }
        guard !layer.flag("return_state") else {
            throw .unsupported("gives its state to other layers: train it with return_state=False")
        }
        guard !layer.flag("time_major") else {
            throw .unsupported("reads samples before windows: train it with time_major=False")
        }
    }

    private func dense() throws(GraphFault) -> GraphSignal {
        let hasBias = layer.flag("use_bias", or: true)
        let weights = try file.weights(of: layer, ["kernel"] + (hasBias ? ["bias"] : []))
        guard let kernel = weights["kernel"], kernel.shape.count == 2, (1...ImportSettings.sizeLimit).contains(kernel.shape[1]),
            case let outputs = kernel.shape[1],
            case let bias = weights["bias"]?.values ?? [Float](repeating: 0, count: outputs), bias.count == outputs
        else { throw .malformed("has weights whose shapes are no dense layer's: save the model again") }
        return try signal.after(Self.rows(kernel, [0]), bias: bias)
    }

    /// Keras' matrix has a row for each input, an engine's one for each output.
    ///
    /// - Parameter order: of equal parts of the outputs.
    static func rows(_ matrix: HDF5Numbers, _ order: [Int]) -> FloatMatrix {
        let (inputs, outputs) = (matrix.shape[0], matrix.shape[1])
        let part = outputs / order.count
        var values: [Float] = []
        values.reserveCapacity(inputs * outputs)
        for row in order.flatMap({ $0 * part..<($0 + 1) * part }) {
            for column in 0..<inputs { values.append(matrix.values[column * outputs + row]) }
        }
        return FloatMatrix(rows: outputs, columns: inputs, values: values)
    }

    private func batchNormalised() throws(GraphFault) -> GraphSignal {
        try requireLastAxis()
        let (scales, centres) = (layer.flag("scale", or: true), layer.flag("center", or: true))
        let names = (scales ? ["gamma"] : []) + (centres ? ["beta"] : []) + ["moving_mean", "moving_variance"]
        let weights = try file.weights(of: layer, names)
        func numbers(_ name: String, or usual: Double) throws(GraphFault) -> [Double] {
            guard let found = weights[name] else { return [Double](repeating: usual, count: signal.width) }
            return try perFeature(found)
        }
        let (gamma, beta) = (try numbers("gamma", or: 1), try numbers("beta", or: 0))
        let (mean, variance) = (try numbers("moving_mean", or: 0), try numbers("moving_variance", or: 1))
        let epsilon = layer.settings["epsilon"]?.number ?? 1e-3
        let scale = zip(gamma, variance).map { $0 / ($1 + epsilon).squareRoot() }
        // γ (x − μ) / σ + β, where β is −offset · scale.
        return try signal.scaled(offset: (0..<signal.width).map { mean[$0] - beta[$0] / scale[$0] }, scale: scale)
    }

    /// (x − mean) / deviation by numbers that were given or learned.
    private func normalised() throws(GraphFault) -> GraphSignal {
        try requireLastAxis()
        guard !layer.flag("invert") else { throw .unsupported("undoes a normalisation (invert): leave it out") }
        let mean, variance: [Double]
        if let given = layer.settings["mean"], let others = layer.settings["variance"], !given.isNull, !others.isNull {
            (mean, variance) = (try perFeature(given), try perFeature(others))
        } else {
            let weights = try file.weights(of: layer, ["mean", "variance"])
            guard let first = weights["mean"], let second = weights["variance"] else { throw HDF5File.damage }
            (mean, variance) = (try perFeature(first), try perFeature(second))
        }
        // Keras divides by no less than this.
        return try signal.scaled(offset: mean, scale: variance.map { 1 / max($0.squareRoot(), 1e-7) })
    }

    // MARK: - Layers without weights

    private func rescaled() throws(GraphFault) -> GraphSignal {
        let scale = try perFeature(layer.settings["scale"] ?? .number(1))
        let offset = try perFeature(layer.settings["offset"] ?? .number(0))
        return try signal.scaled(offset: zip(offset, scale).map { -$0 / $1 }, scale: scale)
    }

    private func activated(_ signal: GraphSignal, by function: String) throws(GraphFault) -> GraphSignal {
        switch function {
        case "linear": return signal
        case "relu": return try signal.rectified()
        case "softmax": return try signal.softmax(along: -1)
        case "sigmoid" where signal.width == 1: return try signal.binary()
        case "sigmoid":
            throw .unsupported(
                "ends with a sigmoid for each of \(signal.width) classes: train it with softmax, so that one of them wins")
        default:
            throw .unsupported(
                "has the activation \(function.prefix(40)): only relu after dense layers and convolutions, and softmax at "
                    + "the end, can be imported"
            )
        }
    }

    private func rectified() throws(GraphFault) -> GraphSignal {
        let settings = layer.settings
        guard settings["max_value"]?.isNull ?? true, settings["negative_slope"]?.number ?? 0 == 0,
            settings["threshold"]?.number ?? 0 == 0
        else { throw .unsupported("is a ReLU with a bound, a slope or a threshold: train it with the plain one") }
        return try signal.rectified()
    }

    private func flattened() throws(GraphFault) -> GraphSignal {
        try requireFeaturesLast()
        return signal.axes.count == 2 ? signal : try signal.flattened(1)
    }

    private func reshaped() throws(GraphFault) -> GraphSignal {
        guard let shape = layer.settings["target_shape"]?.values?.map(\.whole), shape.count <= 8, shape.allSatisfy({ $0 != nil }),
            let windows = signal.axes.first
        else { throw .malformed("does not say which shape it gives: save the model again") }
        return try signal.reshaped([signal.extent(of: windows)] + shape.map { .known($0 ?? 1) }, copiesZero: false)
    }

    // MARK: - Numbers of features

    /// Refuses a normalisation along samples.
    private func requireLastAxis() throws(GraphFault) {
        let axis = layer.settings["axis"]
        // Without an axis a `Normalization` has one number for all features.
        if layer.kind == "Normalization", let axis, axis.isNull || axis.values?.isEmpty == true { return }
        let number = axis?.whole ?? axis?.values?.first?.whole ?? -1
        guard number == -1 || number == signal.axes.count - 1, axis?.values?.count ?? 1 == 1, signal.axes.last == .features else {
            throw .unsupported("normalises along another axis than the features: give axis=-1")
        }
    }

    private func perFeature(_ numbers: HDF5Numbers) throws(GraphFault) -> [Double] {
        try perFeature(numbers.values.map { Double($0) })
    }

    private func perFeature(_ value: JSONValue) throws(GraphFault) -> [Double] {
        // Arrays of NumPy are written as such, and lists within lists of length one.
        var value = value["config"]?["value"] ?? value
        while let values = value.values, values.count == 1 { value = values[0] }
        return try perFeature(value.number.map { [$0] } ?? (value.values ?? []).compactMap(\.number))
    }

    private func perFeature(_ numbers: [Double]) throws(GraphFault) -> [Double] {
        if numbers.count == 1 { return [Double](repeating: numbers[0], count: signal.width) }
        guard numbers.count == signal.width else {
            throw .malformed(
                "has \(numbers.count) numbers where one for each of \(signal.width) features is needed: save the model again")
        }
        return numbers
    }
}
