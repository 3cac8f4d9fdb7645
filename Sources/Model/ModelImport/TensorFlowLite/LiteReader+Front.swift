import Models
import MotionCore

/// Convolutions along samples, and pooling: TensorFlow Lite has them of pictures alone, and Keras' are pictures of one row.
extension LiteReader {
    /// A convolution over an image that is one sample high, or wide, and as wide, or high, as there are samples.
    func convolved(_ step: LiteGraph.Operator) throws(GraphFault) -> GraphSignal {
        let reading = try signal(step)
        let along = try samplesAxis(of: reading)
        guard let weights = try reals(step, 1), weights.shape.count == 4,
            weights.shape.allSatisfy({ (1...ImportSettings.sizeLimit).contains($0) }), weights.shape[3 - along] == 1,
            case let bias = try reals(step, 2)?.values ?? [Float](repeating: 0, count: weights.shape[0]),
            bias.count == weights.shape[0], let options = step.options
        else { throw .malformed("has weights whose shapes are no convolution's along samples: convert the model again") }
        let (outputs, taps, columns) = (weights.shape[0], weights.shape[along], weights.shape[3])
        // The numbers of the samples' axis: of width 1 and 4, of height 2 and 5; 1 where nothing is said.
        let stride = max(1, options.whole(along == 2 ? 1 : 2, bytes: 4))
        let dilation = max(1, options.whole(along == 2 ? 4 : 5, bytes: 4))
        let field = SampleField(taps: taps, stride: stride, dilation: dilation)
        guard options.whole(0, bytes: 1) == 1 || taps == 1 else {
            throw .unsupported(
                "reads samples that come later (padding SAME), which live motion has not yet: train it with padding=\"causal\" or "
                    + "\"valid\"")
        }
        guard columns == reading.width else { throw .malformed("reads \(columns) features, but is given \(reading.width)") }
        let after = try reading.convolved(
            field, FloatMatrix(rows: outputs, columns: taps * columns, values: weights.values), bias: bias)
        return try activated(after, step, field: 3)
    }

    func pooled(_ step: LiteGraph.Operator, _ code: LiteFormat.Code) throws(GraphFault) -> GraphSignal {
        let reading = try signal(step)
        let along = try samplesAxis(of: reading)
        guard let options = step.options, options.whole(along == 2 ? 4 : 3, bytes: 4) == 1,
            case let taps = options.whole(along == 2 ? 3 : 4, bytes: 4),
            case let stride = options.whole(along == 2 ? 1 : 2, bytes: 4), taps >= 1, stride >= 1
        else { throw .unsupported("pools along another axis than the samples: let it pool samples alone") }
        guard let reading = options.whole(0, bytes: 1) == 1 ? reading : try reading.withoutPadding(taps: taps, stride: stride)
        else {
            throw .unsupported("pools samples that are not there (padding SAME): train it with padding=\"valid\"")
        }
        let after = try reading.pooled(code == .maximumPool ? .maximum : .average, taps: taps, stride: stride)
        guard activation(of: step, field: 5) == LiteFormat.Activation.none else {
            throw .unsupported("has an activation after pooling: train it with relu in the convolution")
        }
        return after
    }

    func pooledWhole(
        _ step: LiteGraph.Operator, _ code: LiteFormat.Code, axes: [Int]
    ) throws(GraphFault) -> GraphSignal {
        let reading = try signal(step)
        guard reading.lstm.isEmpty else {
            throw .unsupported(
                "pools the steps of an LSTM: let the last LSTM layer have return_sequences=False, which gives its last step")
        }
        var places: [Int] = []
        for axis in axes { places.append(try ConstantShape.axis(axis, of: reading.axes.count)) }
        guard let place = reading.axes.indices.filter({ reading.axes[$0] != .one }).dropFirst().first, places.contains(place),
            places.allSatisfy({ $0 == place || reading.axes[$0] == .one })
        else { throw .unsupported("pools along another axis than the samples: let it pool samples alone") }
        let keeps = step.options?.whole(0, bytes: 1) == 1
        let after = try reading.pooledWhole(code == .mean ? .average : .maximum, keepsAxis: keeps || axes.count > 1)
        guard !keeps, axes.count > 1 else { return after }
        return try after.squeezed(places)
    }

    /// Zeros before the samples, and nowhere else.
    func padded(_ step: LiteGraph.Operator, by numbers: [Int]) throws(GraphFault) -> GraphSignal {
        let reading = try signal(step)
        guard numbers.count == 2 * reading.axes.count, let place = numbers.firstIndex(where: { $0 != 0 }), place % 2 == 0,
            numbers.indices.allSatisfy({ $0 == place || numbers[$0] == 0 })
        else { throw GraphSignal.paddingFault }
        return try reading.padded(before: numbers[place], along: place / 2)
    }

    /// 1: samples are an image's height; 2: its width.
    private func samplesAxis(of reading: GraphSignal) throws(GraphFault) -> Int {
        guard reading.axes.count == 4, reading.axes[1] == .one || reading.axes[2] == .one, reading.axes[3] == .features else {
            throw .unsupported("is a convolution of pictures, or its pooling: train a keras.layers.Conv1D")
        }
        return reading.axes[1] == .one ? 2 : 1
    }
}
