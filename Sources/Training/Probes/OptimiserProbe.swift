/// The optimiser on gradients that somebody gives: for whoever wants to check its steps by hand.
package struct OptimiserProbe {
    private let network: TrainableNetwork
    private let optimiser: Adam
    private let gradient: FloatVector

    /// The parameters are those of a network with this plan.
    package init?(_ plan: NetworkPlan, options: OptimiserOptions, kernels name: String? = nil) {
        guard let kernels = Kernels(named: name) else { return nil }
        network = TrainableNetwork(plan, seed: 1)
        optimiser = Adam(network, options: options, kernels: kernels)
        gradient = FloatVector(count: network.layout.count)
    }

    /// Weights and biases of the last layer, row by row, the bias behind each row.
    package var lastLayer: [Float] {
        get { places.map { network.parameters[$0] } }
        nonmutating set { for (place, value) in zip(places, newValue) { network.parameters[place] = value } }
    }

    /// The running average of `lastLayer`.
    package var average: [Float] { places.map { optimiser.average[$0] } }

    /// One step with a gradient that is zero but in the last layer; returns its norm before it was shortened.
    package func advance(_ values: [Float], importance: Double = 1, rate: Double) -> Double {
        gradient.fill(0)
        for (place, value) in zip(places, values) { gradient[place] = value }
        return optimiser.advance(gradient, importance: importance, rate: rate)
    }

    private var places: [Int] {
        guard let matrix = network.layout.dense.last else { return [] }
        return (0..<matrix.rows).flatMap { row in (0..<matrix.columns).map { matrix.index(row: row, column: $0) } }
    }
}

extension OptimiserOptions {
    /// The learning rate of every step.
    package func schedule(of steps: Int) -> [Double] {
        (0..<steps).map { learningRate(step: $0, of: steps) }
    }
}
