/// SplitMix64 (Steele, Lea and Flood, 2014): the same seed, the same numbers, on every machine. Not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    /// A generator of its own for every combination of numbers, so that what is drawn for one of many does not depend on how much
    /// was drawn for the others.
    public init(seed: UInt64, stream: Int...) {
        state = seed
        // Through the mixing, so that neighbours' numbers do not resemble each other.
        for number in stream { state = next() ^ UInt64(bitPattern: Int64(number)) }
        state = next()
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// True in that fraction of calls.
    public mutating func happens(_ fraction: Double) -> Bool {
        fraction > 0 && Double.random(in: 0..<1, using: &self) < fraction
    }

    /// Evenly from a range.
    public mutating func uniform(_ range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }
}
