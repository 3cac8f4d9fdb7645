import Models

/// Numbers that the signals of one file hold, all its steps together: each step has a copy of what it changes.
struct SignalBudget {
    private var held = 0
    private static let mostHeld = 1 << 25
    /// Weights of all layers: a file could use the same ones over and over.
    private static let mostWeights = 1 << 24

    mutating func hold(_ signal: GraphSignal) throws(GraphFault) {
        held += signal.newest
        guard held <= Self.mostHeld, signal.weights <= Self.mostWeights else {
            throw .unsupported("is one of more, or larger, layers than any motion model has")
        }
    }
}

extension GraphSignal {
    fileprivate var weights: Int {
        lstm.reduce(0) { $0 + $1.inputWeights.values.count + $1.hiddenWeights.values.count }
            + (dense + (windowLayer.map { [$0] } ?? [])).reduce(0) { $0 + $1.weights.values.count }
            + front.compactMap(\.convolution).reduce(0) { $0 + $1.weights.values.count }
    }
}
