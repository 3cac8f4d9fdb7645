import MotionCore

/// How much a sample moves, in g: the difference of the accelerations from those 80 ms before, added up over the axes, and a
/// quarter g for each rad/s of the rotations. Gravity falls out of it.
struct MotionActivity: Sendable {
    private let lag: Int
    /// The last accelerations, a ring of `lag` samples.
    private var ring: [SIMD3<Float>] = []
    private var next = 0

    /// - Parameter rate: samples per second.
    init(rate: Double) { lag = StrokeCut.lag(at: rate) }

    /// - Parameter sample: ax, ay, az in g, gx, gy, gz in rad/s.
    mutating func push(_ sample: ArraySlice<Float>) -> Float {
        let first = sample.startIndex
        let acceleration = SIMD3(sample[first], sample[first + 1], sample[first + 2])
        let rotation = SIMD3(sample[first + 3], sample[first + 4], sample[first + 5])
        guard ring.count == lag else {
            ring.append(acceleration)
            return total(acceleration - ring[0], rotation)
        }
        let earlier = ring[next]
        ring[next] = acceleration
        next = next + 1 == lag ? 0 : next + 1
        return total(acceleration - earlier, rotation)
    }

    mutating func restart() { (ring, next) = ([], 0) }

    private func total(_ change: SIMD3<Float>, _ rotation: SIMD3<Float>) -> Float {
        abs(change.x) + abs(change.y) + abs(change.z) + (abs(rotation.x) + abs(rotation.y) + abs(rotation.z)) / 4
    }
}
