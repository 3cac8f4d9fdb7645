/// How scores become events. The defaults are those of the book's gesture app and of the smoothing article.
public struct DecisionParameters: Sendable, Equatable {
    /// Smallest smoothed probability, Q15, with which a label is named. Below it the answer is "unknown". 0.9.
    public var threshold: Int16 = 29491
    /// The label that means "nothing happens": it never makes an event.
    public var restLabel: Int?
    /// Windows that are averaged.
    public var smoothing = 3
    /// A label is entered if it is this many times as probable as every other one, Q12. 1.2.
    public var enterRatio: Int32 = 4915
    /// A label is left when another one, rest included, is this many times as probable, Q12. 1.4.
    public var exitRatio: Int32 = 5734
    /// Microseconds after an exit in which nothing is entered.
    public var refractory: UInt64 = 300_000
    /// Bits of evidence, added up over windows, with which a label is entered, Q8; 0: threshold and enter ratio decide instead.
    public var evidence: UInt16 = 0
    /// Bits that every window takes away from the evidence, Q8. 0.75.
    public var evidenceLeak: UInt16 = 192
    /// Bits of evidence, for or against, that one window brings at most, Q8. 6.
    public var evidenceLimit: UInt16 = 1536
    /// Labels that need more or less of the evidence than others. All need the whole.
    public var evidenceShares = EvidenceShares()

    /// The defaults of the command.
    public init() {}

    /// Bits of evidence, Q8, with which a label is entered: at least 1 step.
    @_noAllocation
    package func evidence(toEnter label: Int) -> Int32 { max(1, evidenceShares[label].of(Int32(evidence))) }
}

extension DecisionParameters {
    /// These parameters for windows that have nothing to do with each other: none is averaged with another, and none keeps another
    /// quiet.
    public var judgingEachByItself: DecisionParameters {
        var parameters = self
        parameters.smoothing = 1
        parameters.refractory = 0
        parameters.evidence = 0
        return parameters
    }
}

/// What may be chosen, in real numbers.
extension DecisionParameters {
    /// Least smoothed probabilities.
    public static var thresholds: ClosedRange<Double> { 0...1 }
    /// Windows.
    public static var smoothings: ClosedRange<Int> { 1...1000 }
    /// On entering and on leaving.
    public static var ratios: ClosedRange<Double> { 1...1000 }
    /// Seconds.
    public static var refractorySeconds: ClosedRange<Double> { 0...60 }
    /// Bits; 0 leaves entering to threshold and ratio.
    public static var evidences: ClosedRange<Double> { 0...255 }
    /// Bits.
    public static var evidenceLeaks: ClosedRange<Double> { 0...16 }
    /// Bits.
    public static var evidenceLimits: ClosedRange<Double> { 0.25...16 }
}

extension DecisionParameters {
    /// From real numbers, each taken to the nearest step of its format. No label is the rest label.
    ///
    /// Traps on what lies outside the ranges above.
    public init(
        threshold: Double, smoothing: Int, enterRatio: Double, exitRatio: Double, refractorySeconds: Double, evidence: Double = 0,
        evidenceLeak: Double = 0.75, evidenceLimit: Double = 6
    ) {
        precondition(Self.thresholds.contains(threshold), "a threshold lies between 0 and 1")
        precondition(Self.smoothings.contains(smoothing), "between 1 and 1000 windows are averaged")
        precondition(Self.ratios.contains(enterRatio) && Self.ratios.contains(exitRatio), "a ratio lies between 1 and 1000")
        precondition(Self.refractorySeconds.contains(refractorySeconds), "a refractory time lies between 0 and 60 seconds")
        precondition(Self.evidences.contains(evidence), "evidence lies between 0 and 255 bits")
        precondition(
            Self.evidenceLeaks.contains(evidenceLeak) && Self.evidenceLimits.contains(evidenceLimit),
            "evidence leaks between 0 and 16 bits, and has a limit between 0.25 and 16")
        self.threshold = Int16(q15: threshold)
        self.smoothing = smoothing
        self.enterRatio = Int32(nearestInteger(enterRatio * 4096))
        self.exitRatio = Int32(nearestInteger(exitRatio * 4096))
        refractory = UInt64(nearestInteger(refractorySeconds * 1_000_000))
        self.evidence = UInt16(nearestInteger(evidence * 256))
        self.evidenceLeak = UInt16(nearestInteger(evidenceLeak * 256))
        self.evidenceLimit = UInt16(nearestInteger(evidenceLimit * 256))
    }
}

/// What may be chosen, in steps.
extension DecisionParameters {
    /// The first parameter that is out of its range, in words; nil if none is. The rest label is not looked at.
    public var fault: StaticString? {
        let ratios = Int32(4096)...4_096_000
        guard threshold >= 0 else { return "a threshold lies between 0 and 1" }
        guard Self.smoothings.contains(smoothing) else { return "between 1 and 1000 windows are averaged" }
        guard ratios.contains(enterRatio), ratios.contains(exitRatio) else { return "a ratio lies between 1 and 1000" }
        guard refractory <= 60_000_000 else { return "a refractory time lies between 0 and 60 seconds" }
        guard evidence <= 255 * 256 else { return "evidence lies between 0 and 255 bits" }
        guard evidenceLeak <= 16 * 256, evidenceLimit >= 64, evidenceLimit <= 16 * 256 else {
            return "evidence leaks between 0 and 16 bits, and has a limit between 0.25 and 16"
        }
        return nil
    }
}
