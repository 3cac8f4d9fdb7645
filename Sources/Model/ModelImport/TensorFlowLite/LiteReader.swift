import Models
import MotionCore

/// Walks over the operators of a TensorFlow Lite graph, each of which reads what stands before it, and keeps what becomes of the
/// model's one input. Quantized models are read as the real numbers that their integers stand for.
struct LiteReader {
    private let file: LiteModel
    private let model: LiteGraph
    private var signals: [Int: GraphSignal] = [:]
    /// Stored tensors that stand for others: the 16-bit floats of which a graph makes 32-bit ones.
    private var copies: [Int: Int] = [:]
    /// The operator that is read, for errors.
    private(set) var layer: String?
    private var budget = SignalBudget()
    private var loops = 0
    /// What loops give beside outputs that are followed.
    private var unknown: Set<Int> = []

    init(_ file: LiteModel) throws(GraphFault) {
        self.file = file
        model = try file.graph(0)
        guard model.inputs.count == 1, model.tensors.indices.contains(model.inputs[0]) else {
            throw .unsupported("has \(model.inputs.count) inputs: give all features of a sample to one input, one column each")
        }
        let sizes = model.tensors[model.inputs[0]].shape.map { $0 > 0 ? $0 : nil }
        signals[model.inputs[0]] = try GraphSignal(windowsOfSizes: sizes)
    }

    /// What becomes of the input at the model's one output.
    mutating func answer() throws(GraphFault) -> GraphSignal {
        for step in model.operators {
            layer = step.outputs.first.flatMap {
                model.tensors.indices.contains($0) ? String(model.tensors[$0].name.prefix(80)) : nil
            }
            guard let output = step.outputs.first else { throw .malformed("gives nothing: convert the model again") }
            // What is stored, or a state that begins with zeros, is only written in another way.
            if let source = step.inputs.first, signals[source] == nil,
                [.quantize, .dequantize].contains(LiteFormat.Code(rawValue: step.code))
            {
                copies[output] = source
                continue
            }
            guard step.code != LiteFormat.whileOperator else {
                try read(loop: step)
                continue
            }
            let signal = try result(of: step)
            try budget.hold(signal)
            signals[output] = signal
        }
        layer = nil
        guard model.outputs.count == 1 else {
            throw .unsupported("has \(model.outputs.count) outputs: convert a model with the one that classifies")
        }
        guard let signal = signals[model.outputs[0]] else {
            throw .unsupported("has an output that does not come from its input: convert the model again")
        }
        return signal
    }

    func result(of step: LiteGraph.Operator) throws(GraphFault) -> GraphSignal {
        guard let code = LiteFormat.Code(rawValue: step.code) else { throw .unsupported(LiteFormat.problem(of: step.code)) }
        func constant(_ index: Int) throws(GraphFault) -> [Int] {
            try model.wholes(index < step.inputs.count ? step.inputs[index] : -1)
        }
        switch code {
        case .quantize, .dequantize: return try signal(step)
        case .lstm: return try lstm(step)
        case .fullyConnected: return try dense(step)
        case .convolution: return try convolved(step)
        case .maximumPool, .averagePool: return try pooled(step, code)
        case .mean, .reduceMaximum: return try pooledWhole(step, code, axes: constant(1))
        case .pad: return try padded(step, by: constant(1))
        case .add, .subtract, .multiply, .divide: return try scaled(step, code)
        case .relu: return try signal(step).rectified()
        case .logistic: return try signal(step).binary()
        case .softmax:
            guard step.options?.float(0) == 1 else {
                throw .unsupported("is a softmax with a temperature (beta): convert it with 1")
            }
            return try signal(step).softmax(along: -1)
        case .transpose: return try signal(step).transposed(try constant(1))
        case .reshape:
            let shape =
                try model.isStored(step.inputs.count > 1 ? step.inputs[1] : -1)
                ? constant(1) : step.options?.wholes(0, bytes: 4, most: 8) ?? []
            return try signal(step).reshaped(shape.map { .known($0) }, copiesZero: false)
        case .squeeze:
            let axes = step.options?.wholes(0, bytes: 4, most: 8) ?? []
            return try signal(step).squeezed(axes.isEmpty ? nil : axes)
        case .expandDimensions: return try signal(step).unsqueezed(try constant(1))
        case .gather: return try gathered(step, places: constant(1))
        case .slice: return try sliced(step, begins: constant(1), sizes: constant(2))
        case .stridedSlice: return try stepped(step, begins: constant(1), ends: constant(2), steps: constant(3))
        case .tanh, .split, .concatenation:
            // Behind a dense layer it is that layer's activation.
            if code == .tanh, try !signal(step).dense.isEmpty {
                throw .unsupported("has another activation than ReLU: train it with relu")
            }
            throw .unsupported(LiteFormat.problem(of: step.code))
        }
    }

