import Foundation
import Randomness

/// How a body that walks moves what it carries: up and down with every step, to and fro with every second one, and a knock when a
/// foot comes down.
struct BodyMotion: Sendable {
    /// Strides (two steps) a second.
    let strides: Double
    /// Of the way, in metres: forwards and upwards once a step, sideways once a stride.
    let way: SIMD3<Double>
    /// Largest acceleration of a knock, g.
    let knock: Double
    private let phase: Double

    static let still = BodyMotion(strides: 1, way: .zero, knock: 0, phase: 0)

    private init(strides: Double, way: SIMD3<Double>, knock: Double, phase: Double) {
        self.strides = strides
        self.way = way
        self.knock = knock
        self.phase = phase
    }

    /// Somebody's walk, strolling to hurrying.
    init(walkingAt strides: Double, using random: inout SeededGenerator) {
        self.init(
            strides: strides, way: SIMD3(random.uniform(0.005...0.015), random.uniform(0.01...0.03), random.uniform(0.01...0.035)),
            knock: random.uniform(0.03...0.4), phase: random.uniform(0...1))
    }

    /// In g, in the world's axes.
    func acceleration(at time: Double) -> SIMD3<Double> {
        guard way != .zero else { return .zero }
        let stride = 2 * Double.pi * (strides * time + phase)
        let (once, twice) = (pow(2 * .pi * strides, 2) / 9.80665, pow(4 * .pi * strides, 2) / 9.80665)
        let step = 2 * (strides * time + phase)
        let since = (step - step.rounded(.down)) / (2 * strides)
        let ring = knock * exp(-since / 0.06) * sin(2 * .pi * 9 * since)
        return SIMD3(
            -way.x * twice * sin(2 * stride + 1) + 0.5 * ring, -way.y * once * sin(stride), -way.z * twice * sin(2 * stride) + ring)
    }
}
