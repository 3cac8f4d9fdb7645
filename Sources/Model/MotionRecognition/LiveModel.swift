import Formatting
public import Models
public import MotionCore
import SignalProcessing

/// A network packed to run over a stream of samples, live or from a recording, and what it is for.
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
        weights = try NetworkWeights(
            network, schedule: description.schedule, statePolicy: description.statePolicy, strokes: description.strokes,
            cut: description.cut, features: Self.features(of: description))
        self.description = description
    }

    /// A recogniser for this model, with no device bound.
    ///
    /// - Parameter decision: its rest label is the description's.
    package func recogniser(decision: DecisionParameters) -> OwnedRecogniser {
        OwnedRecogniser(
            weights, features: Self.features(of: description), rate: description.rate.map { Float($0) },
            decision: parameters(decision))
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
    package func parameters(_ decision: DecisionParameters) -> DecisionParameters {
        var decision = description.strokes == nil ? decision : decision.judgingEachByItself
        decision.restLabel = description.restIndex
        return decision
    }

    /// What brings a device's samples to the model's rate, and tells what no channel has; nil if there is nothing to do, or it
    /// cannot be done.
    package func conversion(for sensor: SensorDescription) -> InputConversion? {
        let found = Double(sensor.rate)
        let rate = description.rate
        let isAtRate = rate.map { Resampler.agree(found, $0) } ?? true
        guard isAtRate || Resampler.isPlausible(found, to: rate ?? found) else { return nil }
        guard !isAtRate || (description.inputs.derives && sensor.hasSixAxes) else { return nil }
        return InputConversion(sensor, to: self, rate: rate)
    }

    /// What the recogniser looks for on a device. A name that no channel has stays without one, so that the device is said to lack
    /// it.
    private static func features(of description: ModelDescription) -> [NetworkFeature] { description.inputs.map(\.source) }
}

extension LiveModel: TextOutputStreamable {
    /// As its description.
    public func write(to target: inout some TextOutputStream) { target.write("\(description)") }
}

extension SensorDescription {
    /// Where a device has a column of recordings, or an input of a model; nil if it has not.
    package func source(named name: String) -> ChannelSource? {
        if let kind = ChannelKind(feature: name) { return source(of: kind.rawValue) }
        let places = (0..<channelCount).filter { channels[$0].text.name.text == name }
        return places.count == 1 && !name.isEmpty ? ChannelSource(channel: places[0], isReversed: false) : nil
    }
}
