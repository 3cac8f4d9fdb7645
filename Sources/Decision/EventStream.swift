/// Smoothing, threshold, hysteresis and refractory time: window probabilities in, events out, in memory of the caller's. Allocates nothing.
///
/// The form that runs on a device, and inside `DecisionEngine`.
public struct EventStream: ~Copyable {
    public let parameters: DecisionParameters
    private var scores: ScoreSmoother
    private let labels: Int
    /// −1 between two events.
    private var active = -1
    private var quietUntil: UInt64 = 0

    /// - Parameter memory: `bytes(labels:parameters:)` of it, on a 4-byte boundary; it outlives the stream.
    public init(labels: Int, parameters: DecisionParameters, memory: UnsafeMutableRawPointer) {
        self.parameters = parameters
        self.labels = labels
        scores = ScoreSmoother(length: parameters.smoothing, labels: labels, memory: memory)
    }

    /// Memory that a stream needs.
    public static func bytes(labels: Int, parameters: DecisionParameters) -> Int {
        ScoreSmoother.bytes(length: parameters.smoothing, labels: labels)
    }

    /// The label that was entered and not yet left, or −1.
    public var activeLabel: Int {
        @_noAllocation get { active }
    }

    /// One probability (Q15) of the window that `decide` will judge.
    @_noAllocation
    public func set(_ label: Int, _ probability: Int16) {
        scores.set(label, probability)
    }

    /// Judges the window whose probabilities were set.
    ///
    /// - Parameter time: when it ended, in microseconds on any clock that does not go back.
    @_noAllocation
    public mutating func decide(at time: UInt64) -> Decision {
        scores.commit()
        let best = strongest(except: -1)
        var decision = Decision(
            label: scores[best] >= parameters.threshold ? best : -1, confidence: scores[best], phase: .none, active: -1)
        if active >= 0 {
            let rival = strongest(except: active)
            decision.active = active
            decision.phase = .hold
            if exceeds(rival, active, by: parameters.exitRatio) {
                decision.phase = .exit
                leave(at: time)
            }
        } else if mayEnter(best, at: time) {
            active = best
            decision.active = best
            decision.phase = .enter
        }
        return decision
    }

    /// The stream has a gap: forgets the scores. What is active stays so until a window decides otherwise, or `abandon`.
    @_noAllocation
    public mutating func interrupt() {
        scores.reset()
    }

    /// The stream is over, or silent for too long.
    ///
    /// - Returns: the label that was active and is left hereby, or −1.
    @_noAllocation
    public mutating func abandon(at time: UInt64) -> Int {
        scores.reset()
        let left = active
        if left >= 0 { leave(at: time) }
        return left
    }

    /// Takes over what somebody else's stream holds, of whose past only the last windows are known here. Nothing is kept quiet.
    @_noAllocation
    public mutating func adopt(active label: Int) {
        active = label
        quietUntil = 0
    }

    @_noAllocation
    private mutating func leave(at time: UInt64) {
        active = -1
        quietUntil = time + parameters.refractory
    }

    @_noAllocation
    private func mayEnter(_ label: Int, at time: UInt64) -> Bool {
        guard label != parameters.restLabel, scores[label] >= parameters.threshold, time >= quietUntil else { return false }
        let rival = strongest(except: label)
        return rival < 0 ? true : exceeds(label, rival, by: parameters.enterRatio)
    }

    /// score(a) ≥ ratio · score(b), ratio in Q12; false if there is no a.
    @_noAllocation
    private func exceeds(_ a: Int, _ b: Int, by ratio: Int32) -> Bool {
        guard a >= 0 else { return false }
        return Int64(scores[a]) << 12 >= Int64(ratio) * Int64(scores[b])
    }

    /// The most probable label but one; −1 if there is no other.
    @_noAllocation
    private func strongest(except excluded: Int) -> Int {
        var best = -1
        var label = 0
        while label < labels {
            let isStronger = best < 0 ? true : scores[label] > scores[best]
            if label != excluded, isStronger { best = label }
            label += 1
        }
        return best
    }
}

/// What one window led to.
public struct Decision: Sendable, Equatable {
    /// The most probable label after smoothing, or −1 for unknown if it stays below the threshold.
    public var label: Int
    /// Its smoothed probability, Q15, whether or not it reaches the threshold.
    public var confidence: Int16
    public var phase: Phase
    /// The label that was entered, is held, or was left; −1 with `none`.
    public var active: Int

    /// The label that this is about: the active one, or else the one named; −1 for unknown.
    public var subject: Int {
        @_noAllocation get { if case .none = phase { label } else { active } }
    }

    public enum Phase: UInt8, Sendable {
        case none = 0
        case enter = 1
        case hold = 2
        case exit = 3
    }
}
