import Foundation
import MotionCore
import Randomness

/// Turns every motion sensor of every session by a rotation of its own, drawn evenly from all there are: as if it had been mounted
/// otherwise each time. The same seed and recordings give the same rotations.
public struct SessionTurning: Sendable {
    private let seed: UInt64

    public init(seed: UInt64) { self.seed = seed }

    /// Turns acceleration and rotation of a session, or of a part of one.
    ///
    /// - Parameters:
    ///   - pass: another one draws other rotations.
    ///   - file: number of the file among those that are read.
    ///   - number: of the session in the file; parts of the same session are turned alike.
    package func turn(_ session: inout RecordedSession, pass: Int, file: Int, number: Int) {
        var random = SeededGenerator(seed: seed, stream: pass, file, number)
        for sensor in session.channels.sensors {
            let rows = Self.rotation(&random)
            for columns in [sensor.acceleration, sensor.rotation].compactMap(\.self) {
                for first in stride(from: 0, to: session.values.count, by: session.width) {
                    let places = columns &+ first
                    let vector = SIMD3(session.values[places.x], session.values[places.y], session.values[places.z])
                    for axis in 0..<3 { session.values[places[axis]] = (rows[axis] * vector).sum() }
                }
            }
        }
    }

    /// The rows of a rotation matrix, by an evenly drawn quaternion (Shoemake, “Uniform random rotations”, Graphics Gems III,
    /// 1992).
    private static func rotation(_ random: inout SeededGenerator) -> [SIMD3<Float>] {
        let share = random.uniform(0...1)
        let (first, second) = (random.uniform(0...2 * Double.pi), random.uniform(0...2 * Double.pi))
        let (inner, outer) = ((1 - share).squareRoot(), share.squareRoot())
        let (x, y) = (inner * sin(first), inner * cos(first))
        let (z, w) = (outer * sin(second), outer * cos(second))
        return [
            SIMD3(SIMD3<Double>(1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y))),
            SIMD3(SIMD3<Double>(2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x))),
            SIMD3(SIMD3<Double>(2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y))),
        ]
    }
}
