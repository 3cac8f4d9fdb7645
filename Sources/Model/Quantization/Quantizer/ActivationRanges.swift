import Foundation
public import Models
import MotionCore

/// The largest magnitudes that flow between the layers: what the Q-formats are chosen from.
public struct ActivationRanges: Sendable, Equatable {
    /// Largest |input| after normalisation, for each feature.
    public var inputs: [Double]
    /// Largest output of the convolution, if there is one.
    public var convolution: Double?
    /// Largest |output| of every front layer.
    public var front: [Double]
    /// Largest |output| of every dense layer but the last.
    public var dense: [Double]
    /// Windows that were seen; 0 for bounds that hold whatever comes.
    public var windows: Int
    /// Reserve above the inputs' largest values before they saturate, 1 or more; bounds need none.
    public var reserve = 1.0
    /// How what was seen goes together; nil: each weight is rounded to its nearest step, if nothing else was chosen.
    private(set) var moments: ActivationMoments?
    /// What was chosen.
    private var chosenRounding: NetworkRounding?

    /// How weights are rounded; nil: each to its nearest step.
    var rounding: NetworkRounding? {
        get { chosenRounding ?? moments.map { NetworkRounding($0, damping: NetworkRounding.usualDamping) } }
        set { (chosenRounding, moments) = (newValue, nil) }
    }

    /// Each weight is to be rounded to its nearest step.
    public mutating func forgetMoments() { rounding = nil }

    /// Unit `order[k]` of an LSTM layer became unit k; traps if a rounding was chosen for the old order.
    mutating func reorderUnits(ofLayer index: Int, _ order: [Int]) {
        precondition(chosenRounding == nil, "units are sorted before a rounding is chosen")
        moments?.reorderUnits(ofLayer: index, order)
    }

    /// Reserve after so many people: with fewer, the next one more often moves faster than all of them. One person's motion exceeds
    /// another's by up to 2.9 times in GestureIt, that of 5 people those of 17 by 1.2 in HAPT.
    static func reserve(people: Int) -> Double { 1 + 2 / pow(Double(max(1, people)), 0.6) }

    /// Full scales assumed of a sensor that is not described: ±16 g and ±2000 °/s, in g and rad/s.
    public static let accelerationFullScale = 16.0
    public static let rotationFullScale = 34.906_585_039_886_59

    /// Of a channel that is no motion nothing is known but how the network normalises it; after that, in its units.
    static let ownFullScale = 8.0

    /// Bounds that no input within the full scales can exceed. They cost precision: real motion stays far below.
    public init(boundsOf model: FloatModel) {
        let network = model.network
        let inputs = model.description.inputs.map { feature in
            let fullScale =
                switch feature.unit {
                case .radiansPerSecond: Self.rotationFullScale
                case .gravity: Self.accelerationFullScale
                case .radians: Double.pi
                case .own: 0.0
                }
            guard feature.unit != .own else { return Self.ownFullScale }
            return (fullScale + Double(feature.offset.magnitude)) * Double(feature.scale.magnitude)
        }
        self.inputs = inputs
        windows = 0
        convolution = network.convolution.map { layer in
            layer.weights.largestRow(bias: layer.bias) { inputs[$0 % inputs.count] }
        }
        front = []
        for layer in network.front {
            let before = front.last
            front.append(
                layer.convolution.map { map in
                    map.weights.largestRow(bias: map.bias) { before ?? inputs[$0 % inputs.count] }
                } ?? before ?? inputs.max() ?? 0)
        }
        dense = []
        // Of hidden state, or of what stands in its place.
        var bound = network.lstm.isEmpty ? convolution ?? front.last ?? 1 : 1.0
        for layer in network.dense.dropLast() {
            let present = bound
            bound = layer.weights.largestRow(bias: layer.bias) { _ in present }
            dense.append(bound)
        }
    }

    /// Nothing seen yet; `observe` raises it.
    public init(unseen network: FloatNetwork) {
        inputs = [Double](repeating: 0, count: network.inputs)
        convolution = network.convolution.map { _ in 0 }
        front = network.front.map { _ in 0 }
        dense = network.dense.dropLast().map { _ in 0 }
        windows = 0
        moments = ActivationMoments(of: network)
    }

    /// Takes in one window of normalised inputs and moves `state` on.
    public mutating func observe(window samples: [Double], of network: FloatNetwork, state: inout FloatState) {
        windows += 1
        for (index, value) in samples.enumerated() {
            inputs[index % inputs.count] = max(inputs[index % inputs.count], value.magnitude)
        }
        if let layer = network.convolution {
            convolution = max(convolution ?? 0, layer.output(of: samples).max() ?? 0)
        }
        observeFront(samples, of: network)
        let seen = moments?.observe(window: samples, of: network, state: &state)
        var vector = seen ?? network.features(ofWindow: samples, state: &state)
        for (index, layer) in network.dense.dropLast().enumerated() {
            vector = layer.output(of: vector)
            for value in vector { dense[index] = max(dense[index], value.magnitude) }
        }
    }
}

extension ActivationRanges {
    /// What the front layers read and give in one window.
    private mutating func observeFront(_ samples: [Double], of network: FloatNetwork) {
        guard !network.front.isEmpty else { return }
        var steps = stride(from: 0, to: samples.count, by: inputs.count).map { Array(samples[$0..<$0 + inputs.count]) }
        for (index, layer) in network.front.enumerated() {
            let inputs = steps
            steps = (0..<layer.field.outputs(of: inputs.count)).map { output in
                let field = layer.field(output, of: inputs)
                moments?.observe(field, ofFrontLayer: index)
                return layer.output(ofField: field)
            }
            for step in steps { front[index] = step.reduce(front[index]) { max($0, $1.magnitude) } }
        }
    }
}

extension FloatMatrix {
    /// max over rows of Σ |w| · bound(column) + |bias|
    fileprivate func largestRow(bias: [Float], bound: (Int) -> Double) -> Double {
        (0..<rows).map { row in
            (0..<columns).reduce(Double(bias[row].magnitude)) { $0 + Double(self[row, $1].magnitude) * bound($1) }
        }.max() ?? 0
    }
}
