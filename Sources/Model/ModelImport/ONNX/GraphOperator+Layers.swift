import Models

extension GraphOperator {
    // MARK: - Dense layers

    func product() throws(GraphFault) -> GraphSignal {
        let signal = try signal()
        guard let weights = try floats(1), weights.shape.count == 2 else {
            throw .unsupported("multiplies by something that is no matrix of stored weights")
        }
        var matrix = weights
        var bias: [Float]?
        if node.kind == "Gemm" {
            guard node.integer("transA") ?? 0 == 0 else {
                throw .unsupported("turns its input (transA): let it read rows of features")
            }
            guard node.float("alpha", or: 1) == 1, node.float("beta", or: 1) == 1 else {
                throw .unsupported("scales its product (alpha, beta): only factors of 1 can be imported")
            }
            guard signal.axes.count == 2 else { throw .malformed("is a Gemm of \(signal.axes.count) axes, where it takes 2") }
            if node.integer("transB") ?? 0 != 0 { matrix = try weights.transposed([1, 0]) }
            if let given = try floats(2) { bias = try numbers(given, matrix.shape[1]) }
        }
        // As stored here: a row for each output.
        let (inputs, outputs) = (matrix.shape[0], matrix.shape[1])
        guard inputs >= 1, (1...ImportSettings.sizeLimit).contains(outputs) else {
            throw .unsupported("has \(outputs) outputs where 1 to \(ImportSettings.sizeLimit) can be imported")
        }
        let rows = try matrix.transposed([1, 0])
        return try signal.after(
            FloatMatrix(rows: outputs, columns: inputs, values: rows.elements),
            bias: bias ?? [Float](repeating: 0, count: outputs))
    }

    /// One number for each feature, from one for each or one for all; the other axes must be of size 1.
    private func numbers(_ tensor: ConstantTensor<Float>, _ count: Int) throws(GraphFault) -> [Float] {
        if tensor.elements.count == 1 { return [Float](repeating: tensor.elements[0], count: count) }
        guard tensor.shape.last == count, tensor.elements.count == count else {
            throw .unsupported("has numbers of shape \(tensor.shape) where one for each of \(count) features is needed")
        }
        return tensor.elements
    }

    /// Addition or multiplication of a number for each feature.
    func scaled() throws(GraphFault) -> GraphSignal {
        let isTurned = if case .floats = input(0) { true } else { false }
        guard case .signal(let signal) = input(isTurned ? 1 : 0), let tensor = try floats(isTurned ? 0 : 1) else { throw unfit }
        guard !isTurned || node.kind == "Add" || node.kind == "Mul" else {
            throw .unsupported(
                "subtracts or divides the wrong way round: only features minus, or divided by, numbers can be imported")
        }
        guard signal.axes.last == .features || tensor.elements.count == 1, tensor.shape.count <= signal.axes.count else {
            throw .unsupported("changes features by numbers that lie along another axis")
        }
        let values = try numbers(tensor, signal.width).map { Double($0) }
        let none = GraphSignal.Scaling(identityOf: signal.width)
        switch node.kind {
        case "Add": return try signal.scaled(offset: values.map { -$0 }, scale: none.scale)
        case "Sub": return try signal.scaled(offset: values, scale: none.scale)
        case "Mul": return try signal.scaled(offset: none.offset, scale: values)
        default: return try signal.scaled(offset: none.offset, scale: values.map { 1 / $0 })
        }
    }

    func normalised() throws(GraphFault) -> GraphSignal {
        let signal = try signal().featuresFirst()
        guard node.integer("training_mode") ?? 0 == 0 else {
            throw .unsupported("normalises as in training: export the model in evaluation mode (PyTorch: model.eval())")
        }
        // The features are the second axis, whatever follows.
        guard (2...3).contains(signal.axes.count), signal.axes[1] == .features, signal.axes.count == 2 || signal.lstm.isEmpty else {
            throw .unsupported("normalises steps of an LSTM: only batch normalisation after the last step can be imported")
        }
        var parts: [[Double]] = []
        for index in 1...4 {
            guard let part = try floats(index), part.shape == [signal.width] else {
                throw .malformed("lacks a number for each of \(signal.width) features: export the model again")
            }
            parts.append(part.elements.map { Double($0) })
        }
        let epsilon = Double(node.float("epsilon", or: 1e-5))
        let scale = zip(parts[0], parts[3]).map { $0 / ($1 + epsilon).squareRoot() }
        // γ (x − μ) / σ + β, where β is −offset · scale.
        let offset = signal.width == 0 ? [] : (0..<signal.width).map { parts[2][$0] - parts[1][$0] / scale[$0] }
        return try signal.scaled(offset: offset, scale: scale)
    }

    // MARK: - LSTM

