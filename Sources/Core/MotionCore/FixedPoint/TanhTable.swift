/// Hyperbolic tangent and logistic sigmoid on 16-bit arguments, by one table of 256 chords (ARITHMETIC.md §4).
///
/// The argument is Q3.12 (n stands for n / 4096, −8 … 8), the result Q15. Largest error against the real function over all 65,536
/// arguments: 6.7e-5 for tanh, 4.9e-5 for the sigmoid.
public enum TanhTable {
    /// tanh(n / 4096) in Q15, odd: −32767 … 32767. −32768 is taken as −32767.
    @_noAllocation
    public static func tanh(_ argument: Int16) -> Int16 {
        let magnitude = Int(min(abs(Int32(argument)), 32767))
        let index = magnitude >> 7
        let fraction = Int32(magnitude & 127)
        let base = Int32(node(index))
        let slope = Int32(node(index + 1)) - base
        let value = base + (slope * fraction + 64) >> 7
        return Int16(truncatingIfNeeded: argument < 0 ? -value : value)
    }

    /// The sigmoid of n / 2048 in Q15, 0 … 32767: σ(x) = ½ + ½ tanh(x / 2), so that the argument is Q4.11 and reaches ±16.
    @_noAllocation
    public static func sigmoid(_ argument: Int16) -> Int16 {
        16384 + tanh(argument) >> 1
    }

    /// The sigmoid of n / 2048 in Q16, 1 … 65534: one bit finer, for the gate whose error adds up from step to step. It stays so
    /// far below 1 that a cell state stays below 2³⁰.
    @_noAllocation
    public static func forgetGate(_ argument: Int16) -> UInt16 {
        UInt16(32768 + min(Int32(tanh(argument)), 32766))
    }
}
