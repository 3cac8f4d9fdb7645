import Foundation

extension SeededGenerator {
    /// From the normal distribution of mean 0 and standard deviation 1, by the transform of Box and Muller (1958).
    ///
    /// The system's `log` and `cos` may differ in the last bit from one machine to another.
    public mutating func normal() -> Double {
        // From 1 downwards, so that the logarithm is finite.
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &self))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &self))
    }
}

extension SeededGenerator {
    /// Nearly normal with mean 0 and deviation 1, from a single draw: the sum of four even ones. Never beyond ±3.47; the same on
    /// every machine.
    public mutating func roughlyNormal() -> Float {
        let bits = next()
        let sum = (bits & 0xFFFF) + (bits >> 16 & 0xFFFF) + (bits >> 32 & 0xFFFF) + (bits >> 48)
        return (Float(sum) - 131_070) * 2.642_9e-5
    }
}
