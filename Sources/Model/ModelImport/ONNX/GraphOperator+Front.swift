import Models
import MotionCore

/// Convolutions along samples, and pooling. ONNX has the samples last: windows × features × samples.
extension GraphOperator {
    func convolved() throws(GraphFault) -> GraphSignal {
        guard let weights = try floats(1), weights.shape.count == 3, weights.shape.allSatisfy({ $0 >= 1 }) else {
            throw .unsupported("is a convolution of pictures, or without stored weights: train a Conv1d along the samples")
        }
        guard node.integer("group") ?? 1 == 1 else {
            throw .unsupported("is a convolution in groups of features: train it with groups=1")
        }
        let (outputs, columns, taps) = (weights.shape[0], weights.shape[1], weights.shape[2])
        guard outputs <= ImportSettings.sizeLimit, columns <= ImportSettings.sizeLimit, taps <= ImportSettings.sizeLimit else {
            throw .unsupported("has more outputs, features or taps than the \(ImportSettings.sizeLimit) that can be imported")
        }
        let signal = try alongSamples()
        guard columns == signal.width else { throw .malformed("reads \(columns) features, but is given \(signal.width)") }
        var bias = [Float](repeating: 0, count: outputs)
        if let given = try floats(2) {
            guard given.elements.count == outputs else {
                throw .malformed("has \(given.elements.count) biases for \(outputs) outputs")
            }
            bias = given.elements
        }
        var field = SampleField(taps: taps, stride: try number("strides"), dilation: try number("dilations"))
        let pads = try paddings()
        guard field.isValid else { throw .unsupported("reads samples that are too far apart for any motion model") }
        guard pads == (0, 0) || (pads == (field.span - 1, 0) && signal.zerosBefore == 0) else {
            throw .unsupported(
                "reads zeros before and after the samples (pads \(pads.0), \(pads.1)): train it without padding, or with "
                    + "\(field.span - 1) zeros before the samples alone, which is causal")
        }
        field.isCausal = pads.0 > 0
        // [output][feature][tap] → [output][tap][feature]
        let values = (0..<outputs * taps * columns).map { place in
            let (row, within) = place.quotientAndRemainder(dividingBy: taps * columns)
            return weights.elements[row * taps * columns + within % columns * taps + within / columns]
        }
        let matrix = FloatMatrix(rows: outputs, columns: taps * columns, values: values)
        return try signal.convolved(field, matrix, bias: bias).transposed([0, 2, 1])
    }

    func pooled() throws(GraphFault) -> GraphSignal {
        guard let taps = node.integers("kernel_shape"), taps.count == 1, taps[0] >= 1, node.integer("ceil_mode") ?? 0 == 0,
            try number("dilations") == 1, try paddings() == (0, 0)
        else { throw .unsupported("pools samples that are not there, or pictures: let it pool whole samples without padding") }
        let kind = node.kind == "MaxPool" ? FrontKind.maximum : .average
        return try alongSamples().pooled(kind, taps: taps[0], stride: try number("strides")).transposed([0, 2, 1])
    }

    /// Pools a whole window, which leaves an axis of size 1.
    func pooledWhole() throws(GraphFault) -> GraphSignal {
        let kind = node.kind == "GlobalMaxPool" ? FrontKind.maximum : .average
        return try alongSamples().pooledWhole(kind, keepsAxis: true).transposed([0, 2, 1])
    }

    /// The mean or the largest along an axis, which must be that of the samples.
    func reduced() throws(GraphFault) -> GraphSignal {
        let signal = try signal()
        guard signal.lstm.isEmpty else {
            throw .unsupported("(\(node.kind)) pools the steps of an LSTM: let the dense layers read its last step alone")
        }
        let rank = signal.axes.count
        var reduced: Set<Int> = []
        for axis in try numbers(1, or: "axes") ?? [] { reduced.insert(try ConstantShape.axis(axis, of: rank)) }
        // Windows, then samples and features in one order or the other.
        let whole = signal.axes.indices.filter { signal.axes[$0] != .one }
        guard whole.count == 3, let features = whole.firstIndex(of: signal.axes.firstIndex(of: .features) ?? -1), features > 0,
            case let samples = whole[3 - features], reduced.contains(samples),
            reduced.allSatisfy({ $0 == samples || signal.axes[$0] == .one })
        else {
            throw .unsupported("(\(node.kind)) pools along another axis than the samples: let it pool samples alone")
        }
        let three = try signal.squeezed(signal.axes.indices.filter { signal.axes[$0] == .one })
        let kind = node.kind == "ReduceMax" ? FrontKind.maximum : .average
        var pooled = try (features == 2 ? three : try three.transposed([0, 2, 1])).pooledWhole(kind, keepsAxis: true)
        pooled.axes = signal.axes
        pooled.axes[samples] = .one
        return node.integer("keepdims") ?? 1 != 0 ? pooled : try pooled.squeezed(Array(reduced))
    }

    /// Zeros before the samples.
    func padded() throws(GraphFault) -> GraphSignal {
        var signal = try signal()
        let rank = signal.axes.count
        guard node.float("value", or: 0) == 0, node.text("mode") ?? "constant" == "constant", input(3) == nil,
            let pads = try numbers(1, or: "pads"),
            pads.count == 2 * rank, let place = pads.firstIndex(where: { $0 != 0 }), place < rank,
            pads.indices.allSatisfy({ $0 == place || pads[$0] == 0 }), try isZero(2)
        else { throw GraphSignal.paddingFault }
        // Nothing but a convolution reads zeros, and that has its samples last.
        if place == 2 { signal = try signal.featuresFirst() }
        guard rank == 3, signal.axes[1] == .features else { return try signal.padded(before: pads[place], along: place) }
        return try signal.transposed([0, 2, 1]).padded(before: pads[place], along: [0, 2, 1][place]).transposed([0, 2, 1])
    }

    private func isZero(_ index: Int) throws(GraphFault) -> Bool {
        guard input(index) != nil else { return true }
        return try floats(index)?.elements.allSatisfy { $0 == 0 } ?? true
    }

    /// Windows × samples × features, of what stands as windows × features × samples; so does an input that a convolution reads
    /// first, as PyTorch has it.
    func alongSamples() throws(GraphFault) -> GraphSignal {
        let signal = try signal().featuresFirst()
        guard signal.axes.count == 3, signal.axes[1] == .features else {
            throw .unsupported(
                "(\(node.kind)) reads something else than windows × features × samples before any LSTM: put the axes into "
                    + "this order"
            )
        }
        return try signal.transposed([0, 2, 1])
    }

    /// A list of one number; 1 where it is left out.
    private func number(_ attribute: String) throws(GraphFault) -> Int {
        guard let numbers = node.integers(attribute) else { return 1 }
        guard numbers.count == 1, (1...ImportSettings.sizeLimit).contains(numbers[0]) else {
            throw .unsupported("(\(node.kind)) has \(attribute) of another axis than the samples: let it move along samples alone")
        }
        return numbers[0]
    }

    /// Zeros before and after the samples.
    private func paddings() throws(GraphFault) -> (Int, Int) {
        guard ["NOTSET", "VALID"].contains(node.text("auto_pad") ?? "NOTSET") else {
            throw .unsupported("(\(node.kind)) pads by itself (auto_pad): export it with the padding written down")
        }
        guard let pads = node.integers("pads") else { return (0, 0) }
        guard pads.count == 2 else { throw .unsupported("(\(node.kind)) pads pictures: let it move along samples alone") }
        return (pads[0], pads[1])
    }
}
