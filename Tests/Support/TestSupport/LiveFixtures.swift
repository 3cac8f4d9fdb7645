import CMotionCore
public import LiveLoop
import Models
public import MotionCore
public import MotionRecognition
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
    public func samplesReceived(_ samples: LiveSamples) { self.samples += samples.count }

    /// Samples of every gap, in order.
    public var gaps: [Int] {
        changes.compactMap { if case .gap(let samples) = $0 { samples } else { nil } }
    }
}

/// What a network over the six axes reads, without normalisation: rotation, then acceleration.
public let sixFeatures: [NetworkFeature] = [0x20, 0x21, 0x22, 0x10, 0x11, 0x12].map { NetworkFeature(kind: $0) }

/// A random network over the six axes, with as many labels as its last layer has rows.
public func liveModel(_ network: TestNetwork, rate: Double? = 25, restLabel: Int? = nil) throws -> LiveModel {
    let names = ["gx", "gy", "gz", "ax", "ay", "az"]
    let labels = network.numbers.labels
    let description = ModelDescription(
        labels: (0..<labels).map { "label\($0)" }, restLabel: restLabel.map { "label\($0)" }, schedule: network.schedule,
        statePolicy: network.statePolicy, rate: rate, inputs: names.map { InputFeature(name: $0) })
    return try LiveModel(network.numbers, for: description)
}

/// A device's channels bound to the inputs of a network, by hand.
public final class SixAxisBinding {
    public let binding: ChannelBinding
    private let memory: UnsafeMutableRawPointer

    public init(_ sensor: SensorDescription, _ network: TestNetwork) throws {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: ChannelBinding.bytes(inputs: 6), alignment: 8)
        self.memory = memory
        let features = sixFeatures.map { mq_network_input(kind: $0.kind, offset: $0.offset, scale: $0.scale) }
        binding = try features.withUnsafeBufferPointer { features throws(Misfit) in
            guard let start = features.baseAddress else { throw .rate }
            let inputs = NetworkInputs(
                start, count: 6, fractionBits: network.inputFractionBits, rate: nil, strokes: nil, names: nil)
            return try ChannelBinding(sensor, to: inputs, memory: memory)
        }
    }

    deinit {
        memory.deallocate()
    }

    /// What the network reads of a sample.
    public func inputs(_ counts: [Int16]) -> [Int16] {
        var values = [Int16](repeating: 0, count: 6)
        binding.read(counts, into: &values)
        return values
    }
}