    func signal(_ step: LiteGraph.Operator, _ index: Int = 0) throws(GraphFault) -> GraphSignal {
        guard index < step.inputs.count, let signal = signals[step.inputs[index]] else {
            throw .unsupported(
                "reads something that does not come from the model's input by imported layers: convert a chain of layers, each "
                    + "reading the one before")
        }
        return signal
    }

    func reals(_ step: LiteGraph.Operator, _ index: Int) throws(GraphFault) -> (shape: [Int], values: [Float])? {
        guard index < step.inputs.count, step.inputs[index] >= 0 else { return nil }
        return try model.reals(original(step.inputs[index]))
    }

    private func original(_ tensor: Int) -> Int { copies[tensor] ?? tensor }

    // MARK: - Layers

    /// Inputs 1 to 4 weigh what is read, 5 to 8 the state, 12 to 15 are biases, each of the gates i, f, g, o.
    private func lstm(_ step: LiteGraph.Operator) throws(GraphFault) -> GraphSignal {
        guard activation(of: step) == .tanh else {
            throw .unsupported("has another activation than tanh: train it with tanh and sigmoid")
        }
        let others = [(9...11, "peepholes"), (16...17, "a projection"), (20...23, "layer normalisation")]
        for (places, what) in others where places.contains(where: { step.inputs.indices.contains($0) && step.inputs[$0] >= 0 }) {
            throw .unsupported("has \(what): train it without")
        }
        // The converter's own bound is 10, which no cell reaches in a window of 10 samples, and few in longer ones.
        let bound = step.options?.float(1) ?? 0
        guard bound == 0 || bound >= 10 else { throw .unsupported("bounds its cells by \(bound) (cell_clip): train it without") }
        for place in 18...19 where step.inputs.indices.contains(place) { try requireZero(step.inputs[place]) }
        guard step.options?.whole(5, bytes: 1) == 0 else {
            throw .unsupported("has diagonal weights of its state: train it without")
        }
        var (inputs, hidden, bias): ([Float], [Float], [Float]) = ([], [], [])
        var (units, columns) = (0, 0)
        for gate in GateOrder.ifgo.places {
            guard let weights = try reals(step, 1 + gate), let state = try reals(step, 5 + gate) else {
                throw .unsupported("couples its input and forget gates: train it without")
            }
            guard weights.shape.count == 2, state.shape.count == 2, state.shape[0] == weights.shape[0],
                state.shape[1] == state.shape[0],
                (1...ImportSettings.sizeLimit).contains(weights.shape[0]),
                (1...ImportSettings.sizeLimit).contains(weights.shape[1]),
                units == 0 || (units, columns) == (weights.shape[0], weights.shape[1])
            else { throw .malformed("has weights whose shapes are no LSTM's: convert the model again") }
            (units, columns) = (weights.shape[0], weights.shape[1])
            let biases = try reals(step, 12 + gate)?.values ?? [Float](repeating: 0, count: units)
            guard biases.count == units else { throw .malformed("has biases whose shapes are no LSTM's: convert the model again") }
            inputs += weights.values
            hidden += state.values
            bias += biases
        }
        let layer = LSTMLayer(
            inputWeights: FloatMatrix(rows: 4 * units, columns: columns, values: inputs),
            hiddenWeights: FloatMatrix(rows: 4 * units, columns: units, values: hidden), bias: bias)
        let samplesFirst = step.options?.whole(3, bytes: 1) == 1
        return try signal(step).after(layer, samplesFirst: samplesFirst, hasState: false).steps.squeezed([samplesFirst ? 1 : 2])
    }

