/// Smoothing, threshold, hysteresis and refractory time: window probabilities in, events out, in memory of the caller's. Allocates
/// nothing.
///
/// The form that runs on a device, and inside `DecisionEngine`.
public struct EventStream: ~Copyable {
    /// How scores become events.
    public let parameters: DecisionParameters
    private var scores: ScoreSmoother
    /// Only where evidence decides.
    private let evidence: EvidenceSums
    private let labels: Int
    /// `noLabel` between two events.
    private var active = noLabel

    /// Used only in here, where an optional would cost a microcontroller's flash.
    private static var noLabel: Int { @_noAllocation get { -1 } }
    private var quietUntil: UInt64 = 0

    /// No window seen, no label active.
    ///
    /// - Parameters:
    ///   - labels: how many there are, 1 or more.
    ///   - parameters: how scores become events; its rest label, if any, is below `labels`.
    ///   - memory: `bytes(labels:parameters:)` of it, on a 4-byte boundary; it outlives the stream.
    public init(labels: Int, parameters: DecisionParameters, memory: UnsafeMutableRawPointer) {
        self.parameters = parameters
        self.labels = labels
        let sums = parameters.evidence > 0 ? EvidenceSums.bytes(labels: labels) : 0
        evidence = EvidenceSums(labels: sums > 0 ? labels : 0, parameters: parameters, memory: memory)
        scores = ScoreSmoother(length: parameters.smoothing, labels: labels, memory: memory + sums)
    }

    /// Memory that a stream needs.
    public static func bytes(labels: Int, parameters: DecisionParameters) -> Int {
        ScoreSmoother.bytes(length: parameters.smoothing, labels: labels)
            + (parameters.evidence > 0 ? EvidenceSums.bytes(labels: labels) : 0)
    }

    /// The label that was entered and not yet left.
    public var activeLabel: Int? {
        @_noAllocation get { active < 0 ? nil : active }
    }

    /// One probability (Q15) of the window that `decide` will judge.
    @_noAllocation
    public func set(_ label: Int, _ probability: Int16) {
        scores.set(label, probability)
    }

    /// The window that `decide` will judge is unlike all that was learned: nothing was meant by it. Rest has all of its
    /// probability, or nothing any where there is no rest (ARITHMETIC.md §15).
    @_noAllocation
    public func setUnknown() {
        for label in 0..<labels { scores.set(label, 0) }
        if let rest = parameters.restLabel { scores.set(rest, .max) }
    }

    /// Judges the window whose probabilities were set.
    ///
    /// - Parameter time: when it ended, in microseconds on any clock that does not go back.
    @_noAllocation
    public mutating func decide(at time: UInt64) -> Decision {
        scores.commit()
        let best = strongest(except: Self.noLabel)
        var phase = Decision.Phase.none
        var subject = active
        if subject >= 0 {
            let leaves = exceeds(strongest(except: subject), subject, by: parameters.exitRatio)
            phase = leaves ? .exit : .hold
            if leaves { leave(at: time) }
        } else {
            let candidate = candidate(best, at: time)
            if candidate >= 0 {
                active = candidate
                subject = candidate
                phase = .enter
            }
        }
        let isNamed = scores[best] >= parameters.threshold
        return Decision(
            label: isNamed ? best : Self.noLabel, confidence: scores[best], phase: phase, active: subject)
    }

    /// The stream has a gap: forgets the scores. What is active stays so until a window decides otherwise, or `abandon`.
    @_noAllocation
    public mutating func interrupt() {
        scores.reset()
        evidence.reset()
    }

    /// The stream is over, or silent for too long.
    ///
    /// - Returns: the label that was active and is left hereby.
    @_noAllocation
    public mutating func abandon(at time: UInt64) -> Int? {
        interrupt()
        let left = active
        guard left >= 0 else { return nil }
        leave(at: time)
        return left
    }

    /// Takes over what another stream holds, of whose past only the last windows are known here. No label is kept quiet.
    ///
    /// - Parameter leaving: whether the last window left a label there, so that evidence begins anew.
    @_noAllocation
    public mutating func adopt(active label: Int?, leaving: Bool) {
        if let label, label < labels { active = label } else { active = Self.noLabel }
        quietUntil = 0
        if leaving { evidence.reset() }
    }

    /// Bits of evidence for a label since the sums were forgotten, Q8. Only where evidence decides.
    @_noAllocation
    package func evidence(of label: Int) -> Int32 { evidence[label] }

    /// The smoothed probability of a label, Q15, that the last window was judged by.
    @_noAllocation
    package func score(of label: Int) -> Int16 { scores[label] }

    @_noAllocation
    private mutating func leave(at time: UInt64) {
        active = Self.noLabel
        quietUntil = time + parameters.refractory
        evidence.reset()
    }

    /// The label that this window enters, `noLabel` for none.
    ///
    /// - Parameter best: the most probable one.
    @_noAllocation
    private func candidate(_ best: Int, at time: UInt64) -> Int {
        guard parameters.evidence > 0 else { return mayEnter(best, at: time) ? best : Self.noLabel }
        evidence.add(scores.newest)
        guard time >= quietUntil else { return Self.noLabel }
        var strongest = Self.noLabel
        for label in 0..<labels where label != parameters.restLabel {
            guard evidence[label] >= parameters.evidence(toEnter: label) else { continue }
            let isStronger = strongest < 0 ? true : evidence[label] > evidence[strongest]
            if isStronger { strongest = label }
        }
        return strongest
    }

    @_noAllocation
    private func mayEnter(_ label: Int, at time: UInt64) -> Bool {
        if let rest = parameters.restLabel, rest == label { return false }
        guard scores[label] >= parameters.threshold, time >= quietUntil else { return false }
        let rival = strongest(except: label)
        return rival < 0 ? true : exceeds(label, rival, by: parameters.enterRatio)
    }

    /// score(a) ≥ ratio · score(b), ratio in Q12; false if there is no a.
    @_noAllocation
    private func exceeds(_ a: Int, _ b: Int, by ratio: Int32) -> Bool {
        guard a >= 0 else { return false }
        return Int64(scores[a]) << 12 >= Int64(ratio) * Int64(scores[b])
    }

    /// The most probable label but one, the first of equals; `noLabel` if there is no other.
    @_noAllocation
    private func strongest(except excluded: Int) -> Int {
        var best = Self.noLabel
        for label in 0..<labels where label != excluded {
            let isStronger = best < 0 ? true : scores[label] > scores[best]
            if isStronger { best = label }
        }
        return best
    }
}
