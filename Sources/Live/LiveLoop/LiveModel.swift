public import Models
public import MotionCore
import WireProtocol

/// What the live loop needs of a model. It is given one and loads none.
public struct LiveModel: Sendable {
    /// The network in the form that runs, packed for the description's windows.
    public let weights: NetworkWeights
    /// What the network is for.
    public let description: ModelDescription
    /// What a device that runs this network tells in HELLO; nil: not known, and not compared.
    public var networkHash: UInt64?
    /// The labels as a device that shows them gets them: cut to the length that the protocol takes.
    let labelNames: [ShortText]

    /// Packs the network.
    ///
    /// - Throws: why it cannot run with these windows, or that the environment asks for kernels that this machine does not have.
    public init(_ network: QuantizedNetwork, for description: ModelDescription) throws(NetworkError) {
        weights = try NetworkWeights(
            network, schedule: description.schedule, statePolicy: description.statePolicy, strokes: description.strokes,
            cut: description.cut, features: Self.features(of: description))
        self.description = description
        labelNames = description.labels.map { ShortText(cutting: $0, to: LabelsMessage.longestName) }
    }

    /// A recogniser for this model, with no device bound.
    ///
    /// - Parameter decision: its rest label is the description's.
    package func recogniser(decision: DecisionParameters) -> OwnedRecogniser {
        OwnedRecogniser(
            weights, features: Self.features(of: description), rate: description.rate.map { Float($0) },
            decision: parameters(decision))
    }

    /// What checks a device that runs this model.
    func shadow(decision: DecisionParameters) -> any DeviceShadow {
        guard description.strokes != nil, let cut = description.cut else {
            let shadow = Shadow(weights, decision: parameters(decision))
            return description.inputs.derives ? DerivedShadow(shadow, length: weights.shape.schedule.length) : shadow
        }
        return StrokeShadow(recogniser(decision: decision), cut: cut)
    }

    /// A sample as the recogniser takes it: for windows normalised as the network wants it, for strokes, which are normalised when
    /// they are whole, in the steps of `StrokeCut`.
    package var streamed: (features: [InputFeature], fractionBits: Int) {
        guard description.strokes != nil else { return (description.inputs, weights.network.inputFractionBits) }
        let features = description.inputs.map { input in
            InputFeature(
                name: input.name, offset: 0,
                scale: Float(input.unit == .radiansPerSecond ? StrokeCut.stepsInRadians : StrokeCut.stepsInG))
        }
        return (features, 0)
    }

    /// With the rest label of this model; each stroke is judged by itself.
    func parameters(_ decision: DecisionParameters) -> DecisionParameters {
        var decision = description.strokes == nil ? decision : decision.judgingEachByItself
        decision.restLabel = description.restIndex
        return decision
    }

    /// What the recogniser looks for on a device. A name that no channel has stays without one, so that the device is said to lack
    /// it.
    private static func features(of description: ModelDescription) -> [NetworkFeature] { description.inputs.map(\.source) }
}
