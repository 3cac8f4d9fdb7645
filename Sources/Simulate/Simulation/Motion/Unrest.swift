import Foundation
import Randomness

/// What an arm that is held still does all the same: it drifts slowly, and it trembles at 7 to 11 Hz (physiological tremor).
struct Unrest: Sendable {
    private struct Wave {
        var amplitude: JointAngles
        var angularFrequency: Double
        var phase: Double
    }

    /// How much more a joint trembles than the shoulder: the shorter the lever, the less it takes to be felt.
    private static let trembling = JointAngles(1, 1, 1, 2, 8, 8, 8, 0)

    private let waves: [Wave]

    /// - Parameters:
    ///   - drift: standard deviation of the drift of each angle, radians.
    ///   - tremor: the same of the shoulder's tremor.
    init(drift: Double, tremor: Double, using random: inout SeededGenerator) {
        let kinds: [(band: ClosedRange<Double>, size: JointAngles, count: Int)] = [
            (0.08...0.5, JointAngles(repeating: drift), 5), (7...11, Self.trembling * tremor, 4),
        ]
        var waves: [Wave] = []
        for kind in kinds {
            // Sines of random phase: their squares add up to twice the variance.
            let size = kind.size * (2 / Double(kind.count)).squareRoot()
            for _ in 0..<kind.count {
                var amplitude = JointAngles.zero
                for joint in 0...Joint.wristDeviation.rawValue { amplitude[joint] = size[joint] * random.normal() }
                waves.append(
                    Wave(
                        amplitude: amplitude, angularFrequency: 2 * .pi * random.uniform(kind.band),
                        phase: random.uniform(0...2 * .pi)))
            }
        }
        self.waves = waves
    }

    func angles(at time: Double) -> JointAngles {
        waves.reduce(.zero) { $0 + $1.amplitude * sin($1.angularFrequency * time + $1.phase) }
    }
}
