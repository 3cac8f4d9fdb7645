/// Smoothing, threshold, hysteresis and refractory time: window probabilities in, events out, in memory of the caller's. Allocates nothing.
///
/// The form that runs on a device, and inside `DecisionEngine`.
public struct EventStream: ~Copyable {
    public let parameters: DecisionParameters
    private var scores: ScoreSmoother
    private let labels: Int
    /// The label that was entered and not yet left.
    public private(set) var activeLabel: Int?
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
        let best = strongest(except: nil) ?? 0
        let isNamed = scores[best] >= parameters.threshold
        var decision = Decision(label: isNamed ? best : nil, confidence: scores[best], phase: .none, active: nil)
        if let active = activeLabel {
            decision.active = active
            decision.phase = .hold
            if let rival = strongest(except: active), exceeds(rival, active, by: parameters.exitRatio) {
                decision.phase = .exit
                leave(at: time)
            }
        } else if mayEnter(best, at: time) {
            activeLabel = best
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
    /// - Returns: the label that was active and is left hereby.
    @_noAllocation
    public mutating func abandon(at time: UInt64) -> Int? {
        scores.reset()
        let left = activeLabel
        if case _? = left { leave(at: time) }
        return left
    }

    /// Takes over what somebody else's stream holds, of whose past only the last windows are known here. Nothing is kept quiet.
    @_noAllocation
    public mutating func adopt(active label: Int?) {
        activeLabel = label
        quietUntil = 0
    }

    @_noAllocation
    private mutating func leave(at time: UInt64) {
        activeLabel = nil
        quietUntil = time + parameters.refractory
    }

    @_noAllocation
    private func mayEnter(_ label: Int, at time: UInt64) -> Bool {
        if let rest = parameters.restLabel, rest == label { return false }
        guard scores[label] >= parameters.threshold, time >= quietUntil else { return false }
        guard let rival = strongest(except: label) else { return true }
        return exceeds(label, rival, by: parameters.enterRatio)
    }

    /// score(a) ≥ ratio · score(b), ratio in Q12.
    @_noAllocation
    private func exceeds(_ a: Int, _ b: Int, by ratio: Int32) -> Bool {
        Int64(scores[a]) << 12 >= Int64(ratio) * Int64(scores[b])
    }

    /// The most probable label but one, the first of equals; nil if there is no other.
    @_noAllocation
    private func strongest(except excluded: Int?) -> Int? {
        var best: Int?
        for label in 0..<labels {
            if let excluded, label == excluded { continue }
            if let strongest = best, scores[label] <= scores[strongest] { continue }
            best = label
        }
        return best
    }
}
