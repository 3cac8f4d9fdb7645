import Models

extension CoreMLChain {
    // MARK: - The front: from the declared input to the first LSTM

    /// Applies a permutation that stands next to the input's shape `[sequence, channels, height, width]`.
    ///
    /// Output axis i is input axis `axis[i]`. Which axis ends up as time is judged by the layer that reads the result.
    mutating func permute(_ shape: [Int]) throws(ImportError) -> [Int] {
        guard case .permute(let permutation) = nextKind else { return shape }
        let (name, _) = try take()
        guard permutation.axis.sorted() == [0, 1, 2, 3] else {
            throw malformed(name, "has axes \(permutation.axis.prefix(8)), which are no order of 0, 1, 2, 3")
        }
        return permutation.axis.map { shape[Int($0)] }
    }

    /// Takes the convolution that stands next, with its batch normalisation and its ReLU, if there is one.
    /// - Parameter shape: what it reads, `[sequence, channels, height, width]`: the features and, along height or width, time.
    mutating func convolution(reading shape: [Int]) throws(ImportError) -> ConvolutionLayer? {
        guard case .convolution(let convolution) = nextKind else { return nil }
        let (name, _) = try take()
        guard !convolution.isDeconvolution, convolution.nGroups <= 1, convolution.dilationFactor.allSatisfy({ $0 == 1 }) else {
            throw unsupported(name, "is transposed, grouped or dilated: only a plain convolution can be imported")
        }
        guard convolution.valid.paddingAmounts.borderAmounts.allSatisfy({ $0.startEdgeSize == 0 && $0.endEdgeSize == 0 }) else {
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
        let features = try size(convolution.kernelChannels, "input channels", name)
        let height = try size(convolution.kernelSize[0], "samples in its kernel", name)
        let width = try size(convolution.kernelSize[1], "samples in its kernel", name)
        guard shape == [1, features, height, width] else {
            throw malformed(
                name,
                "needs an input of \(features) features × \(height * width) samples, but the file declares \(shape.dropFirst())")
        }

        // Core ML keeps [output][feature][sample]; a window arrives as [sample][feature].
        let window = height * width
        let columns = features * window
        let values = try numbers(convolution.weights, count: outputs * columns, "weights", of: name)
        var weights = FloatMatrix(rows: outputs, columns: columns, values: values)
        for row in 0..<outputs {
            for feature in 0..<features {
                for sample in 0..<window {
                    weights[row, sample * features + feature] = values[row * columns + feature * window + sample]
                }
            }
        }
        var bias = [Float](repeating: 0, count: outputs)
        if convolution.hasBias_p { bias = try numbers(convolution.bias, count: outputs, "biases", of: name) }
        try foldBatchNormalisation(into: &weights, bias: &bias)
        guard try takeRectifier() else { throw unexpected("the ReLU after convolution “\(name)”") }
        return ConvolutionLayer(weights: weights, bias: bias, inputs: features)
    }

    // MARK: - LSTM

    /// Takes one LSTM layer that reads `inputs` numbers a step; any number if nil.
    mutating func lstm(
        inputs expected: Int?
    ) throws(ImportError) -> (layer: LSTMLayer, hasState: Bool, givesSequence: Bool, name: String)? {
        guard case .uniDirectionalLstm(let lstm) = nextKind else { return nil }
        let (name, hasState) = try take(mayHaveState: true)
        try checkBehaviour(of: lstm, name)
        let inputs = try size(lstm.inputVectorSize, "inputs", name)
        let units = try size(lstm.outputVectorSize, "units", name)
        if let expected, inputs != expected {
            throw malformed(name, "reads \(inputs) numbers a step, but is given \(expected)")
        }

        let weights = lstm.weightParams
        // FloatNetwork stacks the gates as input, forget, output, candidate; Core ML calls the candidate the block input.
        let gates: [(input: CoreMLWeightParams, hidden: CoreMLWeightParams, bias: CoreMLWeightParams, name: String)] = [
            (weights.inputGateWeightMatrix, weights.inputGateRecursionMatrix, weights.inputGateBiasVector, "input gate"),
            (weights.forgetGateWeightMatrix, weights.forgetGateRecursionMatrix, weights.forgetGateBiasVector, "forget gate"),
            (weights.outputGateWeightMatrix, weights.outputGateRecursionMatrix, weights.outputGateBiasVector, "output gate"),
            (weights.blockInputWeightMatrix, weights.blockInputRecursionMatrix, weights.blockInputBiasVector, "block input"),
        ]
        var inputValues: [Float] = []
        var hiddenValues: [Float] = []
        var bias: [Float] = []
        for gate in gates {
            inputValues += try numbers(gate.input, count: units * inputs, "\(gate.name) weights", of: name)
            hiddenValues += try numbers(gate.hidden, count: units * units, "\(gate.name) recursion weights", of: name)
            bias +=
                lstm.params.hasBiasVectors_p
                ? try numbers(gate.bias, count: units, "\(gate.name) biases", of: name)
                : [Float](repeating: 0, count: units)
        }
        if lstm.params.forgetBias {
            for unit in units..<2 * units { bias[unit] += 1 }
        }
        let layer = LSTMLayer(
            inputWeights: FloatMatrix(rows: 4 * units, columns: inputs, values: inputValues),
            hiddenWeights: FloatMatrix(rows: 4 * units, columns: units, values: hiddenValues), bias: bias)
        return (layer, hasState, lstm.params.sequenceOutput, name)
    }

    private func checkBehaviour(of lstm: CoreMLUniDirectionalLSTMLayerParams, _ name: String) throws(ImportError) {
        let functions = lstm.activations.map(\.function)
        guard functions.count == 3, case .sigmoid = functions[0], case .tanh = functions[1], case .tanh = functions[2] else {
            let given = lstm.activations.prefix(4).map(Self.activationName).joined(separator: ", ")
            throw unsupported(name, "uses \(given.isEmpty ? "no activations" : given): they must be sigmoid, tanh, tanh")
        }
        guard !lstm.params.hasPeepholeVectors_p, !lstm.params.coupledInputAndForgetGate, !lstm.reverseInput else {
            throw unsupported(name, "has peepholes, coupled gates or reversed input: train it as a plain LSTM")
        }
        // Turi Create writes 50,000, which no cell state reaches; a threshold that could act cannot be expressed.
        guard lstm.params.cellClipThreshold >= 32_768 else {
            throw unsupported(
                name, "clips its cell state at \(lstm.params.cellClipThreshold): set the clip threshold to 50000, which is none")
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
        if product.hasBias_p { bias = try numbers(product.bias, count: outputs, "biases", of: name) }
        try foldBatchNormalisation(into: &weights, bias: &bias)
        return DenseLayer(weights: weights, bias: bias, rectified: try takeRectifier())
    }
}
