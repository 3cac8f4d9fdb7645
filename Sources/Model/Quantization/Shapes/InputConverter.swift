/// Normalised floats → the network's inputs in Q-format, without allocating.
public struct InputConverter: Sendable {
    private let scale: Float

    /// - Parameter fractionBits: of the network's inputs.
    public init(fractionBits: Int) {
        scale = Float(sign: .plus, exponent: fractionBits, significand: 1)
    }

    /// Rounds `count` numbers to nearest (ties to even) and saturates them to 16 bits.
    ///
    /// Numbers must be finite. A sum with 1.5 · 2²³ leaves the rounded integer in a float's low bits, which, unlike the conversion
    /// that rounds, every processor does for several numbers at once.
    @inline(__always)
    public func convert(_ values: UnsafePointer<Float>, count: Int, into inputs: UnsafeMutablePointer<Int16>) {
        for index in 0..<count {
            let scaled = min(max(values[index] * scale, -32768), 32767)
            inputs[index] = Int16(truncatingIfNeeded: (scaled + 12_582_912).bitPattern)
        }
    }
}
