import Recordings

extension RecordedSession {
    /// Least mean acceleration in g that is taken for gravity: one that was recorded without it averages to almost nothing.
    private static let leastGravity: Float = 0.4

    /// The direction of the mean acceleration, against gravity, as a unit vector; 0 where there is no gravity in it.
    var up: SIMD3<Float> {
        guard count > 0 else { return SIMD3() }
        var sum = SIMD3<Float>()
        for index in 0..<count { sum += SIMD3(values[index * 6], values[index * 6 + 1], values[index * 6 + 2]) }
        let length = (sum * sum).sum().squareRoot()
        return length >= Self.leastGravity * Float(count) ? sum / length : SIMD3()
    }
}
