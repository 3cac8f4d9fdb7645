import FixedPoint
public import LSTMEngine
public import Recording
public import ReferenceModel

/// Runs recorded sessions through a network as a stream of overlapping windows, sample by sample, as the live loop does.
public struct OfflineClassifier {
    /// One evaluated window of a session.
    public struct Window: Sendable, Equatable {
        /// Samples of the session seen at its end.
        public var endSample: Int
        public var slot: Int
        /// Most probable label.
        public var label: Int
        /// One per label.
        public var probabilities: [Double]

        public init(endSample: Int, slot: Int, label: Int, probabilities: [Double]) {
            self.endSample = endSample
            self.slot = slot
            self.label = label
            self.probabilities = probabilities
        }
    }

    private let features: [InputFeature]
    private let columns: [Int]
    private let arithmetic: Arithmetic

    private enum Arithmetic {
        case q15(OwnedWindowStream, fractionBits: Int)
        case float(FloatStream)
    }

    /// Goes on where the session before ended, as the other one does.
    private final class FloatStream {
        var windows: FloatWindowStream

        init(_ model: FloatModel) { windows = FloatWindowStream(model) }
    }

    /// In Q15. `fractionBits` is the network's input format.
    public init(_ weights: NetworkWeights, features: [InputFeature], fractionBits: Int) throws(MissingFeature) {
        self.features = features
        columns = try features.columns(in: RecordedSession.channelNames).get()
        arithmetic = .q15(OwnedWindowStream(weights), fractionBits: fractionBits)
    }

    /// In double precision.
    public init(_ model: FloatModel) throws(MissingFeature) {
        features = model.description.inputs
        columns = try features.columns(in: RecordedSession.channelNames).get()
        arithmetic = .float(FloatStream(model))
    }

    /// Every window of a session, from zero state.
    ///
    /// - Parameter isContinuation: it goes on where the one before ended, as parts of a `RecordingStream` do: windows, states and
    ///   samples are counted on.
    public func windows(of session: RecordedSession, isContinuation: Bool = false) -> [Window] {
        switch arithmetic {
        case .q15(let classifier, let fractionBits):
            if !isContinuation { classifier.restart() }
            return integerWindows(of: session, classifier, fractionBits: fractionBits)
        case .float(let stream):
            if !isContinuation { stream.windows.restart() }
            return floatWindows(of: session, stream)
        }
    }

    private func physical(_ session: RecordedSession, _ index: Int) -> [Double] {
        let sample = session.sample(index)
        return columns.map { Double(sample[sample.startIndex + $0]) }
    }

    private func integerWindows(
        of session: RecordedSession, _ classifier: OwnedWindowStream, fractionBits: Int
    ) -> [Window] {
        let labels = classifier.weights.shape.labels
        return (0..<session.count).compactMap { index in
            let inputs = features.quantized(physical(session, index), fractionBits: fractionBits)
            guard let window = classifier.push(inputs.span) else { return nil }
            let probabilities = (0..<labels).map { classifier.probability(of: $0).q15Value }
            return Window(
                endSample: window.endSample, slot: window.slot, label: window.label, probabilities: probabilities)
        }
    }

    private func floatWindows(of session: RecordedSession, _ stream: FloatStream) -> [Window] {
        (0..<session.count).compactMap { index in
            guard let window = stream.windows.push(physical(session, index)) else { return nil }
            return Window(
                endSample: window.endSample, slot: window.slot, label: window.label, probabilities: window.probabilities)
        }
    }
}
