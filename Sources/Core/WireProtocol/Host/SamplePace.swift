import MotionCore

/// So many samples in so much device time: a rate, as two integers. Their quotient is left to the program: a division in here would
/// bring a microcontroller's firmware, which is made of the same files, 464 bytes of software floating point.
public struct SamplePace: Sendable, Equatable {
    /// Samples, those that were lost among them; above 0.
    public let samples: UInt64
    /// Device time that they took, above 0.
    public let microseconds: UInt64

    /// - Returns: nil if either is 0.
    @_noAllocation
    init?(samples: UInt64, microseconds: UInt64) {
        guard samples > 0, microseconds > 0 else { return nil }
        self.samples = samples
        self.microseconds = microseconds
    }

    /// As it was announced, to a hundredth of a hertz.
    @_noAllocation
    package init?(rate: Float) {
        self.init(samples: UInt64(saturating: max(0, min(rate, 10_000)) * 100), microseconds: 100_000_000)
    }

    /// How many samples a stretch of at most a year should hold.
    ///
    /// - Parameter microseconds: above 0.
    @_noAllocation
    func samples(in microseconds: Int64) -> Int64 {
        let (high, low) = samples.multipliedFullWidth(by: UInt64(clamping: microseconds))
        guard high < self.microseconds else { return .max }
        return Int64(clamping: self.microseconds.dividingFullWidth((high, low)).quotient)
    }

    /// The time that so many samples, 0 … 120, take.
    @_noAllocation
    func microseconds(of samples: Int64) -> Int64 { samples * Int64(clamping: microseconds / self.samples) }
}
