public import Models
public import MotionCore
import Quantization
public import Recordings

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
        /// Whether it is unlike all that was learned; false where nothing tells: without a detector, and in floating point.
        public var isUnknown: Bool

        public init(endSample: Int, slot: Int, label: Int, probabilities: [Double], isUnknown: Bool = false) {
            self.endSample = endSample
            self.slot = slot
            self.label = label
            self.probabilities = probabilities
            self.isUnknown = isUnknown
        }
    }

    private let arithmetic: Arithmetic
    private let channels: NamedChannels

    private enum Arithmetic {
        case q15(SessionStream)
        case float(FloatOracle, columns: [Int])
        case readableFloat(FloatStream, columns: [Int])
    }

    /// Goes on where the session before ended, as the others do. For networks that `FloatOracle` does not run.
    private final class FloatStream {
        var windows: FloatWindowStream

        init(_ model: FloatModel) { windows = FloatWindowStream(model) }
    }

    /// Samples that the float network is handed at once, so that a long session takes no more memory than a short one.
    private static let samplesAtOnce = 4096

    /// In Q15. `fractionBits` is the network's input format.
    public init(_ weights: NetworkWeights, features: [InputFeature], fractionBits: Int) {
        channels = features.recordedChannels
        arithmetic = .q15(SessionStream(weights, features: features, fractionBits: fractionBits))
    }

    /// In double precision.
    public init(_ model: FloatModel) {
        channels = model.description.inputs.recordedChannels
        let columns = model.description.inputs.recordedColumns
        arithmetic = FloatOracle(model).map { .float($0, columns: columns) } ?? .readableFloat(FloatStream(model), columns: columns)
    }

    /// Every window of a session, from zero state.
    ///
    /// - Parameter isContinuation: it goes on where the one before ended, as parts of a `RecordingStream` do: windows, states and
    ///   samples are counted on.
    public func windows(of session: RecordedSession, isContinuation: Bool = false) -> [Window] {
        let session = session.selecting(channels)
        switch arithmetic {
        case .q15(let stream):
            if !isContinuation { stream.restart() }
            return integerWindows(of: session, stream)
        case .float(let oracle, let columns):
            if !isContinuation { oracle.restart() }
            return floatWindows(of: session, oracle, columns)
        case .readableFloat(let stream, let columns):
            if !isContinuation { stream.windows.restart() }
            return (0..<session.count).compactMap { stream.windows.push(session.quantities(columns, at: $0)).map { Window($0) } }
        }
    }

    private func integerWindows(of session: RecordedSession, _ stream: SessionStream) -> [Window] {
        let labels = stream.windows.weights.shape.labels
        return (0..<session.count).compactMap { index in
            guard let window = stream.push(session, at: index) else { return nil }
            let probabilities = (0..<labels).map { stream.windows.probability(of: $0).q15Value }
            return Window(
                endSample: window.endSample, slot: window.slot, label: window.label, probabilities: probabilities,
                isUnknown: window.isUnknown)
        }
    }

    private func floatWindows(of session: RecordedSession, _ oracle: FloatOracle, _ columns: [Int]) -> [Window] {
        var windows: [Window] = []
        for first in stride(from: 0, to: session.count, by: Self.samplesAtOnce) {
            var samples: [Double] = []
            for index in first..<min(first + Self.samplesAtOnce, session.count) {
                samples += session.quantities(columns, at: index)
            }
            windows += oracle.push(samples).map { Window($0) }
        }
        return windows
    }
}

extension OfflineClassifier.Window {
    fileprivate init(_ window: FloatWindow) {
        self.init(endSample: window.endSample, slot: window.slot, label: window.label, probabilities: window.probabilities)
    }
}
