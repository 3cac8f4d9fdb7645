import Randomness

/// A cheap sensor of acceleration and angular rate, with the errors one of its kind has.
struct InertialSensor: Sendable {
    /// ±8 g.
    static let accelerationRange = 8.0
    /// ±2000 °/s in rad/s.
    static let rotationRange = 2000 * Double.pi / 180

    private struct Triad {
        var range: Double
        var bias: SIMD3<Double> = .zero
        var scale = SIMD3<Double>(repeating: 1)
        /// Standard deviation of the white noise of one sample.
        var noise = 0.0

        func reading(_ truth: SIMD3<Double>, using random: inout SeededGenerator) -> SIMD3<Double> {
            var value = truth * scale + bias
            if noise > 0 { value += noise * SIMD3(random.normal(), random.normal(), random.normal()) }
            return value.clamped(lowerBound: SIMD3(repeating: -range), upperBound: SIMD3(repeating: range))
        }
    }

    private let accelerometer: Triad
    private let gyroscope: Triad

    /// No error but the limits of its ranges.
    static let ideal = InertialSensor(
        accelerometer: Triad(range: accelerationRange), gyroscope: Triad(range: rotationRange))

    private init(accelerometer: Triad, gyroscope: Triad) {
        self.accelerometer = accelerometer
        self.gyroscope = gyroscope
    }

    /// A random one: zero offsets around 20 mg and 0.02 rad/s, 1 % of scale, noise of 2 … 6 mg and 2 … 6 mrad/s.
    ///
    /// - Parameter isCalibrated: whether somebody took the offsets away.
    init(isCalibrated: Bool = false, using random: inout SeededGenerator) {
        func triad(_ range: Double, bias: Double) -> Triad {
            Triad(
                range: range, bias: (isCalibrated ? 0 : bias) * SIMD3(random.normal(), random.normal(), random.normal()),
                scale: 1 + 0.01 * SIMD3(random.normal(), random.normal(), random.normal()),
                noise: random.uniform(0.002...0.006))
        }
        accelerometer = triad(Self.accelerationRange, bias: 0.02)
        gyroscope = triad(Self.rotationRange, bias: 0.02)
    }

    /// What it shows for a specific force in g and an angular rate in rad/s: ax, ay, az, gx, gy, gz.
    func reading(
        force: SIMD3<Double>, rate: SIMD3<Double>, using random: inout SeededGenerator
    ) -> [Float] {
        let force = accelerometer.reading(force, using: &random)
        let rate = gyroscope.reading(rate, using: &random)
        return [force.x, force.y, force.z, rate.x, rate.y, rate.z].map(Float.init)
    }
}
