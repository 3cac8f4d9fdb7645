import MotionCore

/// What another engine's sums of evidence can be at most, of whose past only the last windows are known.
///
/// Whoever knows nothing else knows this: while no label is active and none is kept quiet, each sum lies between 0 and the evidence
/// that its label needs. Both bounds are added to alike, and as neither falls below 0, they meet sooner or later; then the sums are
/// known.
final class EvidenceCeiling {
    private let memory: UnsafeMutableRawPointer
    private let probabilities: UnsafeMutablePointer<Int16>
    private let sums: EvidenceSums
    private let parameters: DecisionParameters
    /// Whether it holds.
    private(set) var isStanding = false

    init(labels: Int, parameters: DecisionParameters) {
        self.parameters = parameters
        memory = .allocate(byteCount: EvidenceSums.bytes(labels: labels), alignment: 4)
        probabilities = .allocate(capacity: labels)
        sums = EvidenceSums(labels: labels, parameters: parameters, memory: memory)
    }

    deinit {
        memory.deallocate()
        probabilities.deallocate()
    }

    /// Nothing is active or kept quiet, and the last window entered nothing.
    func stand() {
        sums.reset(below: parameters)
        isStanding = true
    }

    /// Nothing is known any more.
    func fall() { isStanding = false }

    /// One probability (Q15) of the window that `add` will take in.
    func set(_ label: Int, _ probability: Int16) { probabilities[label] = probability }

    func add() { if isStanding { sums.add(probabilities) } }

    /// Whether it has come down to another engine's sums, which are the least that they can be.
    func meets(_ engine: DecisionEngine) -> Bool {
        isStanding && (0..<sums.labels).allSatisfy { $0 == parameters.restLabel || sums[$0] == engine.evidence(of: $0) }
    }
}
