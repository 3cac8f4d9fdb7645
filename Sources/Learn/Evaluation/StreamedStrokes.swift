public import Models
public import MotionCore
import Quantization
public import Recordings

/// Continuous motion through a network of whole strokes as the live loop has it: strokes are cut out of it in integers, and each is
/// one window.
public struct StreamedStrokes {
    private let recogniser: OwnedRecogniser
    /// Samples in the steps of `StrokeCut`.
    private let features: [InputFeature]
    private let columns: [Int]

    /// - Parameters:
    ///   - network: that the description is of.
    ///   - model: says how strokes are cut.
    /// - Throws: `NetworkError` if nothing says how strokes are cut.
    public init(_ network: QuantizedNetwork, for model: ModelDescription) throws {
        columns = model.inputs.recordedColumns
        let read = model.inputs.map {
            NetworkFeature(kind: ChannelKind(feature: $0.name)?.rawValue ?? .max, offset: $0.offset, scale: $0.scale)
        }
        let weights = try NetworkWeights(
            network, schedule: model.schedule, statePolicy: model.statePolicy, strokes: model.strokes, cut: model.cut,
            features: read)
        recogniser = OwnedRecogniser(
            weights, features: read, rate: model.rate.map { Float($0) }, decision: DecisionParameters().judgingEachByItself)
        features = model.inputs.map { input in
            let steps = input.unit == .radiansPerSecond ? StrokeCut.stepsInRadians : StrokeCut.stepsInG
            return InputFeature(name: input.name, offset: 0, scale: Float(steps))
        }
    }

    /// Every stroke in a session, from a fresh start: a window that ends with the sample at which it was judged, a pause after the
    /// stroke's own end. What is not over when the session ends is none.
    ///
    /// - Parameter session: at the network's rate, without gaps.
    public func windows(of session: RecordedSession) -> [OfflineClassifier.Window] {
        recogniser.recogniser.restart()
        let labels = recogniser.recogniser.labels
        return (0..<session.count).compactMap { index in
            let sample = session.sample(index)
            let physical = columns.map { Double(sample[sample.startIndex + $0]) }
            let steps = features.quantized(physical, fractionBits: 0)
            guard let stroke = recogniser.recogniser.push(inputs: steps.span, at: UInt64(index) * 1000) else { return nil }
            let probabilities = (0..<labels).map { Double(recogniser.recogniser.probabilities[$0]) / 32_768 }
            return OfflineClassifier.Window(
                endSample: stroke.window.endSample, slot: 0, label: stroke.window.label, probabilities: probabilities,
                isUnknown: stroke.window.isUnknown)
        }
    }
}
