import Decision
import LSTMEngine
public import LivePipeline
public import WireProtocol

/// A clock moved by hand.
public final class ManualClock: LiveClock {
    public var now: UInt64 = 1_000_000

    public init() {}
    public func microseconds() -> UInt64 { now }
}

/// Does nothing, and allocates nothing.
public final class SilentObserver: LiveObserver {
    public init() {}
    public func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {}
    public func windowClassified(_ window: LiveWindow) {}
    public func labelAbandoned(_ label: Int, streamTime: UInt64) {}
    public func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {}
    public func windowShadowed(_ comparison: ShadowComparison) {}
    public func messageReceived(_ message: DeviceMessage) {}
    public func samplesReceived(_ samples: PayloadReader, count: Int, channels: Int, time: UInt32) {}
}

/// Keeps everything it hears.
public final class RecordingObserver: LiveObserver {
    public struct Window: Equatable {
        public var slot: Int
        public var endSample: Int
        public var probabilities: [Int16]
        public var phase: String
    }

    public var changes: [LinkChange] = []
    public var windows: [Window] = []
    public var outcomes: [FeedbackOutbox.Outcome] = []
    public var abandoned: [Int] = []
    public var messages: [DeviceMessage] = []
    public var samples = 0

    public init() {}
    public func linkChanged(_ change: LinkChange, statistics: LiveStatistics) { changes.append(change) }
    public func windowClassified(_ live: LiveWindow) {
        windows.append(
            Window(
                slot: live.window.slot, endSample: live.window.endSample, probabilities: Array(live.probabilities),
                phase: "\(live.decision.phase)"))
    }
    public func labelAbandoned(_ label: Int, streamTime: UInt64) { abandoned.append(label) }
    public func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { outcomes.append(outcome) }
    public var comparisons: [ShadowComparison] = []
    public func windowShadowed(_ comparison: ShadowComparison) { comparisons.append(comparison) }
    public func messageReceived(_ message: DeviceMessage) { messages.append(message) }
    public func samplesReceived(_ samples: PayloadReader, count: Int, channels: Int, time: UInt32) { self.samples += count }

    /// Samples of every gap, in order.
    public var gaps: [Int] {
        changes.compactMap { if case .gap(let samples) = $0 { samples } else { nil } }
    }
}

/// A random network over the six axes, with as many labels as its last layer has rows.
public func liveModel(_ network: TestNetwork, rate: Double? = 25, restLabel: Int = -1) throws -> LiveModel {
    let names = ["gx", "gy", "gz", "ax", "ay", "az"]
    let labels = network.numbers.labels
    return LiveModel(
        weights: try NetworkWeights(network), labels: (0..<labels).map { "label\($0)" }, restLabel: restLabel, rate: rate,
        inputs: names.map { .init(name: $0, offset: 0, scale: 1) }, fractionBits: network.inputFractionBits)
}