    /// A loop gives the outputs that it kept, of all samples or of the last one, and its last state.
    private mutating func read(loop step: LiteGraph.Operator) throws(GraphFault) {
        loops += 1
        guard loops <= NetworkLimits.layers, let options = step.options else { throw LiteLoop.other }
        let condition = try file.graph(options.whole(0, bytes: 4))
        let body = try file.graph(options.whole(1, bytes: 4))
        guard
            [step.outputs.count, condition.inputs.count, body.inputs.count, body.outputs.count].allSatisfy({
                $0 == step.inputs.count
            })
        else { throw LiteLoop.other }
        let loop = try LiteLoop(condition, body) { place throws(GraphFault) in
            guard step.inputs.indices.contains(place) else { throw LiteLoop.other }
            return try model.reals(original(step.inputs[place]))
        }
        guard let reading = signals[step.inputs[loop.samples]], let axis = reading.axes.first,
            reading.extent(of: axis) == .known(loop.steps)
        else { throw LiteLoop.other }
        for count in loop.counts {
            guard try model.wholes(original(step.inputs[count])) == [0] else { throw LiteLoop.other }
        }
        try requireZero(step.inputs[loop.states.hidden])
        try requireZero(step.inputs[loop.states.cell])
        let after = try reading.after(loop.layer, samplesFirst: true, hasState: false)
        try budget.hold(after.steps)
        unknown.formUnion(step.outputs)
        signals[step.outputs[loop.states.hidden]] = try after.last.squeezed([0])
        guard let kept = loop.kept, model.tensors.indices.contains(step.outputs[kept.place]) else { return }
        // What is kept has a place for each sample, or one.
        guard model.tensors[step.outputs[kept.place]].shape.first == (kept.isLast ? 1 : loop.steps) else { throw LiteLoop.other }
        signals[step.outputs[kept.place]] = kept.isLast ? after.last : try after.steps.squeezed([1])
    }

    /// Refuses a state before the first sample that is anything but zero, or that another layer gives.
    private func requireZero(_ state: Int) throws(GraphFault) {
        let state = original(state)
        guard signals[state] == nil, !unknown.contains(state), model.isZero(state) else {
            throw .unsupported("begins with a state that is not zero: let it begin with zeros")
        }
    }

    private func dense(_ step: LiteGraph.Operator) throws(GraphFault) -> GraphSignal {
        guard step.options?.whole(1, bytes: 1) ?? 0 == 0 else {
            throw .unsupported("has weights in an order of some chip's: convert it again")
        }
        guard let weights = try reals(step, 1), weights.shape.count == 2, weights.shape[1] > 0,
            (1...ImportSettings.sizeLimit).contains(weights.shape[0]),
            case let bias = try reals(step, 2)?.values ?? [Float](repeating: 0, count: weights.shape[0]),
            bias.count == weights.shape[0]
        else { throw .malformed("has weights whose shapes are no dense layer's: convert the model again") }
        var reading = try signal(step)
        // What has more axes is read as rows of the weights' length.
        if reading.width != weights.shape[1], reading.axes.count == 3 { reading = try reading.flattened(1) }
        let after = try reading.after(
            FloatMatrix(rows: weights.shape[0], columns: weights.shape[1], values: weights.values), bias: bias)
        return try activated(after, step)
    }

    /// Nil: another one than are known here.
    ///
    /// - Parameter field: where an operator's options have it.
    func activation(of step: LiteGraph.Operator, field: Int = 0) -> LiteFormat.Activation? {
        LiteFormat.Activation(rawValue: step.options?.whole(field, bytes: 1) ?? 0)
    }

    /// What a layer has in it beside its sum.
    func activated(
        _ signal: GraphSignal, _ step: LiteGraph.Operator, field: Int = 0
    ) throws(GraphFault) -> GraphSignal {
        switch activation(of: step, field: field) {
        case .none?: return signal
        case .relu: return try signal.rectified()
        default: throw .unsupported("has another activation than ReLU: train it with relu")
        }
    }

