import Foundation
import Randomness
import Recordings

/// What a sensor shows in a hand that holds still, or nearly so: which way is down, its own errors, and the unrest of the wrist.
struct HandStillness: Sendable {
    /// What the hand feels, in g; 0 without gravity.
    private(set) var force: SIMD3<Double>
    private let sensor: InertialSensor
    private var random: SeededGenerator
    /// Radians per second.
    private var unrest: SIMD3<Double> = .zero

    /// Standard deviation of the unrest in rad/s, and the part of it that the next sample keeps.
    private static let (size, keeping) = (0.03, 0.9)

    /// With the sensor of this writer.
    init(_ strokes: MadeUpStrokes, writer: Int) {
        var person = SeededGenerator(seed: strokes.seed, stream: 1, writer)
        var habit = SeededGenerator(seed: strokes.seed, stream: 2, 0, writer)
        _ = StrokeHand(person: &person, shape: &habit)
        sensor = InertialSensor(isCalibrated: !strokes.hasGravity, using: &person)
        random = SeededGenerator(seed: strokes.seed, stream: 6, writer)
        force = strokes.hasGravity ? strokes.session(shape: 0, writer: writer).firstForce.direction : .zero
    }

    /// From now on the hand is held so.
    mutating func hold(_ force: SIMD3<Double>) { self.force = force }

    /// - Parameters:
    ///   - force: nil: as it is held.
    ///   - rate: of what it is turned by on purpose, rad/s.
    mutating func reading(force: SIMD3<Double>? = nil, rate: SIMD3<Double> = .zero) -> [Float] {
        let fresh = Self.size * (1 - Self.keeping * Self.keeping).squareRoot()
        unrest = Self.keeping * unrest + fresh * random.normals()
        return sensor.reading(force: force ?? self.force, rate: rate + unrest, using: &random)
    }
}

extension RecordedSession {
    /// Mean of the first and of the last accelerations, a tenth of a second of them at 50 Hz.
    var firstForce: SIMD3<Double> { meanForce(0..<min(5, count)) }
    var lastForce: SIMD3<Double> { meanForce(max(0, count - 5)..<count) }

    private func meanForce(_ samples: Range<Int>) -> SIMD3<Double> {
        samples.reduce(SIMD3.zero) { $0 + vector($1 * 6) } / Double(samples.count)
    }

    private func vector(_ place: Int) -> SIMD3<Double> {
        SIMD3(Double(values[place]), Double(values[place + 1]), Double(values[place + 2]))
    }

    /// This motion with the device held otherwise: so that it begins with the force of a direction; 0 leaves it as it is.
    func turned(so home: SIMD3<Double>) -> RecordedSession {
        guard home != .zero else { return self }
        // A vector that is seen from a frame that was turned by v is turned by −v.
        let frame = Rotation(by: firstForce.direction.turn(to: home))
        var result = self
        for place in stride(from: 0, to: values.count, by: 3) {
            let turned = frame.seenInside(vector(place))
            for axis in 0..<3 { result.values[place + axis] = Float(turned[axis]) }
        }
        return result
    }
}

extension SIMD3<Double> {
    /// As long as 1; 0 stays 0.
    var direction: SIMD3<Double> {
        let length = (self * self).sum().squareRoot()
        return length > 1e-9 ? self / length : .zero
    }

    /// By what a frame is turned that sees another unit vector where it saw this one: the smallest turn, a vector as long as its
    /// angle in radians.
    func turn(to other: SIMD3<Double>) -> SIMD3<Double> {
        let across = SIMD3(other.y * z - other.z * y, other.z * x - other.x * z, other.x * y - other.y * x)
        let sine = (across * across).sum().squareRoot()
        guard sine > 1e-9 else { return .zero }
        return across * (atan2(sine, (self * other).sum()) / sine)
    }
}
