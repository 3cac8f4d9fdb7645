import Recordings

extension RecordedSession {
    /// Least mean acceleration in g that is taken for gravity: one that was recorded without it averages to almost nothing.
    private static let leastGravity: Float = 0.4

    /// Of six axes, the direction of the mean acceleration, against gravity, as a unit vector; 0 where there is no gravity in it.
    var up: SIMD3<Float> { up(of: SIMD3(0, 1, 2)) }

    /// - Parameter columns: where an acceleration stands in a sample.
    func up(of columns: SIMD3<Int>) -> SIMD3<Float> {
        guard count > 0 else { return SIMD3() }
        var sum = SIMD3<Float>()
        var there = 0
        for first in stride(from: 0, to: count * width, by: width) {
            let vector = SIMD3(values[first + columns.x], values[first + columns.y], values[first + columns.z])
            guard !vector.sum().isNaN else { continue }
            sum += vector
            there += 1
        }
        let length = (sum * sum).sum().squareRoot()
        return there > 0 && length >= Self.leastGravity * Float(there) ? sum / length : SIMD3()
    }
}
