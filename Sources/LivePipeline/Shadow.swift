import Decision
import LSTMEngine
import MotionSignal
import WireProtocol

/// Recomputes the windows of a device that classifies by itself, from the samples that it sent, and compares every bit.
///
/// Each window is evaluated anew from its samples, by another way than the device's: `WindowClassifier`, not the sharing stream. What the
/// line lost cannot be recomputed and is counted apart. Allocates in `init` and at a new session only.
final class Shadow {
    private let classifier: WindowClassifier
    private let parameters: DecisionParameters
    private let labels: Int
    private let inputs: Int
    private let length: Int
    private let hop: Int
    private let carriesState: Bool
    private let states: [SequenceState]
    /// Where each slot's last known window ended; nil if its state is not known.
    private var ends: [UInt16?]

    /// `[capacity][inputs]`, a ring; the last `held` samples up to the one of index `newest` are there without a gap.
    private let samples: UnsafeMutablePointer<Int16>
    private let window: UnsafeMutablePointer<Int16>
    private let capacity: Int
    private var held = 0
    private var next = 0
    private var newest: UInt16 = 0

    private var decisions: DecisionEngine
    /// Where the last window ended that the decisions know of; nil once one is missing.
    private var decided: (index: UInt16, time: UInt32)?
    /// No window of this session was missed yet, so that the device's decisions began where these do.
    private var isFresh = false
    private var decisionTime: UInt64 = 0

    /// Samples kept behind the newest: a device that is slow sends its prediction when more have come.
    private static let lag = 512

    /// - Parameter decision: what the device was built with.
    init(_ weights: NetworkWeights, decision: DecisionParameters) {
        classifier = WindowClassifier(weights)
        parameters = decision
        let shape = weights.shape
        labels = shape.labels
        inputs = shape.inputs
        length = shape.schedule.length
        hop = shape.schedule.hop
        carriesState = shape.carriesState
        states = (0..<shape.schedule.slots).map { _ in SequenceState(for: weights) }
        ends = Array(repeating: nil, count: shape.schedule.slots)
        capacity = length + Self.lag
        samples = .allocate(capacity: capacity * inputs)
        samples.initialize(repeating: 0, count: capacity * inputs)
        window = .allocate(capacity: length * inputs)
        window.initialize(repeating: 0, count: length * inputs)
        decisions = DecisionEngine(labels: labels, parameters: decision)
    }

    deinit {
        samples.deallocate()
        window.deallocate()
    }

    /// A new session: the device's windows, states and decisions begin anew.
    func restart() {
        held = 0
        for slot in ends.indices { ends[slot] = nil }
        decided = nil
        isFresh = true
        decisionTime = 0
        decisions = DecisionEngine(labels: labels, parameters: parameters)
    }

    /// Takes a sample's network inputs.
    func push(_ sample: UnsafePointer<Int16>, index: UInt16) {
        if held > 0, index != newest &+ 1 { held = 0 }
        for input in 0..<inputs { samples[next * inputs + input] = sample[input] }
        next = next + 1 == capacity ? 0 : next + 1
        newest = index
        held = min(held + 1, capacity)
    }

    /// Recomputes one window and compares.
    func compare(_ message: PredictionMessage, _ payload: PayloadReader) -> ShadowComparison {
        var comparison = ShadowComparison(message: message, scores: payload, labels: labels)
        guard PredictionMessage.scoreCount(payload) == labels, Int(message.slot) < states.count else {
            comparison.verdict = .incomparable
            return comparison
        }
        guard recompute(message) else {
            decided = nil
            isFresh = false
            return comparison
        }
        comparison.verdict = .equal
        for label in 0..<labels where classifier.probability(of: label) != PredictionMessage.score(payload, of: label) {
            comparison.verdict = .scoresDiffer
        }
        comparison.classifier = classifier
        if let agrees = decide(message) {
            comparison.decided = true
            if !agrees, comparison.verdict == .equal { comparison.verdict = .decisionDiffers }
        }
        return comparison
    }

    /// - Returns: false if samples or the state are not known.
    private func recompute(_ message: PredictionMessage) -> Bool {
        let slot = Int(message.slot)
        let behind = Int(newest &- message.lastIndex)
        guard behind + length <= held else {
            ends[slot] = nil
            return false
        }
        let first = (next + 2 * capacity - behind - length) % capacity
        for sample in 0..<length {
            let place = (first + sample) % capacity
            for input in 0..<inputs { window[sample * inputs + input] = samples[place * inputs + input] }
        }
        let span = UnsafeBufferPointer(start: window, count: length * inputs).span
        guard carriesState else {
            classifier.predict(window: span)
            return true
        }
        if message.windowsBefore == 0 {
            states[slot].reset()
        } else if ends[slot] != message.lastIndex &- UInt16(truncatingIfNeeded: hop * states.count) {
            ends[slot] = nil
            return false
        }
        classifier.predict(window: span, state: states[slot])
        ends[slot] = message.lastIndex
        return true
    }

    /// Whether the device decided as the host would; nil if the host does not know all windows before this one.
    private func decide(_ message: PredictionMessage) -> Bool? {
        let isFirst = message.windowsBefore == 0 && message.slot == 0
        let follows = decided.map { message.lastIndex == $0.index &+ UInt16(truncatingIfNeeded: hop) } ?? false
        guard isFirst ? isFresh || decided != nil : follows else {
            decided = nil
            isFresh = false
            return nil
        }
        if isFirst { decisions.interrupt() }
        if let last = decided { decisionTime &+= UInt64(message.windowEnd &- last.time) }
        decided = (message.lastIndex, message.windowEnd)
        isFresh = false
        for label in 0..<labels { decisions.set(label, classifier.probability(of: label)) }
        let decision = decisions.decide(at: decisionTime)
        let label = decision.phase == .none ? decision.label : decision.active
        let expected = PredictionMessage(
            windowEnd: message.windowEnd, lastIndex: message.lastIndex, label: label < 0 ? 255 : UInt8(truncatingIfNeeded: label),
            phase: PredictionMessage.Phase(rawValue: decision.phase.rawValue) ?? .none,
            confidence: UInt16(max(0, decision.confidence)), slot: message.slot, windowsBefore: message.windowsBefore)
        return expected == message
    }
}
