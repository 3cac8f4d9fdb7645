import Models
import MotionCore

extension GraphSignal {
    /// The activations of a forward LSTM, without which nothing else can run it.
    static let activations = ["sigmoid", "tanh", "tanh"]

    /// After an LSTM layer: what it says at each step, and what at the last.
    ///
    /// - Parameter samplesFirst: whether the axis of samples stands before that of windows.
    func after(
        _ layer: LSTMLayer, samplesFirst: Bool, hasState: Bool
    ) throws(GraphFault) -> (steps: Self, last: Self) {
        guard !isProbability, axes.count == 3, axes[2] == .features else {
            throw .unsupported("reads something else than samples by windows by features: put the axes into this order")
        }
        guard zerosBefore == 0 else { throw Self.paddingFault }
        let (steps, windows) = samplesFirst ? (axes[0], axes[1]) : (axes[1], axes[0])
        var next = self
        if step == .window, lstm.isEmpty {
            guard front.isEmpty, dense.count == 1, dense[0].rectified, scaling.isIdentity, steps == .one else {
                throw .unsupported("reads windows in another way than one dense layer with a ReLU for each window")
            }
            (next.windowLayer, next.dense) = (dense[0], [])
        } else if lstm.isEmpty {
            guard dense.isEmpty else {
                throw .unsupported("stands after a dense layer that reads single samples: let the LSTM read the samples")
            }
            guard case .open(let axis) = steps else {
                throw .unsupported("reads one step where the window's samples are needed: put the axes into this order")
            }
            next.time = axis
            if front.isEmpty { next.normalisation = scaling }
        } else {
            guard dense.isEmpty else { throw .unsupported("stands after a dense layer: let the LSTM layers come first") }
            guard step == .window || steps == time.map({ .open($0) }) else {
                throw .unsupported("reads the last step of the LSTM layer before it: let that return the whole sequence")
            }
        }
        guard layer.inputWeights.columns == width else {
            throw .malformed("reads \(layer.inputWeights.columns) numbers a step, but is given \(width)")
        }
        let folded =
            lstm.isEmpty && front.isEmpty
            ? (layer.inputWeights, layer.bias) : try scaling.folded(into: layer.inputWeights, layer.bias)
        next.carriesState = hasState && (lstm.isEmpty || carriesState)
        var own = layer
        (own.inputWeights, own.bias) = folded
        next.lstm.append(own)
        guard next.lstm.count <= NetworkLimits.layers else {
            throw .unsupported("is one of more than \(NetworkLimits.layers) LSTM layers: train a smaller network")
        }
        next.width = layer.units
        next.scaling = Scaling(identityOf: layer.units)
        var last = next
        next.axes = samplesFirst ? [steps, .one, windows, .features] : [windows, steps, .one, .features]
        last.axes = samplesFirst ? [.one, windows, .features] : [windows, .one, .features]
        return (next, last)
    }

    /// After a product with `[outputs, inputs]`, and a bias if it has one.
    func after(_ weights: FloatMatrix, bias: [Float]) throws(GraphFault) -> Self {
        guard !isProbability, axes.last == .features else {
            throw .unsupported("multiplies along another axis than the features'")
        }
        guard zerosBefore == 0 else { throw Self.paddingFault }
        var next = self
        // Without samples of one window there is no other way to read a window than as one sample.
        if lstm.isEmpty, step == .samples, axes.filter({ $0 != .one }).count == 2 { next.readWindow(of: 1) }
        guard next.step == .window || !lstm.isEmpty else {
            throw .unsupported("is a dense layer that reads single samples before any LSTM: let the LSTM read the samples")
        }
        guard weights.columns == width else { throw .malformed("reads \(weights.columns) numbers, but is given \(width)") }
        let folded = try next.scaling.folded(into: next.sampleMajor(weights), bias)
        next.featureMajor = nil
        next.dense.append(DenseLayer(weights: folded.0, bias: folded.1, rectified: false))
        guard next.dense.count <= NetworkLimits.layers else {
            throw .unsupported("is one of more than \(NetworkLimits.layers) dense layers: train a smaller network")
        }
        next.width = weights.rows
        next.scaling = Scaling(identityOf: weights.rows)
        return next
    }

