import CBoard
import CMotionQNetwork
import Channels
import Decision
import LSTMEngine
import Windows
import WireProtocol

/// The network on the device: raw counts in, PREDICTION out. The same files as on the host, the same bits.
struct OnboardClassifier: ~Copyable {
    private var stream: WindowStream
    private var events: EventStream
    private let columns: ExportedNetwork.PerInput<Int>
    private let normalisers: ExportedNetwork.PerInput<ChannelNormaliser>
    /// Windows since they last began anew, as far as PREDICTION counts them.
    private var windows = 0
    private var inputs = ExportedNetwork.PerInput<Int16>(repeating: 0)

    /// - Returns: nil if the device does not measure what the network reads, or not at its rate.
    init?(for device: HelloMessage) {
        guard let network = ExportedNetwork.packed, let identity = ChannelNormaliser(gain: 1, bias: 0) else { return nil }
        let rate = ExportedNetwork.rate
        if rate > 0, abs(device.rate - rate) > rate * 0.05 { return nil }
        var columns = ExportedNetwork.PerInput<Int>(repeating: 0)
        var normalisers = ExportedNetwork.PerInput(repeating: identity)
        let features = motionq_network_inputs_address()
        for input in 0..<network.shape.inputs {
            guard let source = device.source(of: features[input].kind) else { return nil }
            let channel = device.channels[source.channel]
            let normaliser = ChannelNormaliser(
                scale: channel.scale, offset: channel.offset, unit: channel.unit.toCanonical * (source.isReversed ? -1 : 1),
                featureOffset: Double(features[input].offset), featureScale: Double(features[input].scale),
                fractionBits: network.inputFractionBits)
            guard let normaliser else { return nil }
            columns[input] = source.channel
            normalisers[input] = normaliser
        }
        self.columns = columns
        self.normalisers = normalisers
        stream = WindowStream(network, memory: board_network_memory(), byteCount: Int(MOTIONQ_NETWORK_MEMORY))
        events = EventStream(
            labels: network.shape.labels, parameters: ExportedNetwork.decision, memory: board_decision_memory())
    }

    /// What follows does not follow what came before.
    @_noAllocation
    mutating func restart() {
        stream.restart()
        events.interrupt()
        windows = 0
    }

    /// Takes one sample that the link has taken, and tells the host of the window that it completed.
    ///
    /// - Parameter time: when it was taken, in microseconds; `now` is later.
    mutating func push(_ counts: InlineArray<6, Int16>, takenAt time: UInt64, now: UInt64, link: inout DeviceLink) {
        for input in inputs.indices { inputs[input] = normalisers[input].input(forCount: counts[columns[input]]) }
        guard let window = stream.push(inputs.span) else { return }
        let shape = stream.network.shape
        for label in 0..<shape.labels { events.set(label, stream.probability(of: label)) }
        let decision = events.decide(at: time)
        let before = windows / shape.schedule.slots
        if before < 255 { windows += 1 }
        let message = PredictionMessage(
            windowEnd: time, lastIndex: link.lastIndex, label: decision.subject, phase: decision.phase.rawValue,
            confidence: decision.confidence, slot: window.slot, windowsBefore: before)
        _ = link.send(message, scores: stream.probabilities, scoreCount: shape.labels, now: now)
    }

    /// Does between two samples what the next one would have to wait for.
    mutating func catchUp() { stream.catchUp() }
}
