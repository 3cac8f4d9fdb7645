import Models

extension CoreMLChain {
    /// The numbers of one weight array, of which there must be exactly `count`, all finite.
    func numbers(
        _ weights: CoreMLWeights, count: Int, _ what: String, of layer: String
    ) throws(ImportError) -> [Float] {
        let values: [Float]
        if !weights.raw.isEmpty || !weights.rawInt8.isEmpty {
            throw unsupported(layer, "has quantized \(what): export the model with 32-bit or 16-bit floats")
        } else if !weights.halves.isEmpty {
            guard weights.floats.isEmpty, weights.halves.count % 2 == 0 else {
                throw malformed(layer, "has \(what) in two formats or half a number of them: export the model again")
            }
            // The count is checked first, so that a wrong array is not converted at all.
            try check(weights.halves.count / 2, count, what, layer)
            let bytes = weights.halves
            values = (0..<count).map { Float(halfPrecisionBits: UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8) }
        } else {
            values = weights.floats
            try check(values.count, count, what, layer)
        }
        if let index = values.firstIndex(where: { !$0.isFinite }) {
            throw malformed(layer, "has \(what) whose number \(index) is not finite: train or export the model again")
        }
        return values
    }

    /// A matrix of weights, row-major as Core ML keeps it.
    func matrix(
        _ weights: CoreMLWeights, rows: Int, columns: Int, _ what: String, of layer: String
    ) throws(ImportError) -> FloatMatrix {
        FloatMatrix(
            rows: rows, columns: columns, values: try numbers(weights, count: rows * columns, what, of: layer))
    }

    private func check(_ given: Int, _ needed: Int, _ what: String, _ layer: String) throws(ImportError) {
        guard given == needed else {
            throw malformed(layer, "has \(given) \(what) where its shape needs \(needed): export the model again")
        }
    }

    /// Takes a batch normalisation that stands next, and folds it into the linear layer before it.
    ///
    /// γ·(W·x + b − μ)/√(σ² + ε) + β is again linear: each row is scaled, each bias scaled and moved. Computed in double
    /// precision and rounded once.
    mutating func foldBatchNormalisation(into weights: inout FloatMatrix, bias: inout [Float]) throws(ImportError) {
        guard case .batchNormalisation(let norm) = nextKind else { return }
        let (name, _) = try take()
        guard !norm.computesMeanAndVariance, !norm.isInstanceNormalisation else {
            throw unsupported(name, "normalises by each window's own mean: only batch normalisation with stored means is linear")
        }
        let channels = try size(norm.channels, "channels", name)
        guard channels == weights.rows else {
            throw malformed(name, "has \(channels) channels after a layer with \(weights.rows) outputs")
        }
        let gamma = try numbers(norm.gamma, count: channels, "scales", of: name)
        let beta = try numbers(norm.beta, count: channels, "offsets", of: name)
        let mean = try numbers(norm.mean, count: channels, "means", of: name)
        let variance = try numbers(norm.variance, count: channels, "variances", of: name)
        for row in 0..<channels {
            let spread = Double(variance[row]) + Double(norm.epsilon)
            guard spread > 0, spread.isFinite else {
                throw malformed(name, "has variance \(variance[row]) in channel \(row), which cannot be divided by")
            }
            let scale = Double(gamma[row]) / spread.squareRoot()
            for column in 0..<weights.columns { weights[row, column] = Float(Double(weights[row, column]) * scale) }
            bias[row] = Float((Double(bias[row]) - Double(mean[row])) * scale + Double(beta[row]))
        }
        guard weights.values.allSatisfy(\.isFinite), bias.allSatisfy(\.isFinite) else {
            throw malformed(name, "scales weights beyond single precision")
        }
    }

    /// Takes a ReLU if one stands next.
    mutating func takeRectifier() throws(ImportError) -> Bool {
        guard case .activation(let activation) = nextKind, activation.function == .relu else { return false }
        _ = try take()
        return true
    }
}
