import Models
import Training

/// One group of sequences through forward, loss and backward, by hand, to check the gradient.
struct GradientProbe {
    private let network: TrainableNetwork
    private let group: SequenceGroup
    private let packed: PackedParameters
    /// Where the weights and biases stand that are no padding.
    private let places: [Int]

    init(_ plan: NetworkPlan, steps: Int, supervisedSteps: [Int], seed: UInt64, kernels: TrainingKernels) {
        network = TrainableNetwork(plan, seed: seed)
        group = SequenceGroup(network.layout, steps: steps, supervisedSteps: supervisedSteps, kernels: kernels)
        packed = PackedParameters(network.layout)
        places = network.layout.matrices.flatMap { matrix in
            (0..<matrix.rows).flatMap { row in (0..<matrix.columns).map { matrix.index(row: row, column: $0) } }
        }
    }

    /// Weights and biases without padding, in the order of the layers, row by row, the bias after each row.
    var parameters: [Float] {
        get { places.map { network.parameters[$0] } }
        nonmutating set { for (place, value) in zip(places, newValue) { network.parameters[place] = value } }
    }

    /// The network as the reference model keeps it.
    var floatNetwork: FloatNetwork { network.floatNetwork(of: network.parameters) }

    /// - Parameters:
    ///   - sequences: at most 16, each `[steps · inputs]`.
    ///   - targets: one per sequence and supervised step.
    ///   - areCounterexamples: whether they are to be taken for no class more than for any other, whatever the targets.
    ///   - dropped: units of the last LSTM layer, or of the convolution, that are left out, the others as they are.
    /// - Returns: the loss's sum, and its gradient in the order of `parameters`.
    func gradient(
        sequences: [[Float]], targets: [[Int?]], smoothing: Float = 0, areCounterexamples: Bool = false, dropped: Set<Int> = []
    ) -> (loss: Double, gradient: [Float]) {
        let inputs = network.layout.plan.inputs
        for lane in 0..<laneCount {
            for position in group.supervisedSteps.indices {
                let target = lane < targets.count ? targets[lane][position] : nil
                group.setTarget(target, sampleWeight: 1, position: position, lane: lane)
            }
            guard lane < sequences.count else { continue }
            if areCounterexamples { group.setCounterexample(lane: lane) }
            for (index, value) in sequences[lane].enumerated() {
                group.setInput(value, step: index / inputs, feature: index % inputs, lane: lane)
            }
        }
        group.clearMasks()
        for unit in dropped {
            for lane in 0..<laneCount { group.masks[group.masks.count - 1][unit * laneCount + lane] = 0 }
        }
        packed.pack(network.parameters)
        group.forward(packed)
        let score = group.scoreAndDifferentiate(smoothing: smoothing)
        group.backward(packed)
        return (score.loss, places.map { group.gradient[$0] })
    }

    /// Whether everything beyond the real rows and columns has no gradient.
    var hasCleanPadding: Bool {
        let real = Set(places)
        return (0..<group.gradient.count).allSatisfy { real.contains($0) || group.gradient[$0] == 0 }
    }
}
