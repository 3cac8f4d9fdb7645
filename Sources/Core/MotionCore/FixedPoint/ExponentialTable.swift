/// The exponential of a non-positive number, for the softmax (ARITHMETIC.md §6).
public enum ExponentialTable {
    /// Differences at or beyond this (12.0 in Q12) give 0: e⁻¹² is less than half of a Q15 step.
    public static let limit: UInt32 = 12 << 12

    /// e^(−d / 4096) in Q16, 0 … 65536, for a difference d ≥ 0 in Q12. Largest error 1.5 · 2⁻¹⁶.
    @_noAllocation
    public static func exponential(ofNegated difference: UInt32) -> UInt32 {
        guard difference < limit else { return 0 }
        let octaves = difference * 47274  // d · log₂ e, Q27; 47274 = round(2¹⁵ · log₂ e)
        let whole = octaves >> 27
        let index = Int(octaves >> 19 & 255)
        let fraction = Int32(octaves >> 11 & 255)
        let chord = node(index) * 256 - (node(index) - node(index + 1)) * fraction  // Q24
        let shift = whole + 8
        return (UInt32(chord) + (1 << shift) >> 1) >> shift
    }
}
