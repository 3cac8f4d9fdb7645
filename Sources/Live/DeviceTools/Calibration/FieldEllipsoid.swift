import Foundation
public import MotionCore

/// Where a magnetometer's readings lie that is turned in one field: on an ellipsoid, whose centre is the hard iron and whose shape
/// is the soft iron.
///
/// Fitted as the quadric xᵀAx + 2bᵀx = 1 with the least squares of its nine coefficients, about the readings' mean and in units of
/// their spread. An ellipsoid tells the soft iron but for a turn; the symmetric matrix among those is taken, which turns nothing:
/// a magnetometer whose axes are not those of the accelerometer is not noticed here.
public struct FieldEllipsoid: Sendable {
    /// What makes a sphere about 0 of it, as large as the ellipsoid.
    public let iron: IronCorrection
    /// How far strengths of corrected readings are from the mean one, as a share of it (root mean square).
    public let spread: Double

    /// The longest axis is so many times the shortest at most; more is no iron about a sensor that works.
    private static let longest = 4.0

    /// - Parameter readings: in µT.
    /// - Returns: nil if they lie on no ellipsoid, such as in a plane.
    public init?(_ readings: [SIMD3<Double>]) {
        guard readings.count >= 12 else { return nil }
        let mean = readings.reduce(SIMD3(), +) / Double(readings.count)
        let scale = (readings.reduce(0) { $0 + Self.square($1 - mean) } / Double(readings.count)).squareRoot()
        guard scale > 0, scale.isFinite, let terms = Self.terms(readings.map { ($0 - mean) / scale }) else { return nil }
        let quadric = SymmetricTriad(diagonal: SIMD3(terms[0], terms[1], terms[2]), mixed: SIMD3(terms[3], terms[4], terms[5]))
        let linear = SIMD3(terms[6], terms[7], terms[8])
        let (values, directions) = quadric.principal
        guard values.min() > 0, values.max() < values.min() * Self.longest * Self.longest else { return nil }
        // The centre is −A⁻¹b; about it the quadric is xᵀAx = 1 + bᵀA⁻¹b.
        let centre = -SymmetricTriad(1 / values, along: directions).times(linear)
        let level = 1 - (linear * centre).sum()
        guard level > 0 else { return nil }
        let inverseRadii = SIMD3(values.x.squareRoot(), values.y.squareRoot(), values.z.squareRoot()) / level.squareRoot()
        // Of the sphere of the same volume.
        let radius = 1 / cbrt(inverseRadii.x * inverseRadii.y * inverseRadii.z)
        let matrix = SymmetricTriad(inverseRadii * radius, along: directions)
        let found = IronCorrection(
            offset: mean + scale * centre, diagonal: matrix.diagonal, mixed: matrix.mixed, strength: scale * radius)
        guard found.strength.isFinite, found.diagonal.min() > 0 else { return nil }
        iron = found
        let errors = readings.map { Self.square(found.field(of: $0)).squareRoot() / found.strength - 1 }
        spread = (errors.reduce(0) { $0 + $1 * $1 } / Double(errors.count)).squareRoot()
    }

    /// Whether readings lie in a plane, within a tenth of how far they reach in it: of a device that was turned about one axis.
    static func isFlat(_ readings: [SIMD3<Double>]) -> Bool {
        guard !readings.isEmpty else { return true }
        let mean = readings.reduce(SIMD3(), +) / Double(readings.count)
        var spread = SymmetricTriad(diagonal: SIMD3(), mixed: SIMD3())
        for reading in readings {
            let v = reading - mean
            spread.diagonal += v * v
            spread.mixed += SIMD3(v.x * v.y, v.x * v.z, v.y * v.z)
        }
        let values = spread.principal.values
        return values.min() < 0.01 * values.max()
    }

    /// The quadric that is 1 at the readings: xx, yy, zz, xy, xz, yz, and half of its terms of x, y, z; nil if they leave one open.
    private static func terms(_ readings: [SIMD3<Double>]) -> [Double]? {
        var rows = [[Double]](repeating: [Double](repeating: 0, count: 10), count: 9)
        for v in readings {
            let parts = [
                v.x * v.x, v.y * v.y, v.z * v.z, 2 * v.x * v.y, 2 * v.x * v.z, 2 * v.y * v.z, 2 * v.x, 2 * v.y, 2 * v.z, 1,
            ]
            for row in 0..<9 {
                for column in 0..<10 { rows[row][column] += parts[row] * parts[column] }
            }
        }
        let count = Double(readings.count)
        return LinearEquations.solved(rows.map { row in row.map { $0 / count } })
    }

    private static func square(_ v: SIMD3<Double>) -> Double { (v * v).sum() }
}
