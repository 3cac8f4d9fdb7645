extension Int16 {
    /// The Q15 number nearest to a value, ties away from zero: `round(value · 32768)`, saturated. NaN gives 32767.
    @inlinable
    public init(q15 value: Double) {
        self = Int16(nearestInteger(Swift.max(-32768, Swift.min(32767, value * 32768))))
    }

    /// What this stands for as a Q15 number: n / 32768, exactly.
    @inlinable
    public var q15Value: Double { Double(self) / 32768 }
}

/// The nearest integer, ties away from zero. Traps on what no `Int64` holds.
///
/// Not by `rounded()`: that is a call into the C library, with which neither a bare microcontroller nor a program of the device
/// core alone is linked.
@inlinable
public func nearestInteger(_ value: Double) -> Int64 {
    let towardsZero = Int64(value)
    // Exact: both are whole multiples of the value's last bit.
    let rest = value - Double(towardsZero)
    return towardsZero + (rest >= 0.5 ? 1 : rest <= -0.5 ? -1 : 0)
}
