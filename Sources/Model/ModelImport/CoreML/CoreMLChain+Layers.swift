import Models

extension CoreMLChain {
    // MARK: - The front: from the declared input to the first LSTM

    /// Layers that turn or join axes, at most.
    private static let mostTurns = 8

    /// Takes the layers that only arrange the input. Which axis ends up as time is judged by the layer that reads the result.
    mutating func arrange(_ given: CoreMLArrangement) throws(ImportError) -> CoreMLArrangement {
        var arrangement = given
        for _ in 0..<Self.mostTurns {
            switch nextKind {
            case .permute(let permutation):
                let (name, _) = try take()
                guard permutation.axes.sorted() == [0, 1, 2, 3] else {
                    throw malformed(name, "has axes \(permutation.axes.prefix(8)), which are no order of 0, 1, 2, 3")
                }
                arrangement.permute(permutation.axes.map { Int($0) })
            case .reshape(let reshaping):
                let (name, _) = try take()
                try requirePlain(reshaping.order, name)
                guard arrangement.reshape(reshaping.shape) else {
                    throw malformed(
                        name,
                        "makes \(reshaping.shape.prefix(6)) of \(arrangement.shape.dropFirst()), which has another size or order of its "
                            + "samples and features: permute them first")
                }
            case .flatten(let flattening):
                let (name, _) = try take()
                try requirePlain(flattening.order, name)
                guard arrangement.flatten() else {
                    throw malformed(name, "makes a row of samples and features in another order: permute them first")
                }
            default: return arrangement
            }
        }
        return arrangement
    }

    private func requirePlain(_ order: Int32, _ name: String) throws(ImportError) {
        guard order == 0 else {
            throw unsupported(name, "takes the channels last: only a plain reshape, channels first, can be imported")
        }
    }

    /// Takes the convolution that stands next, with its batch normalisation and its ReLU, if there is one.
    /// - Parameter arrangement: what it reads.
    mutating func convolution(reading arrangement: CoreMLArrangement) throws(ImportError) -> ConvolutionLayer? {
        guard case .convolution(let convolution) = nextKind else { return nil }
        let (name, _) = try take()
        guard !convolution.isDeconvolution, convolution.groups <= 1, convolution.dilation.allSatisfy({ $0 == 1 }) else {
            throw unsupported(name, "is transposed, grouped or dilated: only a plain convolution can be imported")
        }
        guard convolution.padding.amounts.allSatisfy({ $0.start == 0 && $0.end == 0 }) else {
            throw unsupported(name, "pads its input: only a convolution without padding can be imported")
        }
        guard convolution.kernelSize.count == 2, convolution.kernelSize.contains(1), convolution.stride == convolution.kernelSize
        else {
            throw unsupported(
                name,
                "has kernel \(convolution.kernelSize.prefix(4)) and stride \(convolution.stride.prefix(4)): "
                    + "kernel and stride must both be the prediction window, along one axis")
        }
        let outputs = try size(convolution.outputChannels, "output channels", name)
        let channels = try size(convolution.kernelChannels, "input channels", name)
        let height = try size(convolution.kernelSize[0], "samples in its kernel", name)
        let width = try size(convolution.kernelSize[1], "samples in its kernel", name)
        guard arrangement.shape == [1, channels, height, width] else {
            throw malformed(
                name,
                "needs an input of \(channels) features × \(height * width) samples, but the file declares "
                    + "\(arrangement.shape.dropFirst())")
        }

        // Core ML keeps [output][channel][place]; a window arrives as [sample][feature].
        let features = arrangement.window.features
        let columns = channels * height * width
        let values = try numbers(convolution.weights, count: outputs * columns, "weights", of: name)
        var weights = FloatMatrix(rows: outputs, columns: columns, values: values)
        for place in 0..<columns {
            let (feature, sample) = arrangement.origin(of: place)
            for row in 0..<outputs { weights[row, sample * features + feature] = values[row * columns + place] }
        }
        var bias = [Float](repeating: 0, count: outputs)
        if convolution.hasBias { bias = try numbers(convolution.bias, count: outputs, "biases", of: name) }
        try foldBatchNormalisation(into: &weights, bias: &bias)
        guard try takeRectifier() else { throw unexpected("the ReLU after convolution “\(name)”") }
        return ConvolutionLayer(weights: weights, bias: bias, inputs: features)
    }

