/// One node with what its inputs stand for.
struct GraphOperator {
    let node: GraphNode
    /// Nil for those that are left out.
    let inputs: [GraphValue?]
    /// The version of the operators.
    let version: Int

    func results() throws(GraphFault) -> [GraphValue] {
        guard node.domain.isEmpty || node.domain == "ai.onnx" else { throw unknown }
        switch node.kind {
        case "LSTM": return try lstm()
        case "GRU": return try gru()
        case "Gemm", "MatMul": return [.signal(try product())]
        case "Conv": return [.signal(try convolved())]
        case "MaxPool", "AveragePool": return [.signal(try pooled())]
        case "GlobalMaxPool", "GlobalAveragePool": return [.signal(try pooledWhole())]
        case "ReduceMean", "ReduceMax": return [.signal(try reduced())]
        case "Pad": return [.signal(try padded())]
        case "BatchNormalization": return [.signal(try normalised())]
        case "Relu": return [.signal(try signal().rectified())]
        case "Softmax", "LogSoftmax": return [.signal(try signal().softmax(along: node.integer("axis") ?? (version < 13 ? 1 : -1)))]
        case "Add", "Sub", "Mul", "Div": return [try arithmetic()]
        case "Constant": return [try constant()]
        case "ConstantOfShape": return [try filled()]
        case "Shape": return [try shape()]
        case "Identity": return [try first()]
        case "Dropout": return [try dropout()]
        case "Cast": return [try cast()]
        case "Transpose", "Squeeze", "Unsqueeze", "Reshape", "Flatten", "Expand", "Tile", "Gather", "Slice", "Concat":
            return [try arranged()]
        default: throw unknown
        }
    }

    private var unknown: GraphFault { .unsupported(ONNXFormat.problem(ofOperator: node.kind, in: node.domain)) }

    // MARK: - Inputs

    func input(_ index: Int) -> GraphValue? { index < inputs.count ? inputs[index] : nil }

    func first() throws(GraphFault) -> GraphValue {
        guard let value = input(0) else { throw .malformed("(\(node.kind)) reads nothing") }
        return value
    }

    func signal(_ index: Int = 0) throws(GraphFault) -> GraphSignal {
        guard case .signal(let signal) = input(index) else { throw unfit }
        return signal
    }

    var unfit: GraphFault { .unsupported("(\(ONNXFormat.shown(node.kind))) reads something that is not imported in this place") }

    /// Weights, all finite.
    func floats(_ index: Int) throws(GraphFault) -> ConstantTensor<Float>? {
        guard let value = input(index) else { return nil }
        if case .signal(let signal) = value, signal.isUntouched {
            throw .unsupported("reads weights that are an input of the model, without numbers in it: export it without this layer")
        }
        guard case .floats(let tensor) = value else { throw .unsupported("has weights that are not stored as floats in the file") }
        guard tensor.elements.allSatisfy(\.isFinite) else {
            throw .malformed("has a weight that is not finite: train or export the model again")
        }
        return tensor
    }

    func extents(_ index: Int) throws(GraphFault) -> [GraphExtent]? {
        guard let value = input(index) else { return nil }
        guard case .extents(let tensor) = value else { throw unfit }
        return tensor.elements
    }

    /// Axes or places, by an input or, in older versions, an attribute.
    func numbers(_ index: Int, or attribute: String) throws(GraphFault) -> [Int]? {
        guard let extents = try extents(index) else { return node.integers(attribute) }
        var numbers: [Int] = []
        for extent in extents {
            guard case .known(let number) = extent else { throw .unsupported("(\(node.kind)) depends on the size of the input") }
            numbers.append(number)
        }
        return numbers
    }

    // MARK: - Constants and sizes

    private func constant() throws(GraphFault) -> GraphValue {
        if let value = try node.tensor("value") { return value }
        if let value = node.integer("value_int") { return .extents(try .init([.known(value)], shape: [])) }
        if let values = node.integers("value_ints") { return .extents(try .init(values.map { .known($0) }, shape: [values.count])) }
        if node.has("value_float") { return .floats(try .init([node.float("value_float", or: 0)], shape: [])) }
        if let values = node.floats("value_floats") { return .floats(try .init(values, shape: [values.count])) }
        throw .unsupported("is a constant of another kind than numbers")
    }

    private func filled() throws(GraphFault) -> GraphValue {
        guard let value = try node.tensor("value") else { return .zeros }
        switch value {
        case .floats(let tensor) where tensor.elements == [0]: return .zeros
        case .extents(let tensor) where tensor.elements == [.known(0)]:
            // Whole numbers are no state, but places or sizes, as of a padding.
            guard let shape = try extents(0), shape.count == 1, case .known(let count) = shape[0], (0...64).contains(count) else {
                return .zeros
            }
            return .extents(try .init(Array(repeating: .known(0), count: count), shape: [count]))
        default:
            throw .unsupported("fills a tensor with another number than zero: only states that begin with zero can be imported")
        }
    }

    private func shape() throws(GraphFault) -> GraphValue {
        let sizes: [GraphExtent]
        switch try first() {
        case .signal(let signal): sizes = signal.axes.map { signal.extent(of: $0) }
        case .floats(let tensor): sizes = tensor.shape.map { .known($0) }
        case .extents(let tensor): sizes = tensor.shape.map { .known($0) }
        default: throw unfit
        }
        func place(_ number: Int) -> Int { max(0, min(sizes.count, number < 0 ? number + sizes.count : number)) }
        let (start, end) = (place(node.integer("start") ?? 0), place(node.integer("end") ?? sizes.count))
        let taken = Array(sizes[min(start, end)..<end])
        return .extents(try .init(taken, shape: [taken.count]))
    }

    private func dropout() throws(GraphFault) -> GraphValue {
        if case .extents(let training) = input(2), training.elements != [.known(0)] {
            throw .unsupported("drops units at random, as in training: export the model in evaluation mode (PyTorch: model.eval())")
        }
        return try first()
    }

    private func cast() throws(GraphFault) -> GraphValue {
        let value = try first()
        let target = Int32(truncatingIfNeeded: node.integer("to") ?? 0)
        let isFloat = target == ONNXFormat.floatElements || ONNXFormat.otherFloats.contains(target)
        switch value {
        case .extents where target == 6 || target == ONNXFormat.integerElements: return value
        case .zeros: return value
        case .floats where isFloat: return value
        case .signal where isFloat: return value
        default: throw .unsupported("converts numbers to ONNX type \(target), which is not imported in this place")
        }
    }

    private func arithmetic() throws(GraphFault) -> GraphValue {
        guard case .extents(let left) = input(0), case .extents(let right) = input(1) else { return .signal(try scaled()) }
        guard left.elements.count == right.elements.count || left.elements.count == 1 || right.elements.count == 1 else {
            throw unfit
        }
        // One number goes with as many as the other has, also with none.
        let other = left.elements.count == 1 && right.elements.count != 1 ? right : left
        var results: [GraphExtent] = []
        for index in other.elements.indices {
            let a = left.elements[left.elements.count == 1 ? 0 : index]
            let b = right.elements[right.elements.count == 1 ? 0 : index]
            switch node.kind {
            case "Add": results.append(a + b)
            case "Sub": results.append(a - b)
            case "Mul": results.append(a * b)
            default:
                let isWhole = a.number != nil && b.number ?? 0 > 0
                results.append(isWhole ? .known((a.number ?? 0) / (b.number ?? 1)) : .unknown)
            }
        }
        return .extents(try .init(results, shape: other.shape))
    }
}
