import Randomness

/// Random windows that are correlated in time, as samples of a moving sensor are.
public enum MotionNoise {
    /// Share of a sample that the next one keeps.
    private static let memory: Float = 0.9
    /// No value goes beyond this.
    public static let bound: Float = 4

    /// `count` windows of unit variance: x(t) = 0.9 · x(t−1) + √(1 − 0.81) · noise, clipped at ±4. The same seed, the same numbers,
    /// on every machine.
    ///
    /// - Returns: count × window × inputs numbers, sample after sample.
    public static func windows(_ count: Int, window: Int, inputs: Int, seed: UInt64) -> [Float] {
        var generator = SeededGenerator(seed: seed, stream: window, inputs)
        let fresh = (1 - memory * memory).squareRoot()
        var values: [Float] = []
        values.reserveCapacity(count * window * inputs)
        var present = [Float](repeating: 0, count: inputs)
        for _ in 0..<count {
            for input in 0..<inputs { present[input] = generator.roughlyNormal() }
            for _ in 0..<window {
                for input in 0..<inputs {
                    present[input] = memory * present[input] + fresh * generator.roughlyNormal()
                    values.append(min(max(present[input], -bound), bound))
                }
            }
        }
        return values
    }
}
