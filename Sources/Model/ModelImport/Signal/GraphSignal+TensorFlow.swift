import Models

extension GraphSignal {
    /// What a model of TensorFlow's reads: windows × samples × features, or windows × features; nil where a size is left open.
    init(windowsOfSizes sizes: [Int?]) throws(GraphFault) {
        guard sizes.count == 2 || sizes.count == 3 else {
            throw .unsupported("reads \(sizes.count) axes: begin it with keras.Input(shape=(samples, features))")
        }
        guard let features = sizes[sizes.count - 1] else {
            throw .unsupported("leaves open how many features a sample has: begin it with keras.Input(shape=(samples, features))")
        }
        guard sizes.allSatisfy({ (1...ImportSettings.sizeLimit).contains($0 ?? 1) }) else {
            throw .unsupported(
                "reads windows of \(sizes.map { $0.map { "\($0)" } ?? "?" }.joined(separator: " × ")) numbers: up to "
                    + "\(ImportSettings.sizeLimit) samples and features can be imported")
        }
        self.init(input: "input", sizes: Array(sizes.dropLast()), features: features)
    }

    /// After a sigmoid of one number z: the softmax of 0 and z gives 1 − σ(z) and σ(z).
    func binary() throws(GraphFault) -> GraphSignal {
        guard let last = dense.last, last.bias.count == 1, !last.rectified, scaling.isIdentity, !isProbability else {
            throw .unsupported("is a sigmoid that does not stand after a dense layer of one unit: only there it can be imported")
        }
        var next = self
        let none = [Float](repeating: 0, count: last.weights.columns)
        next.dense[dense.count - 1] = DenseLayer(
            weights: FloatMatrix(rows: 2, columns: last.weights.columns, values: none + last.weights.values),
            bias: [0] + last.bias, rectified: false)
        next.width = 2
        next.scaling = Scaling(identityOf: 2)
        next.isProbability = true
        return next
    }
}
