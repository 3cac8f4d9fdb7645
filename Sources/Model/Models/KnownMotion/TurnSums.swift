import Foundation

/// Sums of what an acceleration does while its sensor turns, from which follows how well ȧ = −ω × a holds in whatever way both are
/// read.
struct TurnSums: Sendable {
    private(set) var changes = 0
    /// Of squared changes, in (g/s)².
    private(set) var squaredChanges = SIMD3<Double>.zero
    /// Of a change of aₓ, a_y, a_z each: times a rotation (row) and an acceleration.
    private(set) var products = (x: Products(), y: Products(), z: Products())
    /// Of ωᵢ² (row) aⱼ², and of ω_j ω_k (row i) a_j a_k (column i), i the third beside j and k.
    private(set) var squares = Products()
    private(set) var mixed = Products()

    /// - Parameters:
    ///   - change: of the acceleration, in g/s.
    ///   - acceleration: in the middle of the change, in g.
    ///   - rotation: there, in rad/s.
    mutating func add(change: SIMD3<Double>, of acceleration: SIMD3<Double>, turning rotation: SIMD3<Double>) {
        changes += 1
        squaredChanges += change * change
        products.x.add(rotation * change.x, acceleration)
        products.y.add(rotation * change.y, acceleration)
        products.z.add(rotation * change.z, acceleration)
        squares.add(rotation * rotation, acceleration * acceleration)
        mixed.add(rotation.others, acceleration.others)
    }
}

/// Those sums of motion behind a low-pass of two equal stages, which both sensors' numbers go through alike.
struct SlowTurns: Sendable {
    private(set) var sums = TurnSums()
    /// Of the first stage and the second.
    private var acceleration = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    private var rotation = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    private var samples = 0
    private let rate: Double
    private let gain: Double

    /// Seconds until the mean that a stage begins with does no harm.
    private static let settling = 1.0

    /// - Parameters:
    ///   - frequency: at which each stage halves the power, in Hz.
    ///   - rate: samples a second.
    init(below frequency: Double, rate: Double) {
        self.rate = rate
        gain = 1 - exp(-2 * Double.pi * frequency / rate)
    }

    mutating func add(acceleration a: SIMD3<Double>, rotation w: SIMD3<Double>) {
        samples += 1
        // The mean of all at first, so that no single sample is what it begins with.
        let gain = max(gain, 1 / Double(samples))
        let last = (acceleration: acceleration.1, rotation: rotation.1)
        acceleration.0 += gain * (a - acceleration.0)
        acceleration.1 += gain * (acceleration.0 - acceleration.1)
        rotation.0 += gain * (w - rotation.0)
        rotation.1 += gain * (rotation.0 - rotation.1)
        guard Double(samples) > Self.settling * rate else { return }
        sums.add(
            change: (acceleration.1 - last.acceleration) * rate, of: (acceleration.1 + last.acceleration) * 0.5,
            turning: (rotation.1 + last.rotation) * 0.5)
    }

    mutating func interrupt() { samples = 0 }
}

/// Sums of products of two vectors, all nine.
struct Products: Sendable {
    private var rows = (SIMD3<Double>.zero, SIMD3<Double>.zero, SIMD3<Double>.zero)

    mutating func add(_ row: SIMD3<Double>, _ column: SIMD3<Double>) {
        rows.0 += row.x * column
        rows.1 += row.y * column
        rows.2 += row.z * column
    }

    subscript(row: Int, column: Int) -> Double {
        switch row {
        case 0: rows.0[column]
        case 1: rows.1[column]
        default: rows.2[column]
        }
    }
}

extension SIMD3<Double> {
    /// In the place of each the product of the two others.
    fileprivate var others: SIMD3<Double> { [y * z, z * x, x * y] }
}
