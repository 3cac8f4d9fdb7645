import Models
import MotionCore

/// Layers that samples pass before the LSTM: convolutions along them, and pooling.
extension GraphSignal {
    /// After a convolution along the samples, `[outputs, taps · width]`, the oldest sample first.
    func convolved(_ field: SampleField, _ weights: FloatMatrix, bias: [Float]) throws(GraphFault) -> Self {
        var field = field
        if zerosBefore > 0 {
            guard zerosBefore == field.span - 1, !field.isCausal else {
                throw .unsupported(
                    "begins with \(zerosBefore) zeros, where a causal convolution has \(field.span - 1): train it with "
                        + "padding=\"causal\" or \"valid\"")
            }
            field.isCausal = true
        }
        guard weights.columns == field.taps * width else {
            throw .malformed("reads \(weights.columns) numbers for an output, but \(field.taps) samples have \(field.taps * width)")
        }
        // Zeros stand before what a layer reads, so that an offset cannot be folded into it.
        let base = try field.isCausal && scaling.offset.contains { $0 != 0 } && !front.isEmpty ? settled() : self
        let axis = try base.samplesAxis()
        var (weights, bias) = (weights, bias)
        if !front.isEmpty { (weights, bias) = try base.scaling.repeated(field.taps).folded(into: weights, bias) }
        let map = DenseLayer(weights: weights, bias: bias, rectified: false)
        return try base.after(FrontLayer(field: field, columns: width, operation: .convolution(map)), along: axis)
    }

    /// After pooling so many samples each, `stride` samples apart.
    func pooled(_ kind: FrontKind, taps: Int, stride: Int) throws(GraphFault) -> Self {
        guard zerosBefore == 0 else { throw Self.paddingFault }
        guard taps <= NetworkLimits.pooledTaps else { throw .unsupported("pools \(taps) samples, more than any motion model") }
        // The largest of numbers that are multiplied by less than 0 is the smallest of them.
        let turns = kind == .maximum && !front.isEmpty && scaling.scale.contains { $0 < 0 }
        let base = turns ? try settled() : self
        let axis = try base.samplesAxis()
        return try base.after(
            FrontLayer(
                field: SampleField(taps: taps, stride: stride), columns: width,
                operation: kind == .maximum ? .maximum : .average),
            along: axis)
    }

    /// After pooling all samples of a window into one.
    func pooledWhole(_ kind: FrontKind, keepsAxis: Bool) throws(GraphFault) -> Self {
        let place = try samplesPlace()
        guard let samples = sizes[try samplesAxis()] else {
            throw .unsupported("pools windows of any length: save the model with the window's length fixed")
        }
        var next = try pooled(kind, taps: samples, stride: 1)
        next.fixesWindow = true
        if keepsAxis { next.axes[place] = .one } else { next.axes.remove(at: place) }
        return next
    }

    /// The signal, if it is known that windows of its length are a whole number of pools, so that “same” pads nothing; nil
    /// otherwise.
    func withoutPadding(taps: Int, stride: Int) throws(GraphFault) -> Self? {
        guard let samples = sizes[try samplesAxis()], ((samples + stride - 1) / stride - 1) * stride + taps <= samples else {
            return nil
        }
        var next = self
        next.fixesWindow = true
        return next
    }

    /// With so many zeros before the first sample, for the convolution that reads them.
    func padded(before zeros: Int, along number: Int) throws(GraphFault) -> Self {
        let place = try ConstantShape.axis(number, of: axes.count)
        guard place == (try samplesPlace()), zerosBefore == 0, zeros >= 0, zeros <= ImportSettings.sizeLimit else {
            throw Self.paddingFault
        }
        var next = self
        (next.zerosBefore, next.time) = (zeros, try samplesAxis())
        return next
    }

    static let paddingFault = GraphFault.unsupported(
        "has zeros before its samples, or after them, that no causal convolution reads: train it with padding=\"causal\" "
            + "or \"valid\""
    )

    /// The axis of samples, of what nothing but front layers has read yet.
    private func samplesAxis() throws(GraphFault) -> Int {
        guard case .open(let axis) = axes[try samplesPlace()] else { throw Self.orderFault }
        return axis
    }

    private func samplesPlace() throws(GraphFault) -> Int {
        let places = axes.indices.filter { axes[$0] != .one }
        guard !isProbability, lstm.isEmpty, dense.isEmpty, step == .samples, places.count == 3, axes.last == .features else {
            throw Self.orderFault
        }
        return places[1]
    }

