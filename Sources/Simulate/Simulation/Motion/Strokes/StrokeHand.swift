import Foundation
import Randomness

/// Somebody's way of writing.
struct StrokeHand: Sendable {
    /// Slant and proportions of all that they write.
    private let slant: LinearMap
    /// Metres for a shape's size of 1, and seconds for a stroke.
    private let size: Double
    private let duration: Double
    /// How much a point moves from one writing to the next, in units of the shape's size.
    private let carelessness: Double
    /// Where this person has the points of a shape, off where they should be.
    private let habit: [SIMD3<Double>]
    /// How the sensor is held, off how it should be.
    private let grip: SIMD3<Double>

    /// - Parameters:
    ///   - person: of the writer alone.
    ///   - shape: of the writer and the shape.
    init(person: inout SeededGenerator, shape: inout SeededGenerator) {
        slant = .identity + 0.12 * LinearMap(using: &person)
        size = 0.05 * exp(0.4 * person.normal())
        duration = person.uniform(0.8...2.4)
        carelessness = person.uniform(0.02...0.1)
        grip = 0.1 * person.normals()
        let strangeness = shape.uniform(0.02...0.15)
        habit = (0..<StrokeShape.points).map { _ in strangeness * shape.normals() }
    }

    /// The points of a shape, this time.
    func points(of shape: StrokeShape, using random: inout SeededGenerator) -> [SIMD3<Double>] {
        zip(shape.points, habit).map { slant * ($0 + $1 + carelessness * random.normals()) }
    }

    /// Seconds, this time.
    func duration(using random: inout SeededGenerator) -> Double { duration * exp(0.15 * random.normal()) }

    /// Metres for a shape's size of 1, this time: who takes longer writes larger.
    func size(lasting seconds: Double, using random: inout SeededGenerator) -> Double {
        size * seconds.squareRoot() * exp(0.15 * random.normal())
    }

    /// How the sensor lies, this time.
    func hold(of shape: StrokeShape, using random: inout SeededGenerator) -> Rotation {
        shape.hold.turned(by: Rotation(by: grip + 0.1 * random.normals()))
    }
}
