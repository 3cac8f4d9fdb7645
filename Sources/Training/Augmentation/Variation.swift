import Foundation
import Randomness

/// One draw of the augmentation: the same for all samples of a sequence.
struct Variation {
    /// Samples by which the sequence starts later.
    var shift = 0
    /// Samples of the recording for each sample of the sequence.
    var tempo = 1.0
    /// Row-major 3 × 3, acceleration and angular rate before and after.
    var acceleration = Self.identity
    var rotation = Self.identity
    static let identity: [Float] = [1, 0, 0, 0, 1, 0, 0, 0, 1]

    /// Nothing changes.
    init() {}

    init(_ options: AugmentationOptions, hop: Int, random: inout SeededGenerator) {
        let reach = options.shift * Double(hop)
        shift = Int(random.uniform(-reach...reach).rounded())
        tempo = 1 + random.uniform(-options.timeWarp...options.timeWarp)
        let angles = options.rotation.map { random.normal() * $0 * .pi / 180 }
        let turn = Self.rotation(by: angles)
        let strength = Float(max(0.2, 1 + random.normal() * options.scale))
        let rateStrength = Float(max(0.2, 1 + random.normal() * options.scale) * tempo)
        acceleration = turn.map { $0 * strength }
        rotation = turn.map { $0 * rateStrength }
        if random.happens(options.mirrored) { mirror(options.mirrorAxis) }
    }

    /// A mirror turns one component of a polar vector (acceleration) and the two others of an axial one (angular rate) round.
    private mutating func mirror(_ axis: Int) {
        for row in 0..<3 {
            for column in 0..<3 {
                if column == axis { acceleration[row * 3 + column].negate() } else { rotation[row * 3 + column].negate() }
            }
        }
    }

    /// The rotation about the axis and by the length of a vector in radians (Rodrigues).
    static func rotation(by vector: [Double]) -> [Float] {
        let angle = (vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]).squareRoot()
        guard angle > 1e-9 else { return identity }
        let (x, y, z) = (vector[0] / angle, vector[1] / angle, vector[2] / angle)
        let (s, c) = (sin(angle), cos(angle))
        let rest = 1 - c
        return [
            c + x * x * rest, x * y * rest - z * s, x * z * rest + y * s,
            y * x * rest + z * s, c + y * y * rest, y * z * rest - x * s,
            z * x * rest - y * s, z * y * rest + x * s, c + z * z * rest,
        ].map { Float($0) }
    }

    /// Turns the six channels ax ay az gx gy gz of one sample.
    @inline(__always)
    func apply(_ sample: UnsafePointer<Float>, _ result: UnsafeMutablePointer<Float>) {
        acceleration.withUnsafeBufferPointer { acceleration in
            rotation.withUnsafeBufferPointer { rotation in
                for row in 0..<3 {
                    let a = acceleration.baseAddress! + row * 3
                    let g = rotation.baseAddress! + row * 3
                    result[row] = a[0] * sample[0] + a[1] * sample[1] + a[2] * sample[2]
                    result[3 + row] = g[0] * sample[3] + g[1] * sample[4] + g[2] * sample[5]
                }
            }
        }
    }
}