    private static let orderFault = GraphFault.unsupported(
        "is a convolution or its pooling that reads something else than windows × samples × features before any LSTM: let it "
            + "stand before the LSTM and the dense layers")

    private func after(_ layer: FrontLayer, along axis: Int) throws(GraphFault) -> Self {
        guard layer.field.isValid, front.count < NetworkLimits.layers else {
            throw .unsupported("is larger, or one of more layers, than any motion model has")
        }
        var next = self
        // What stands before the first layer is done to the samples themselves.
        if front.isEmpty { (next.normalisation, next.time, next.samplesRead) = (scaling, axis, sizes[axis]) }
        // Of a convolution they are folded in; pooling hands them on.
        if front.isEmpty || layer.convolution != nil { next.scaling = Scaling(identityOf: layer.rows) }
        if let inputs = sizes[axis] {
            guard layer.field.span <= inputs else {
                throw .unsupported(
                    "reads \(layer.field.span) samples for an output, of which a window gives it \(inputs): train it with longer "
                        + "windows")
            }
            next.sizes[axis] = layer.field.outputs(of: inputs)
        }
        next.zerosBefore = 0
        next.front.append(layer)
        next.width = layer.rows
        return next
    }

    /// With what has been done to the features since the last layer as a layer of its own, which reads them one by one.
    private func settled() throws(GraphFault) -> Self {
        guard width * width <= NetworkLimits.matrixWeights else {
            throw .unsupported("changes \(width) features between convolution and pooling, more than any motion model has")
        }
        var diagonal = FloatMatrix(rows: width, columns: width, values: [Float](repeating: 0, count: width * width))
        for index in 0..<width { diagonal[index, index] = 1 }
        var plain = self
        plain.zerosBefore = 0
        var next = try plain.convolved(SampleField(taps: 1), diagonal, bias: [Float](repeating: 0, count: width))
        next.zerosBefore = zerosBefore
        return next
    }

    /// An input that nobody has touched with its samples last: windows × features × samples, as PyTorch's convolutions read.
    func featuresFirst() throws(GraphFault) -> Self {
        guard isUntouched, axes == [.open(0), .open(1), .features] else { return self }
        guard let features = sizes[1] else {
            throw .unsupported("leaves open how many features a sample has: export the model with that axis fixed")
        }
        var turned = Self(input: source, sizes: [sizes[0], width], features: features)
        turned.axes = [.open(0), .features, .open(1)]
        return turned
    }

    /// Weights of a window whose numbers stand feature by feature, in the order of samples.
    func sampleMajor(_ weights: FloatMatrix) -> FloatMatrix {
        guard let samples = featureMajor else { return weights }
        let features = weights.columns / samples
        var turned = weights
        for row in 0..<weights.rows {
            for column in 0..<weights.columns {
                turned[row, column] = weights[row, column % features * samples + column / features]
            }
        }
        return turned
    }

    // MARK: - The end of a network without an LSTM

    /// A network whose dense layers read what front layers make of a window: their one output, or all their outputs, which a
    /// convolution over as many reads in the place of the first dense layer.
    func networkOfFront() throws(GraphFault) -> FloatNetwork {
        guard let first = dense.first else { throw .unsupported("has no dense layer that gives one number for each class") }
        guard step == .window, window > 1 else { return FloatNetwork(convolution: nil, front: front, lstm: [], dense: dense) }
        let columns = first.weights.columns / window
        let whole = FrontLayer(field: SampleField(taps: window), columns: columns, operation: .convolution(first))
        var rest = Array(dense.dropFirst())
        if rest.isEmpty {
            // The logits are what the layer gives; the engine has them from a dense layer.
            let rows = first.bias.count
            guard rows <= NetworkLimits.labels else {
                throw .unsupported("ends with \(rows) classes: \(NetworkLimits.labels) at most")
            }
            var same = FloatMatrix(rows: rows, columns: rows, values: [Float](repeating: 0, count: rows * rows))
            for index in 0..<rows { same[index, index] = 1 }
            rest = [DenseLayer(weights: same, bias: [Float](repeating: 0, count: rows), rectified: false)]
        }
        return FloatNetwork(convolution: nil, front: front + [whole], lstm: [], dense: rest)
    }
}

extension GraphSignal.Scaling {
    /// That of so many samples, one after the other.
    func repeated(_ times: Int) -> Self {
        var result = self
        result.offset = (0..<times).flatMap { _ in offset }
        result.scale = (0..<times).flatMap { _ in scale }
        return result
    }
}
