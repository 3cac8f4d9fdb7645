import Models

/// Second moments of what the maps of a network read: how their inputs go together, for `CompensatedRounding`.
struct ActivationMoments: Sendable, Equatable {
    /// nil without a convolution.
    private(set) var convolution: SecondMoments?
    /// Of each front layer's fields; nil of one that pools.
    private(set) var front: [SecondMoments?]
    /// Of each layer's input and hidden state before the step, one after the other.
    private(set) var lstm: [SecondMoments]
    private(set) var dense: [SecondMoments]

    init(of network: FloatNetwork) {
        convolution = network.convolution.map { SecondMoments(columns: $0.weights.columns) }
        front = network.front.map { layer in layer.convolution.map { SecondMoments(columns: $0.weights.columns) } }
        lstm = network.lstm.map { SecondMoments(columns: $0.inputWeights.columns + $0.hiddenWeights.columns) }
        dense = network.dense.map { SecondMoments(columns: $0.weights.columns) }
    }

    /// Takes in one window of normalised inputs, and moves `state` on as `predict` does.
    ///
    /// - Returns: what the dense layers read.
    mutating func observe(window samples: [Double], of network: FloatNetwork, state: inout FloatState) -> [Double] {
        var vector: [Double] = []
        if let layer = network.convolution {
            convolution?.add(samples)
            vector = step(layer.output(of: samples), of: network, state: &state)
        } else {
            for input in network.steps(ofWindow: samples) { vector = step(input, of: network, state: &state) }
        }
        let features = vector
        for (index, layer) in network.dense.enumerated() {
            dense[index].add(vector)
            vector = layer.output(of: vector)
        }
        return features
    }

    /// Takes in what a front layer reads for one output.
    mutating func observe(_ field: [Double], ofFrontLayer index: Int) { front[index]?.add(field) }

    /// Unit `order[k]` of an LSTM layer became unit k.
    mutating func reorderUnits(ofLayer index: Int, _ order: [Int]) {
        // Its hidden state stands behind its inputs, and is all that the next map reads first.
        let inputs = lstm[index].columns - order.count
        lstm[index].reorder(Array(0..<inputs) + order.map { inputs + $0 })
        if index + 1 < lstm.count {
            lstm[index + 1].reorder(order + Array(order.count..<lstm[index + 1].columns))
        } else {
            dense[0].reorder(order)
        }
    }

    /// What the last layer hands on.
    private mutating func step(_ input: [Double], of network: FloatNetwork, state: inout FloatState) -> [Double] {
        var x = input
        for (index, layer) in network.lstm.enumerated() {
            lstm[index].add(x + state.hidden[index])
            layer.step(x, hidden: &state.hidden[index], cell: &state.cell[index])
            x = state.hidden[index]
        }
        return x
    }
}

/// Σ v vᵀ over vectors v that end with a 1, which stands for a map's bias.
struct SecondMoments: Sendable, Equatable {
    /// Of a map, without the bias.
    let columns: Int
    private(set) var count = 0
    /// Row-major, the upper triangle alone; empty if there are too many columns.
    private(set) var sums: [Double]

    /// A map of more columns is rounded without moments, which would take 19 MB and more, and as many windows to be known.
    static let mostColumns = 1_536

    init(columns: Int) {
        self.columns = columns
        sums = columns <= Self.mostColumns ? Array(repeating: 0, count: (columns + 1) * (columns + 1)) : []
    }

    mutating func add(_ vector: [Double]) {
        precondition(vector.count == columns, "a vector of \(columns) values is needed")
        guard !sums.isEmpty else { return }
        count += 1
        let size = columns + 1
        let v = vector + [1]
        v.withUnsafeBufferPointer { v in
            sums.withUnsafeMutableBufferPointer { sums in
                for row in 0..<size where v[row] != 0 {
                    let factor = v[row]
                    for column in row..<size { sums[row * size + column] += factor * v[column] }
                }
            }
        }
    }

    /// Column `order[k]` became column k; the 1 stays last.
    mutating func reorder(_ order: [Int]) {
        guard !sums.isEmpty else { return }
        let (size, places, before) = (columns + 1, order + [columns], sums)
        for row in 0..<size {
            for column in row..<size {
                let (a, b) = (places[row], places[column])
                sums[row * size + column] = before[min(a, b) * size + max(a, b)]
            }
        }
    }
}
