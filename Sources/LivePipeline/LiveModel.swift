import CKernels
import Channels
public import LSTMEngine

/// What the live loop needs of a model. It is handed one and loads none.
public struct LiveModel: Sendable {
    public var weights: NetworkWeights
    /// One per class.
    public var labels: [String]
    /// The label that means "nothing happens", if there is one.
    public var restLabel: Int?
    /// Samples per second that the network was trained for, if known.
    public var rate: Double?
    public var inputs: [Input]

    /// One input feature: `(x − offset) · scale` of the quantity of that name.
    public struct Input: Sendable {
        /// `ax ay az` in g, `gx gy gz` in rad/s.
        public var name: String
        public var offset: Double
        public var scale: Double

        public init(name: String, offset: Double, scale: Double) {
            self.name = name
            self.offset = offset
            self.scale = scale
        }
    }

    public init(
        weights: NetworkWeights, labels: [String], restLabel: Int?, rate: Double?, inputs: [Input]
    ) {
        self.weights = weights
        self.labels = labels
        self.restLabel = restLabel
        self.rate = rate
        self.inputs = inputs
    }
}

extension LiveModel {
    /// What the recogniser looks for on a device. A name that no channel has stays without one, so that the device is said to lack it.
    var features: [mq_network_input] {
        inputs.map { input in
            mq_network_input(
                kind: ChannelKind(feature: input.name)?.rawValue ?? .max, offset: Float(input.offset), scale: Float(input.scale))
        }
    }
}
