extension Int16 {
    /// The Q15 number nearest to a value, ties away from zero: `round(value · 32768)`, saturated. NaN gives 32767.
    @inlinable
    public init(q15 value: Double) {
        self = Int16(Swift.max(-32768, Swift.min(32767, (value * 32768).rounded())))
    }

    /// What this stands for as a Q15 number: n / 32768, exactly.
    @inlinable
    public var q15Value: Double { Double(self) / 32768 }
}
