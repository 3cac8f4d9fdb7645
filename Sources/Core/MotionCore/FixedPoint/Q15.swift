/// The few operations from which all integer arithmetic of this package is made (ARITHMETIC.md §2).
///
/// Q15 means: an `Int16` n stands for n / 32768. None of these allocates, branches on its operands' values in a way that matters,
/// or traps.

/// The product of two Q15 numbers, rounded to nearest, ties upwards: `(a·b + 2¹⁴) >> 15`.
///
/// Exact for every pair of operands except −32768 · −32768, which saturates to 32767.
@_noAllocation
@inlinable @inline(__always)
public func multiplyQ15(_ a: Int16, _ b: Int16) -> Int16 {
    saturateToInt16((Int32(a) &* Int32(b) &+ 0x4000) >> 15)
}

/// The nearest 16-bit number.
@_noAllocation
@inlinable @inline(__always)
public func saturateToInt16(_ value: Int32) -> Int16 {
    Int16(truncatingIfNeeded: max(-32768, min(32767, value)))
}

/// The nearest 16-bit number.
@_noAllocation
@inlinable @inline(__always)
public func saturateToInt16(_ value: Int64) -> Int16 {
    Int16(truncatingIfNeeded: max(-32768, min(32767, value)))
}

/// `value / 2^shift` rounded to nearest, ties upwards. `shift` is 0 … 30; the rounding term may wrap, so the caller must know that
/// `value + 2^(shift−1)` fits.
@_noAllocation
@inlinable @inline(__always)
public func roundingShiftRight(_ value: Int32, by shift: UInt8) -> Int32 {
    let half = (Int32(1) &<< Int32(shift)) >> 1
    return (value &+ half) &>> Int32(shift)
}