    // MARK: - LSTM

    /// Takes one LSTM layer that reads `inputs` numbers a step; any number if nil.
    mutating func lstm(
        inputs expected: Int?
    ) throws(ImportError) -> (layer: LSTMLayer, hasState: Bool, givesSequence: Bool, name: String)? {
        guard case .lstm(let lstm) = nextKind else { return nil }
        try requireStates(ofUnits: Int(clamping: lstm.units), nextName)
        let (name, hasState) = try take(mayHaveState: true)
        try checkBehaviour(of: lstm, name)
        let inputs = try size(lstm.inputs, "inputs", name)
        let units = try size(lstm.units, "units", name)
        if let expected, inputs != expected {
            throw malformed(name, "reads \(inputs) numbers a step, but is given \(expected)")
        }

        let weights = lstm.weights
        // FloatNetwork stacks the gates as input, forget, output, candidate.
        let gates = [
            (weights.inputGate, "input gate"), (weights.forgetGate, "forget gate"), (weights.outputGate, "output gate"),
            (weights.blockInput, "block input"),
        ]
        var inputValues: [Float] = []
        var hiddenValues: [Float] = []
        var bias: [Float] = []
        for (gate, gateName) in gates {
            inputValues += try numbers(gate.input, count: units * inputs, "\(gateName) weights", of: name)
            hiddenValues += try numbers(gate.recursion, count: units * units, "\(gateName) recursion weights", of: name)
            bias +=
                lstm.behaviour.hasBias
                ? try numbers(gate.bias, count: units, "\(gateName) biases", of: name)
                : [Float](repeating: 0, count: units)
        }
        if lstm.behaviour.addsForgetBias {
            for unit in units..<2 * units { bias[unit] += 1 }
        }
        let layer = LSTMLayer(
            inputWeights: FloatMatrix(rows: 4 * units, columns: inputs, values: inputValues),
            hiddenWeights: FloatMatrix(rows: 4 * units, columns: units, values: hiddenValues), bias: bias)
        return (layer, hasState, lstm.behaviour.givesSequence, name)
    }

    private func checkBehaviour(of lstm: CoreMLLSTM, _ name: String) throws(ImportError) {
        let functions = lstm.activations.map(\.function)
        guard functions == [.sigmoid, .tanh, .tanh] else {
            let given = lstm.activations.prefix(4).map(Self.activationName).joined(separator: ", ")
            throw unsupported(name, "uses \(given.isEmpty ? "no activations" : given): they must be sigmoid, tanh, tanh")
        }
        guard !lstm.behaviour.hasPeepholes, !lstm.behaviour.couplesInputAndForgetGate, !lstm.readsBackwards else {
            throw unsupported(name, "has peepholes, coupled gates or reversed input: train it as a plain LSTM")
        }
        // Turi Create writes 50,000, which no cell state reaches; a threshold that could act cannot be expressed.
        guard lstm.behaviour.cellClipThreshold >= 32_768 else {
            throw unsupported(
                name, "clips its cell state at \(lstm.behaviour.cellClipThreshold): set the clip threshold to 50000, which is none")
        }
    }

    // MARK: - Dense layers

    /// Takes one dense layer that reads `inputs` numbers, with its batch normalisation and its ReLU.
    mutating func dense(inputs expected: Int) throws(ImportError) -> DenseLayer? {
        guard case .innerProduct(let product) = nextKind else { return nil }
        let (name, _) = try take()
        let inputs = try size(product.inputChannels, "inputs", name)
        let outputs = try size(product.outputChannels, "outputs", name)
        guard inputs == expected else {
            throw malformed(name, "reads \(inputs) numbers, but is given \(expected)")
        }
        var weights = try matrix(product.weights, rows: outputs, columns: inputs, "weights", of: name)
        var bias = [Float](repeating: 0, count: outputs)
        if product.hasBias { bias = try numbers(product.bias, count: outputs, "biases", of: name) }
        try foldBatchNormalisation(into: &weights, bias: &bias)
        return DenseLayer(weights: weights, bias: bias, rectified: try takeRectifier())
    }
}
