package import MotionCore

/// Why a window led to what it did.
package enum DecisionReason: Equatable, Sendable {
    /// A label was entered: its smoothed probability, and the next one's with its own.
    case entered(Int, Int16, rival: Int?, Int16)
    /// A label was entered by evidence: bits, Q8, and how many it takes.
    case proven(Int, bits: Int32, needed: Int32)
    /// A label goes on.
    case held(Int)
    /// A label was left for another one: both smoothed probabilities.
    case left(Int, Int16, rival: Int?, Int16)
    /// The label that means rest is the most probable.
    case rest(Int16)
    /// The most probable label stays below the threshold.
    case belowThreshold(Int, Int16)
    /// Another label ended a moment ago: microseconds for which nothing is entered yet.
    case quiet(Int, left: UInt64)
    /// The most probable label is not so many times as probable as the next one.
    case tooClose(Int, Int16, rival: Int, Int16)
    /// A label lacks evidence so far: bits, Q8, and how many it takes.
    case unproven(Int, bits: Int32, needed: Int32)
    /// The window is unlike all that was learned.
    case unknown
}

/// Tells why each window of a live run led to what it did: judges it again by the run's own rules, and says nothing where the two
/// do not agree. Allocates nothing after it is made.
package struct DecisionReasons {
    package let parameters: DecisionParameters
    private let labels: Int
    private let engine: DecisionEngine
    private var quietUntil: UInt64 = 0
    /// Whether the next window does not follow the one before it.
    package private(set) var isInterrupted = false
    /// Whether a label was left since the last window.
    package private(set) var isAbandoned = false

    /// - Parameters:
    ///   - labels: of the model, 1 or more.
    ///   - parameters: as the run has them, with the model's rest label.
    package init(labels: Int, _ parameters: DecisionParameters) {
        (self.labels, self.parameters) = (labels, parameters)
        engine = DecisionEngine(labels: labels, parameters: parameters)
    }

    /// What follows does not follow what came before.
    package mutating func interrupt() {
        engine.interrupt()
        isInterrupted = true
    }

    /// The label that was active was left without a window.
    package mutating func abandon(at time: UInt64) {
        if engine.abandon(at: time) != nil { quiet(from: time) }
        isAbandoned = true
    }

    /// Judges a window; nil where this does not come to what the run came to.
    package mutating func reason(of window: LiveWindow) -> DecisionReason? {
        reason(window.probabilities, isUnknown: window.window.isUnknown, at: window.streamTime, decided: window.decision)
    }

    /// Judges the probabilities of a window, Q15, as `reason(of:)` does.
    ///
    /// - Parameters:
    ///   - time: when it ended, in microseconds.
    ///   - decided: what the run came to.
    package mutating func reason(
        _ probabilities: some Collection<Int16>, isUnknown: Bool, at time: UInt64, decided: Decision
    ) -> DecisionReason? {
        let (decision, reason) = judge(probabilities, isUnknown: isUnknown, at: time)
        guard decision == decided else {
            let isActive = decided.phase == .enter || decided.phase == .hold
            engine.adopt(active: isActive ? decided.active : nil, leaving: decided.phase == .exit)
            return nil
        }
        return reason
    }

    /// Judges the probabilities of a window, Q15, of which nobody has decided yet.
    ///
    /// - Parameter time: when it ended, in microseconds.
    package mutating func judge(
        _ probabilities: some Collection<Int16>, isUnknown: Bool, at time: UInt64
    ) -> (decision: Decision, reason: DecisionReason?) {
        (isInterrupted, isAbandoned) = (false, false)
        if isUnknown {
            engine.setUnknown()
        } else {
            for (label, probability) in probabilities.prefix(labels).enumerated() { engine.set(label, probability) }
        }
        let decision = engine.decide(at: time)
        defer { if decision.phase == .exit { quiet(from: time) } }
        return (decision, reason(for: decision, isUnknown: isUnknown, at: time))
    }

    private func reason(for decision: Decision, isUnknown: Bool, at time: UInt64) -> DecisionReason? {
        let best = strongest(except: nil) ?? 0
        switch decision.phase {
        case .enter:
            let label = decision.active ?? best
            if parameters.evidence > 0 {
                return .proven(label, bits: engine.evidence(of: label), needed: parameters.evidence(toEnter: label))
            }
            let rival = strongest(except: label)
            return .entered(label, engine.score(of: label), rival: rival, rival.map { engine.score(of: $0) } ?? 0)
        case .hold: return decision.active.map { .held($0) }
        case .exit:
            let label = decision.active ?? best
            let rival = strongest(except: label)
            return .left(label, engine.score(of: label), rival: rival, rival.map { engine.score(of: $0) } ?? 0)
        case .none: return isUnknown ? .unknown : reasonForNothing(best, at: time)
        }
    }

    private func reasonForNothing(_ best: Int, at time: UInt64) -> DecisionReason {
        if parameters.evidence > 0 {
            let label =
                (0..<labels).filter { $0 != parameters.restLabel }.max { engine.evidence(of: $0) < engine.evidence(of: $1) } ?? best
            let (bits, needed) = (engine.evidence(of: label), parameters.evidence(toEnter: label))
            return bits >= needed && time < quietUntil
                ? .quiet(label, left: quietUntil - time) : .unproven(label, bits: bits, needed: needed)
        }
        let score = engine.score(of: best)
        if best == parameters.restLabel { return .rest(score) }
        if score < parameters.threshold { return .belowThreshold(best, score) }
        if time < quietUntil { return .quiet(best, left: quietUntil - time) }
        let rival = strongest(except: best)
        return .tooClose(best, score, rival: rival ?? best, rival.map { engine.score(of: $0) } ?? 0)
    }

    private mutating func quiet(from time: UInt64) { quietUntil = time + parameters.refractory }

    /// The most probable label but one, the first of equals.
    private func strongest(except excluded: Int?) -> Int? {
        var best: Int?
        for label in 0..<labels where label != excluded {
            if best.map({ engine.score(of: label) > engine.score(of: $0) }) ?? true { best = label }
        }
        return best
    }
}