    func lstm() throws(GraphFault) -> [GraphValue] {
        try requirePlain()
        guard let input = try floats(1), let hidden = try floats(2), input.shape.count == 3, hidden.shape.count == 3 else {
            throw .malformed("has weights that are no three-dimensional tensors: export the model again")
        }
        let (units, columns) = (hidden.shape[2], input.shape[2])
        guard (1...ImportSettings.sizeLimit).contains(units), (1...ImportSettings.sizeLimit).contains(columns) else {
            throw .unsupported("has \(units) units and \(columns) inputs where 1 to \(ImportSettings.sizeLimit) can be imported")
        }
        guard input.shape == [1, 4 * units, columns], hidden.shape == [1, 4 * units, units],
            node.integer("hidden_size") ?? units == units
        else { throw .malformed("has weights of shapes \(input.shape) and \(hidden.shape), which are no LSTM's: export it again") }
        var bias = [Float](repeating: 0, count: 4 * units)
        if let both = try floats(3) {
            guard both.shape == [1, 8 * units] else {
                throw .malformed("has a bias of shape \(both.shape) where [1, \(8 * units)] is needed: export it again")
            }
            bias = (0..<4 * units).map { both.elements[$0] + both.elements[4 * units + $0] }
        }
        let layer = LSTMLayer(
            inputWeights: FloatMatrix(rows: 4 * units, columns: columns, values: GateOrder.iofg.exchanged(input.elements)),
            hiddenWeights: FloatMatrix(rows: 4 * units, columns: units, values: GateOrder.iofg.exchanged(hidden.elements)),
            bias: GateOrder.iofg.exchanged(bias))
        let after = try signal().after(layer, samplesFirst: node.integer("layout") ?? 0 == 0, hasState: try stateIsInput())
        return [.signal(after.steps), .signal(after.last)]
    }

    func gru() throws(GraphFault) -> [GraphValue] {
        try requirePlain(activations: Array(GraphSignal.activations.prefix(2)))
        guard node.integer("linear_before_reset") ?? 0 != 0 else {
            throw .unsupported(
                "resets its state before it multiplies it (linear_before_reset is 0): train a GRU as PyTorch or Keras have it")
        }
        guard let input = try floats(1), let hidden = try floats(2), input.shape.count == 3, hidden.shape.count == 3 else {
            throw .malformed("has weights that are no three-dimensional tensors: export the model again")
        }
        let (units, columns) = (hidden.shape[2], input.shape[2])
        guard (1...ImportSettings.sizeLimit).contains(units), (1...ImportSettings.sizeLimit).contains(columns) else {
            throw .unsupported("has \(units) units and \(columns) inputs where 1 to \(ImportSettings.sizeLimit) can be imported")
        }
        let biases = try floats(3)
        guard input.shape == [1, 3 * units, columns], hidden.shape == [1, 3 * units, units],
            node.integer("hidden_size") ?? units == units, biases?.shape ?? [1, 6 * units] == [1, 6 * units]
        else { throw .malformed("has weights of shapes \(input.shape) and \(hidden.shape), which are no GRU's: export it again") }
        let both = biases?.elements ?? [Float](repeating: 0, count: 6 * units)
        let layer = LSTMLayer(
            gru: FloatMatrix(rows: 3 * units, columns: columns, values: input.elements),
            hidden: FloatMatrix(rows: 3 * units, columns: units, values: hidden.elements),
            inputBias: Array(both[..<(3 * units)]), hiddenBias: Array(both[(3 * units)...]))
        let after = try signal().after(layer, samplesFirst: node.integer("layout") ?? 0 == 0, hasState: try stateIsInput([5]))
        return [.signal(after.steps), .signal(after.last)]
    }

    /// Refuses what makes an LSTM or a GRU another one than this engine runs.
    private func requirePlain(activations: [String] = GraphSignal.activations) throws(GraphFault) {
        switch node.text("direction") ?? "forward" {
        case "forward": break
        case "bidirectional":
            throw .unsupported(
                "is bidirectional and so reads the window's end first, which live motion has not: train it forwards only")
        default: throw .unsupported("reads the window backwards, which live motion cannot: train it forwards")
        }
        if let names = node.texts("activations"), names.map({ $0.lowercased() }) != activations {
            let shown = names.prefix(6).map { String($0.prefix(20)) }.joined(separator: ", ")
            throw .unsupported(
                "has the activations \(shown): only \(activations.map { $0 == "tanh" ? "Tanh" : "Sigmoid" }.joined(separator: ", ")) can be imported"
            )
        }
        guard !node.has("clip") else { throw .unsupported("clips its sums (clip): train it without") }
        guard node.integer("input_forget") ?? 0 == 0 else {
            throw .unsupported("couples its input and forget gates (input_forget): train it without")
        }
        if node.kind == "LSTM", let peepholes = try floats(7), peepholes.elements.contains(where: { $0 != 0 }) {
            throw .unsupported("has peepholes: train it without")
        }
        guard input(4) == nil else {
            throw .unsupported("takes the length of each sequence: export the model for windows of one length")
        }
    }

    /// Whether the state before the window is an input of the model; else it must be zero.
    ///
    /// - Parameter places: of the parts of the state among the inputs.
    private func stateIsInput(_ places: [Int] = [5, 6]) throws(GraphFault) -> Bool {
        var given = 0
        for index in places {
            switch input(index) {
            case nil, .zeros: continue
            case .floats(let tensor) where tensor.elements.allSatisfy({ $0 == 0 }): continue
            case .signal(let signal) where signal.isUntouched: given += 1
            default:
                throw .unsupported("begins with a state that is not zero: let it begin with zeros, or with an input of the model")
            }
        }
        return given == places.count
    }
}
