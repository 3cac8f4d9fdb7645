import CBoard
import MotionCore
import WireProtocol

/// The network on the device: raw counts in, PREDICTION out. The recogniser is the host's, from the same files: the same bits.
struct OnboardClassifier: ~Copyable {
    private var recogniser: Recogniser
    private let isTeachable: Bool

    private init(_ recogniser: consuming Recogniser, isTeachable: Bool) {
        self.recogniser = recogniser
        self.isTeachable = isTeachable
    }

    /// - Returns: nil if the device does not measure what the network reads, or not at its rate, or has no room for it.
    @inline(never)
    static func make(rate: Float, _ network: DeviceNetwork) -> OnboardClassifier? {
        guard network.hasRoom else { return nil }
        var recogniser = Recogniser(
            network.packed, decision: network.decision,
            memory: RecogniserMemory(
                windows: board_network_memory(), windowBytes: Int(board_recogniser_room().network),
                decisions: board_decision_memory(), inputs: board_input_memory()))
        // The board's sensor has no channels with names: a network that reads one is refused without its name.
        let reads = NetworkInputs(
            network.inputs, count: network.packed.shape.inputs, fractionBits: network.packed.inputFractionBits,
            rate: network.rate > 0 ? network.rate : nil, strokes: network.packed.strokes, names: nil)
        guard Orientation.begin(rate: rate, for: reads) else { return nil }
        if Orientation.isUsed {
            // Whole strokes are read as they are recorded.
            guard ChannelBinding.accepts(rate, for: reads.rate), network.packed.strokes == nil else { return nil }
        } else {
            do throws(Misfit) { try recogniser.bind(Identity.sensor(rate: rate), to: reads) } catch { return nil }
        }
        return OnboardClassifier(recogniser, isTeachable: network.isTeachable)
    }

    /// Samples are missing: windows in flight are dropped.
    @_noAllocation
    mutating func restart() {
        recogniser.restart()
        Orientation.restart()
    }

    /// Takes one sample that the link has taken, and tells the host of the window that it completed, unless that was an example.
    ///
    /// - Parameter time: when it was taken, in microseconds; `now` is later.
    mutating func push(_ counts: UnsafePointer<Int16>, takenAt time: UInt64, now: UInt64, link: inout DeviceLink) {
        if isTeachable { Teaching.countSample() }
        let window: RecognisedWindow?
        if let inputs = Orientation.inputs(of: counts) {
            window = recogniser.push(inputs: inputs.span, at: time)
        } else {
            window = recogniser.push(counts, at: time)
        }
        guard let recognised = window else { return }
        if isTeachable,
            Teaching.takes(recogniser.hidden(of: recognised.window), age: recogniser.strokeAge, over: &link, now: now)
        {
            return
        }
        let message = PredictionMessage(
            recognised.decision, windowEnd: time, lastIndex: link.lastIndex, slot: recognised.window.slot,
            windowsBefore: recognised.windowsBefore)
        _ = link.send(message, scores: recogniser.probabilities, scoreCount: recogniser.labels, now: now)
    }

    /// Does between two samples what the next one would have to wait for.
    mutating func catchUp() { recogniser.catchUp() }
}