    /// Arithmetic with a stored number for each feature.
    private func scaled(_ step: LiteGraph.Operator, _ code: LiteFormat.Code) throws(GraphFault) -> GraphSignal {
        let isTurned = step.inputs.first.map { signals[$0] == nil } ?? false
        let signal = try signal(step, isTurned ? 1 : 0)
        let other = step.inputs.indices.contains(1) ? step.inputs[isTurned ? 0 : 1] : -1
        // Before they are read: a graph may have thousands of such steps.
        guard let count = model.count(of: original(other)), !isTurned || code == .add || code == .multiply else {
            throw .unsupported(
                "computes with something else than features and stored numbers, in this order: let it add to them, or multiply them"
            )
        }
        guard count == 1 || (count == signal.width && signal.axes.last == .features) else {
            throw .unsupported("changes features by numbers that lie along another axis: give one for each feature, or one for all")
        }
        let numbers = try model.reals(original(other))
        guard count == 1 || numbers.shape.last == count else {
            throw .unsupported("changes features by numbers that lie along another axis: give one for each feature, or one for all")
        }
        let values = (0..<signal.width).map { Double(numbers.values[count == 1 ? 0 : $0]) }
        let none = GraphSignal.Scaling(identityOf: signal.width)
        let result =
            switch code {
            case .add: try signal.scaled(offset: values.map { -$0 }, scale: none.scale)
            case .subtract: try signal.scaled(offset: values, scale: none.scale)
            case .multiply: try signal.scaled(offset: none.offset, scale: values)
            default: try signal.scaled(offset: none.offset, scale: values.map { 1 / $0 })
            }
        return try activated(result, step)
    }

    // MARK: - Steps of the window

    private func sliced(_ step: LiteGraph.Operator, begins: [Int], sizes: [Int]) throws(GraphFault) -> GraphSignal {
        var result = try signal(step)
        guard begins.count == result.axes.count, sizes.count == begins.count else { throw Self.places }
        for axis in begins.indices {
            let (end, overflow) = begins[axis].addingReportingOverflow(sizes[axis])
            let isToEnd = sizes[axis] == -1 || overflow
            result = try result.slicing(
                from: .known(begins[axis]), to: .known(isToEnd ? Int(Int32.max) : end), step: 1, along: axis)
        }
        return result
    }

    private func gathered(_ step: LiteGraph.Operator, places: [Int]) throws(GraphFault) -> GraphSignal {
        guard places.count == 1, step.options?.whole(1, bytes: 4) ?? 0 == 0 else { throw Self.places }
        let axis = step.options?.whole(0, bytes: 4) ?? 0
        let picked = try signal(step).picking(.known(places[0]), along: axis)
        // A list of one place leaves an axis where it was.
        return model.tensors[step.inputs[1]].shape.isEmpty ? picked : try picked.unsqueezed([axis])
    }

    private func stepped(_ step: LiteGraph.Operator, begins: [Int], ends: [Int], steps: [Int]) throws(GraphFault) -> GraphSignal {
        var result = try signal(step)
        func mask(_ number: Int) -> Int { step.options?.whole(number, bytes: 4) ?? 0 }
        guard begins.count <= result.axes.count, ends.count == begins.count, steps.count == begins.count, mask(2) == 0,
            mask(3) == 0, mask(0) & mask(4) == 0, step.options?.whole(5, bytes: 1) ?? 0 == 0
        else { throw Self.places }
        // The last axis first: those before keep their numbers when it goes.
        for axis in begins.indices.reversed() {
            if mask(4) >> axis & 1 == 1 {
                result = try result.picking(.known(begins[axis]), along: axis)
            } else {
                result = try result.slicing(
                    from: .known(mask(0) >> axis & 1 == 1 ? 0 : begins[axis]),
                    to: .known(mask(1) >> axis & 1 == 1 ? Int(Int32.max) : ends[axis]), step: steps[axis], along: axis)
            }
        }
        return result
    }

    private static let places = GraphFault.unsupported(
        "picks steps in a way that is not imported: let the dense layers read the last step")
}
