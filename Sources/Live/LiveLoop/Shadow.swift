import Models
import MotionCore
import MotionRecognition
import WireProtocol

/// Recomputes the windows of a device that classifies by itself, from the samples that it sent, and compares every bit.
///
/// Each window is evaluated again from its samples, by another way than the device's: `WindowClassifier`, not the sharing stream.
/// What the line lost cannot be recomputed and is counted apart. Allocates in `init` and at a new session only.
final class Shadow: DeviceShadow {
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
    /// Whether the window that was evaluated last is unlike all that was learned.
    private var isUnknown = false
    /// The last prediction of this session, whatever became of it.
    private var last: PredictionMessage?
    /// Windows in a row that the smoothing knows of; a fresh start counts as enough.
    private var inRow = 0
    /// Whether `decisions` holds what the device's hold: the active label, and that nothing else is kept quiet.
    private var knowsActive = false
    /// Whether `decisions` holds the device's sums of evidence; true where none are added up.
    private var knowsEvidence = false
    /// Only where they are.
    private let ceiling: EvidenceCeiling?
    /// When something was missed, or the device left a label: for a refractory time from then on it may keep labels quiet.
    private var unsureSince: UInt64 = 0
    private var time: UInt64 = 0

    /// Samples kept from before the newest window: a slow device sends its prediction when more have come.
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
        if decision.evidence > 0 {
            ceiling = EvidenceCeiling(labels: labels, parameters: decision)
        } else {
            ceiling = nil
        }
    }

    deinit {
        samples.deallocate()
        window.deallocate()
    }

    /// A new session: the device's windows, states and decisions start over.
    func restart() {
        held = 0
        for slot in ends.indices { ends[slot] = nil }
        last = nil
        inRow = 0
        forgetEvidence()
        knowsActive = false
        unsureSince = 0
        time = 0
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
        let succession = succession(of: message)
        if case .skipped(let windows) = succession { comparison.skipped = windows }
        time &+= UInt64(last.map { message.windowEnd &- $0.windowEnd } ?? 0)
        last = message
        guard PredictionMessage.scoreCount(payload) == labels, Int(message.slot) < states.count else {
            comparison.verdict = .incomparable
            forgetDecisions()
            return comparison
        }
        guard recompute(message) else {
            forgetDecisions()
            return comparison
        }
        comparison.verdict = .equal
        comparison.classifier = classifier
        for label in 0..<labels where classifier.probability(of: label) != PredictionMessage.score(payload, of: label) {
            comparison.verdict = .scoresDiffer
        }
        if let agrees = decide(message, succession) {
            comparison.decided = true
            if !agrees, comparison.verdict == .equal { comparison.verdict = .decisionDiffers }
        }
        return comparison
    }

    /// How a prediction comes after the last one.
    private enum Succession {
        /// The first window since the device booted.
        case first
        /// The first since its windows started over.
        case startedOver
        /// The next window, in the next slot.
        case next
        /// So many windows did not arrive, as far as can be told.
        case skipped(Int)
    }

    private func succession(of message: PredictionMessage) -> Succession {
        if message.windowsBefore == 0, message.slot == 0 {
            return last == nil && Int(message.lastIndex) == length - 1 ? .first : .startedOver
        }
        guard let last else { return .skipped(0) }
        let samples = Int(message.lastIndex &- last.lastIndex)
        let slot = (Int(last.slot) + 1) % states.count
        let before = min(255, Int(last.windowsBefore) + (slot == 0 ? 1 : 0))
        if samples == hop, Int(message.slot) == slot, Int(message.windowsBefore) == before { return .next }
        return .skipped(max(0, samples / hop - 1))
    }

    private func forgetDecisions() {
        inRow = 0
        knowsActive = false
        unsureSince = time
        decisions.interrupt()
        forgetEvidence()
    }

    private func forgetEvidence() {
        knowsEvidence = ceiling == nil
        ceiling?.fall()
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
            isUnknown = classifier.predict(window: span).isUnknown
            return true
        }
        if message.windowsBefore == 0 {
            states[slot].reset()
        } else if ends[slot] != message.lastIndex &- UInt16(truncatingIfNeeded: hop * states.count) {
            ends[slot] = nil
            return false
        }
        isUnknown = classifier.predict(window: span, state: states[slot]).isUnknown
        ends[slot] = message.lastIndex
        return true
    }

    /// Whether the device decided as the host would; nil while the host does not know enough of what was before.
    ///
    /// After something was missed, the smoothing is known again with as many windows as it averages, and what is active by the
    /// device's own word, once nothing can be kept quiet any more.
    private func decide(_ message: PredictionMessage, _ succession: Succession) -> Bool? {
        switch succession {
        case .first, .startedOver:
            decisions.interrupt()
            inRow = parameters.smoothing
            knowsEvidence = true
            // A window may have been lost before the device started over, and nobody can tell.
            knowsActive = if case .first = succession { true } else { false }
            if !knowsActive { unsureSince = time }
        case .next: inRow = min(inRow + 1, parameters.smoothing)
        case .skipped:
            forgetDecisions()
            inRow = 1
        }
        let wasIdle = decisions.activeLabel == nil
        for label in 0..<labels {
            decisions.set(label, classifier.probability(of: label))
            ceiling?.set(label, classifier.probability(of: label))
        }
        if isUnknown {
            decisions.setUnknown()
            for label in 0..<labels { ceiling?.set(label, label == parameters.restLabel ? .max : 0) }
        }
        let decision = decisions.decide(at: time)
        if inRow == parameters.smoothing, knowsActive, knowsEvidence {
            return message
                == PredictionMessage(
                    decision, windowEnd: UInt64(message.windowEnd), lastIndex: message.lastIndex, slot: Int(message.slot),
                    windowsBefore: Int(message.windowsBefore))
        }
        if case .exit = message.phase { unsureSince = time }
        let isActive = (message.phase == .enter || message.phase == .hold) && message.label < labels
        var isExit = false
        if case .exit = message.phase { isExit = true }
        decisions.adopt(active: isActive ? Int(message.label) : nil, leaving: isExit)
        knowsActive = isActive || time &- unsureSince >= parameters.refractory
        learnEvidence(isActive: isActive, isExit: isExit, wasIdle: wasIdle)
        return nil
    }

    /// The sums begin anew when a label is left, and lie between two bounds while none is active.
    private func learnEvidence(isActive: Bool, isExit: Bool, wasIdle: Bool) {
        guard let ceiling, !knowsEvidence else { return }
        if isActive || isExit {
            knowsEvidence = true
        } else if !ceiling.isStanding {
            if knowsActive { ceiling.stand() }
        } else {
            if wasIdle { ceiling.add() }
            knowsEvidence = ceiling.meets(decisions)
        }
    }
}

extension LiveModel {
    /// What checks a device that runs this model.
    func shadow(decision: DecisionParameters) -> any DeviceShadow {
        guard description.strokes != nil, let cut = description.cut else {
            let shadow = Shadow(weights, decision: parameters(decision))
            return description.inputs.derives ? DerivedShadow(shadow, length: weights.shape.schedule.length) : shadow
        }
        return StrokeShadow(recogniser(decision: decision), cut: cut)
    }
}
