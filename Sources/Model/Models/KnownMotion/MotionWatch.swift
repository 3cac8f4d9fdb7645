/// Compares motion as it goes on with what a model learned from, ten seconds at a time. A sample allocates nothing.
public struct MotionWatch: Sendable {
    private let known: KnownMotion
    /// Of what is summed, and how many samples are one.
    private let rate: Double
    private let together: Int
    private var sums: MotionSums
    private var waiting: (samples: Int, acceleration: SIMD3<Double>, rotation: SIMD3<Double>) = (0, .zero, .zero)

    /// Stretches that were judged, and what each that is not what was learned was taken for.
    public private(set) var stretches = 0
    public private(set) var found: [Misreading: (count: Int, verdict: KnownMotion.Verdict)] = [:]

    /// - Parameter rate: samples a second; those of a faster sensor than the model's are averaged to about its rate.
    public init(_ known: KnownMotion, rate: Double) {
        self.known = known
        together = max(1, Int(exactly: (rate / known.rate).rounded()) ?? 1)
        self.rate = rate / Double(together)
        sums = MotionSums(rate: self.rate)
    }

    /// - Parameters:
    ///   - acceleration: in g.
    ///   - rotation: in rad/s; zero without a gyroscope.
    /// - Returns: the verdict whenever ten seconds are full; nil in between.
    public mutating func push(acceleration: SIMD3<Double>, rotation: SIMD3<Double>) -> KnownMotion.Verdict? {
        waiting.samples += 1
        if known.hasAcceleration { waiting.acceleration += acceleration }
        if known.hasRotation { waiting.rotation += rotation }
        guard waiting.samples == together else { return nil }
        sums.add(acceleration: waiting.acceleration / Double(together), rotation: waiting.rotation / Double(together))
        waiting = (0, .zero, .zero)
        guard sums.duration >= KnownMotion.seconds else { return nil }
        let verdict = known.verdict(of: sums)
        sums = MotionSums(rate: rate)
        stretches += 1
        if verdict.misreading != .none { found[verdict.misreading] = ((found[verdict.misreading]?.count ?? 0) + 1, verdict) }
        return verdict
    }

    /// Samples are missing, or another session begins: what follows is no change of what was.
    public mutating func interrupt() {
        sums.interrupt()
        waiting = (0, .zero, .zero)
    }

    /// What the motion is mostly taken for, where that is no chance; nil if it is what the model learned from.
    public var summary: (count: Int, verdict: KnownMotion.Verdict)? {
        guard let most = found.values.max(by: { ($0.count, $0.verdict.evidence) < ($1.count, $1.verdict.evidence) }),
            most.count * (most.verdict.misreading.kind.isPlain ? Self.oneOf : 2) > stretches
        else { return nil }
        return most
    }

    /// One stretch of so many may be taken for something that it is not; of what only a comparison tells, half of them.
    private static let oneOf = 8
}
