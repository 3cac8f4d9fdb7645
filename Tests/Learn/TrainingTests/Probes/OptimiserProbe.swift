import Training

/// The optimiser on gradients that somebody gives, to check its steps by hand.
struct OptimiserProbe {
    private let network: TrainableNetwork
    private let optimiser: Adam
    private let gradient: FloatVector

    /// The parameters are those of a network with this plan.
    init(_ plan: NetworkPlan, options: OptimiserOptions) {
        network = TrainableNetwork(plan, seed: 1)
        optimiser = Adam(network, options: options, kernels: .best)
        gradient = FloatVector(count: network.layout.count)
    }

    /// Weights and biases of the last layer, row by row, the bias after each row.
    var lastLayer: [Float] {
        get { places.map { network.parameters[$0] } }
        nonmutating set { for (place, value) in zip(places, newValue) { network.parameters[place] = value } }
    }

    /// The running average of `lastLayer`.
    var average: [Float] { places.map { optimiser.average[$0] } }

    /// One step with a gradient that is zero but in the last layer; returns its norm before it was shortened.
    func advance(_ values: [Float], sampleWeight: Double = 1, rate: Double) -> Double {
        gradient.fill(0)
        for (place, value) in zip(places, values) { gradient[place] = value }
        return optimiser.advance(gradient, sampleWeight: sampleWeight, rate: rate)
    }

    private var places: [Int] {
        guard let matrix = network.layout.head.last else { return [] }
        return (0..<matrix.rows).flatMap { row in (0..<matrix.columns).map { matrix.index(row: row, column: $0) } }
    }
}

extension OptimiserOptions {
    /// The learning rate of every step.
    func schedule(of steps: Int) -> [Double] {
        (0..<steps).map { learningRate(step: $0, of: steps) }
    }
}
