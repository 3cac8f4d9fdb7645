import MotionCore
package import Randomness
import Recordings

/// One draw of the augmentation: the same for all samples of a sequence.
package struct Variation {
    /// Samples by which the sequence starts later.
    var shift = 0
    /// Samples of the recording for each sample of the sequence.
    var tempo = 1.0
    /// What acceleration and angular rate are multiplied by.
    var acceleration = Matrix3.identity
    var rotation = Matrix3.identity
    /// Without the turn.
    private var strengths: (acceleration: Float, rotation: Float) = (1, 1)
    private var isMirrored = false
    /// By what the quantities of the level frame are multiplied.
    private var level = Level()
    /// Nothing changes.
    init() {}

    /// - Parameters:
    ///   - hop: of the windows, in samples.
    ///   - up: unit vector against gravity, as the sensor lies; 0 if that is not known.
    ///   - isLevel: whether something is read that stands in the level frame.
    package init(
        _ options: AugmentationOptions, hop: Int, up: SIMD3<Float>, isLevel: Bool = false, random: inout SeededGenerator
    ) {
        let reach = options.shift * Double(hop)
        shift = Int(saturating: random.uniform(-reach...reach).rounded())
        tempo = 1 + random.uniform(-options.timeWarp...options.timeWarp)
        let angles = options.rotation.map { random.normal() * $0 * .pi / 180 }
        let turn = Self.turn(options, angles, up: up, &random)
        let strength = Float(max(0.2, 1 + random.normal() * options.scale))
        let rateStrength = Float(max(0.2, 1 + random.normal() * options.scale) * tempo)
        acceleration = turn * strength
        rotation = turn * rateStrength
        strengths = (strength, rateStrength)
        isMirrored = random.happens(options.mirrored)
        if isMirrored { mirror(options.mirrorAxis) }
        if isLevel { level = Level(options, strength, rateStrength, isMirrored: isMirrored, &random) }
    }

    private static func turn(
        _ options: AugmentationOptions, _ angles: [Double], up: SIMD3<Float>, _ random: inout SeededGenerator
    ) -> Matrix3 {
        let turn = Matrix3.rotation(by: angles)
        guard options.spin > 0 else { return turn }
        let angle = random.normal() * options.spin * .pi / 180
        return turn * Matrix3.rotation(by: (0..<3).map { Double(up[$0]) * angle })
    }

    /// Another sensor on the person: as strong, as quick and in the same mirror, but turned by a draw of its own.
    func turnedAnew(_ options: AugmentationOptions, up: SIMD3<Float>, _ random: inout SeededGenerator) -> Variation {
        var other = self
        let turn = Self.turn(options, options.rotation.map { random.normal() * $0 * .pi / 180 }, up: up, &random)
        other.acceleration = turn * strengths.acceleration
        other.rotation = turn * strengths.rotation
        if isMirrored { other.mirror(options.mirrorAxis) }
        return other
    }

    /// A mirror turns one component of a polar vector (acceleration) and the two others of an axial one (angular rate) round.
    private mutating func mirror(_ axis: Int) {
        for column in 0..<3 {
            if column == axis { acceleration.negate(column: column) } else { rotation.negate(column: column) }
        }
    }

    /// Turns the six channels ax ay az gx gy gz between two samples of a session.
    @inline(__always)
    package func apply(
        _ values: UnsafeBufferPointer<Float>, _ before: Int, _ after: Int, share: Float,
        to result: UnsafeMutableBufferPointer<Float>
    ) {
        let first = Self.vectors(values, before)
        let second = Self.vectors(values, after)
        let turned = acceleration * (first.acceleration + share * (second.acceleration - first.acceleration))
        let spun = rotation * (first.rotation + share * (second.rotation - first.rotation))
        for axis in 0..<3 {
            result[axis] = turned[axis]
            result[3 + axis] = spun[axis]
        }
    }

    /// Turns what was derived of six axes: gravity and the acceleration without it as the acceleration, gravity without its
    /// strength; an angle of the attitude stays as it was at the nearer sample.
    ///
    /// - Parameter result: all that is derived.
    @inline(__always)
    func applyDerived(
        _ values: UnsafeBufferPointer<Float>, _ before: Int, _ after: Int, share: Float,
        to result: UnsafeMutableBufferPointer<Float>
    ) {
        let width = RecordedSession.quantityNames.count - 6
        let (first, second) = (before * width, after * width)
        let near = share < 0.5 ? first : second
        for angle in 0..<3 { result[angle] = values[near + angle] }
        let down = acceleration * Self.between(values, first + 3, second + 3, share)
        let length = (down * down).sum().squareRoot()
        let user = acceleration * Self.between(values, first + 6, second + 6, share)
        for axis in 0..<3 {
            result[3 + axis] = length > 0 ? down[axis] / length : 0
            result[6 + axis] = user[axis]
        }
        let levelled = level.acceleration * Self.between(values, first + 9, second + 9, share)
        let spun = level.rotation * Self.between(values, first + 12, second + 12, share)
        for axis in 0..<3 {
            result[9 + axis] = levelled[axis]
            result[12 + axis] = spun[axis]
        }
    }

    @inline(__always)
    private static func between(
        _ values: UnsafeBufferPointer<Float>, _ first: Int, _ second: Int, _ share: Float
    ) -> SIMD3<Float> {
        let one = SIMD3(values[first], values[first + 1], values[first + 2])
        let other = SIMD3(values[second], values[second + 1], values[second + 2])
        return one + share * (other - one)
    }

    @inline(__always)
    private static func vectors(_ values: UnsafeBufferPointer<Float>, _ sample: Int) -> (
        acceleration: SIMD3<Float>, rotation: SIMD3<Float>
    ) {
        let base = sample * 6
        return (
            SIMD3(values[base], values[base + 1], values[base + 2]), SIMD3(values[base + 3], values[base + 4], values[base + 5])
        )
    }
}

/// What acceleration and rotation in the level frame are multiplied by. Its heading is anyone, so that each is as likely; a sensor
/// that lies otherwise changes nothing in it, and what a person does otherwise tips it a little.
private struct Level {
    var acceleration = Matrix3.identity
    var rotation = Matrix3.identity

    /// How far motion tips over, as a part of how far a sensor is turned.
    private static let tipping = 1.0 / 3

    init() {}

    init(
        _ options: AugmentationOptions, _ strength: Float, _ rateStrength: Float, isMirrored: Bool,
        _ random: inout SeededGenerator
    ) {
        let heading = Matrix3.rotation(by: [0, 0, random.uniform(-Double.pi...Double.pi)])
        let turn = Matrix3.rotation(by: options.rotation.map { random.normal() * $0 * Self.tipping * .pi / 180 }) * heading
        acceleration = turn * strength
        rotation = turn * rateStrength
        guard isMirrored else { return }
        acceleration.negate(column: 0)
        for column in 1..<3 { rotation.negate(column: column) }
    }
}
