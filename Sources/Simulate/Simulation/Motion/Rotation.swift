import Foundation

/// A rotation in space: the three axes of the turned frame, seen from the one it was turned in.
struct Rotation: Sendable {
    var x: SIMD3<Double>
    var y: SIMD3<Double>
    var z: SIMD3<Double>

    static let none = Rotation(x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1])

    /// A turn about a vector by its length, in radians and by the right-hand rule (Rodrigues' formula).
    init(by vector: SIMD3<Double>) {
        let angle = (vector * vector).sum().squareRoot()
        let axis = angle > 1e-12 ? vector / angle : .zero
        func turned(_ unit: SIMD3<Double>) -> SIMD3<Double> {
            let across = SIMD3(
                axis.y * unit.z - axis.z * unit.y, axis.z * unit.x - axis.x * unit.z, axis.x * unit.y - axis.y * unit.x)
            return cos(angle) * unit + sin(angle) * across + (1 - cos(angle)) * (axis * unit).sum() * axis
        }
        self.init(x: turned([1, 0, 0]), y: turned([0, 1, 0]), z: turned([0, 0, 1]))
    }

    init(x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>) { (self.x, self.y, self.z) = (x, y, z) }

    /// Turned further by a turn in its own axes.
    func turned(by turn: Rotation) -> Rotation {
        func outside(_ vector: SIMD3<Double>) -> SIMD3<Double> { vector.x * x + vector.y * y + vector.z * z }
        return Rotation(x: outside(turn.x), y: outside(turn.y), z: outside(turn.z))
    }

    /// Turned further about one of its own axes, by the right-hand rule; radians.
    func turnedAboutX(_ angle: Double) -> Rotation {
        Rotation(x: x, y: cos(angle) * y + sin(angle) * z, z: cos(angle) * z - sin(angle) * y)
    }

    func turnedAboutY(_ angle: Double) -> Rotation {
        Rotation(x: cos(angle) * x - sin(angle) * z, y: y, z: cos(angle) * z + sin(angle) * x)
    }

    func turnedAboutZ(_ angle: Double) -> Rotation {
        Rotation(x: cos(angle) * x + sin(angle) * y, y: cos(angle) * y - sin(angle) * x, z: z)
    }

    /// A vector of the outer frame, as the turned frame sees it.
    func seenInside(_ vector: SIMD3<Double>) -> SIMD3<Double> {
        [dot(x, vector), dot(y, vector), dot(z, vector)]
    }

    /// The vector along the axis of the smallest turn that leads to another rotation, as long as its angle, as this frame sees it.
    ///
    /// From the trace and the skew part of the relative rotation matrix; for turns well below π.
    func turn(to other: Rotation) -> SIMD3<Double> {
        let (a, b, c) = (seenInside(other.x), seenInside(other.y), seenInside(other.z))
        let skew = SIMD3(b.z - c.y, c.x - a.z, a.y - b.x) / 2
        let sine = dot(skew, skew).squareRoot()
        guard sine > 1e-12 else { return skew }
        let cosine = (a.x + b.y + c.z - 1) / 2
        return skew * (atan2(sine, cosine) / sine)
    }

    private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        (a * b).sum()
    }
}
