import Foundation

/// A board that lies still, and is turned about its own axes, without any other motion: gravity and rotation agree exactly.
public struct TurningBoard {
    /// In g.
    public private(set) var acceleration: [SIMD3<Double>] = []
    /// In rad/s.
    public private(set) var rotation: [SIMD3<Double>] = []
    private var gravity: SIMD3<Double>
    /// Samples a second.
    public let rate: Double
    /// rad/s that the gyroscope shows at rest.
    public let bias: SIMD3<Double>

    /// At rest, nothing sampled yet.
    public init(rate: Double = 50, gravity: SIMD3<Double> = [0.1, -0.2, 0.97], bias: SIMD3<Double> = [0.02, -0.012, 0.008]) {
        (self.rate, self.bias) = (rate, bias)
        self.gravity = gravity / (gravity * gravity).sum().squareRoot()
    }

    /// - Parameter angle: radians about x, y, z, in so many seconds, as a hand turns: slowly at first and at last.
    public mutating func turn(_ angle: SIMD3<Double>, seconds: Double) {
        let count = Int(seconds * rate)
        for place in 0..<count {
            let part = (1 - cos(2 * .pi * (Double(place) + 0.5) / Double(count))) / Double(count)
            let step = angle * part
            let length = (step * step).sum().squareRoot()
            if length > 0 {
                // Gravity turns against the board.
                let axis = step / length
                let across = SIMD3(
                    axis.y * gravity.z - axis.z * gravity.y, axis.z * gravity.x - axis.x * gravity.z,
                    axis.x * gravity.y - axis.y * gravity.x)
                gravity = gravity * cos(length) - across * sin(length) + axis * (axis * gravity).sum() * (1 - cos(length))
            }
            // Noise of a cheap sensor, without a generator.
            let noise = 0.004 * sin(Double(acceleration.count) * 2.3)
            acceleration.append(gravity + noise)
            rotation.append(step * rate + bias + 0.3 * noise)
        }
    }

    /// Stays as it is.
    public mutating func lie(_ seconds: Double) { turn(.zero, seconds: seconds) }
}
