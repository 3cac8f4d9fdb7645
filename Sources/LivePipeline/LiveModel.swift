import Channels
package import Decision
public import LSTMEngine
package import Recognition
public import ReferenceModel
import WireProtocol

/// What the live loop needs of a model. It is given one and loads none.
public struct LiveModel: Sendable {
    /// The network in the form that runs, packed for the description's windows.
    public let weights: NetworkWeights
    /// What the network is for.
    public let description: ModelDescription
    /// What a device that runs this network tells in HELLO; nil: not known, and not compared.
    public var networkHash: UInt64?

    /// Packs the network.
    ///
    /// - Throws: why it cannot run with these windows, or that the environment asks for kernels that this machine does not have.
    public init(_ network: QuantizedNetwork, for description: ModelDescription) throws(NetworkError) {
        weights = try NetworkWeights(network, schedule: description.schedule, statePolicy: description.statePolicy)
        self.description = description
    }

    /// A recogniser for this model, with no device bound.
    ///
    /// - Parameter decision: its rest label is the description's.
    package func recogniser(decision: DecisionParameters) -> OwnedRecogniser {
        OwnedRecogniser(weights, features: features, rate: description.rate.map { Float($0) }, decision: parameters(decision))
    }

    /// As a device that shows them gets them: the first 254, cut to what the protocol takes.
    var labelNames: [ShortText] {
        description.labels.prefix(254).map { ShortText(cutting: $0, to: LabelsMessage.longestName) }
    }

    /// With the rest label of this model.
    func parameters(_ decision: DecisionParameters) -> DecisionParameters {
        var decision = decision
        decision.restLabel = description.restIndex
        return decision
    }

    /// What the recogniser looks for on a device. A name that no channel has stays without one, so that the device is said to lack
    /// it.
    private var features: [NetworkFeature] {
        description.inputs.map { input in
            NetworkFeature(kind: ChannelKind(feature: input.name)?.rawValue ?? .max, offset: input.offset, scale: input.scale)
        }
    }
}