    func rectified() throws(GraphFault) -> Self {
        if dense.isEmpty, lstm.isEmpty, var map = front.last?.convolution, scaling.isIdentity, step == .samples {
            var next = self
            map.rectified = true
            next.front[front.count - 1].operation = .convolution(map)
            return next
        }
        guard let last = dense.indices.last, !isProbability, scaling.isIdentity else {
            throw .unsupported(
                "is a ReLU that does not stand after a dense layer or a convolution: only there it can be imported")
        }
        var next = self
        next.dense[last].rectified = true
        return next
    }

    /// After a softmax, or its logarithm, which ranks the labels alike.
    func softmax(along number: Int) throws(GraphFault) -> Self {
        let axis = try ConstantShape.axis(number, of: axes.count)
        guard axes[axis] == .features, !isProbability else {
            throw .unsupported("is a softmax over something else than the classes: let it be the last step, over the last axis")
        }
        var next = self
        next.isProbability = true
        return next
    }

    /// After `(x − offset) · scale`, one number for each feature, or one for all.
    func scaled(offset: [Double], scale: [Double]) throws(GraphFault) -> Self {
        guard !isProbability else { throw .unsupported("changes the probabilities: let the softmax be the last step") }
        guard offset.allSatisfy(\.isFinite), scale.allSatisfy({ $0.isFinite && $0 != 0 }) else {
            throw .malformed("scales by a number that is zero or not finite: train or export the model again")
        }
        // What was flattened with its features first is kept in the order of samples.
        if let samples = featureMajor {
            let features = width / samples
            let places = (0..<width).map { $0 % features * samples + $0 / features }
            var kept = self
            kept.featureMajor = nil
            var result = try kept.scaled(offset: places.map { offset[$0] }, scale: places.map { scale[$0] })
            result.featureMajor = samples
            return result
        }
        var next = self
        if let last = dense.last, !last.rectified, scaling.isIdentity {
            next.dense[dense.count - 1] = try last.scaled(offset: offset, scale: scale)
            return next
        }
        guard zerosBefore == 0 || offset.allSatisfy({ $0 == 0 }) else { throw Self.paddingFault }
        if lstm.isEmpty, dense.isEmpty, step == .samples, let map = front.last?.convolution, !map.rectified, scaling.isIdentity {
            next.front[front.count - 1].operation = .convolution(try map.scaled(offset: offset, scale: scale))
            return next
        }
        for index in 0..<width {
            next.scaling.offset[index] += offset[index] / scaling.scale[index]
            next.scaling.scale[index] *= scale[index]
        }
        guard next.scaling.offset.allSatisfy(\.isFinite), next.scaling.scale.allSatisfy({ $0.isFinite && $0 != 0 }) else {
            throw .malformed("scales beyond what numbers can hold: train or export the model again")
        }
        return next
    }
}

extension DenseLayer {
    /// ((W x + b) − offset) · scale is again linear.
    fileprivate func scaled(offset: [Double], scale: [Double]) throws(GraphFault) -> Self {
        var layer = self
        for row in 0..<weights.rows {
            if scale[row] != 1 {
                for column in 0..<weights.columns { layer.weights[row, column] = Float(Double(weights[row, column]) * scale[row]) }
            }
            layer.bias[row] = Float((Double(bias[row]) - offset[row]) * scale[row])
        }
        try requireFinite(layer.weights.values, layer.bias)
        return layer
    }
}

extension GraphSignal.Scaling {
    /// W ((x − offset) · scale) + b as a product with x itself. Computed in double precision and rounded once.
    func folded(into weights: FloatMatrix, _ bias: [Float]) throws(GraphFault) -> (FloatMatrix, [Float]) {
        guard !isIdentity else { return (weights, bias) }
        var (weights, bias) = (weights, bias)
        for row in 0..<weights.rows {
            var sum = Double(bias[row])
            for column in 0..<weights.columns {
                let scaled = Double(weights[row, column]) * scale[column]
                sum -= scaled * offset[column]
                weights[row, column] = Float(scaled)
            }
            bias[row] = Float(sum)
        }
        try requireFinite(weights.values, bias)
        return (weights, bias)
    }
}

private func requireFinite(_ weights: [Float], _ bias: [Float]) throws(GraphFault) {
    guard weights.allSatisfy(\.isFinite), bias.allSatisfy(\.isFinite) else {
        throw .malformed("scales weights beyond single precision: train or export the model again")
    }
}
