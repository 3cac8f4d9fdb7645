import Foundation

/// A 3 × 3 matrix, column by column.
package struct Matrix3: Equatable {
    package var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

    static let identity = Matrix3(columns: (SIMD3(1, 0, 0), SIMD3(0, 1, 0), SIMD3(0, 0, 1)))

    package static func == (left: Matrix3, right: Matrix3) -> Bool { left.columns == right.columns }

    @inline(__always)
    static func * (matrix: Matrix3, vector: SIMD3<Float>) -> SIMD3<Float> {
        matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
    }

    static func * (matrix: Matrix3, other: Matrix3) -> Matrix3 {
        Matrix3(columns: (matrix * other.columns.0, matrix * other.columns.1, matrix * other.columns.2))
    }

    static func * (matrix: Matrix3, factor: Float) -> Matrix3 {
        Matrix3(columns: (matrix.columns.0 * factor, matrix.columns.1 * factor, matrix.columns.2 * factor))
    }

    /// Turns the sign of a column round.
    mutating func negate(column: Int) {
        switch column {
        case 0: columns.0 = -columns.0
        case 1: columns.1 = -columns.1
        default: columns.2 = -columns.2
        }
    }

    /// The rotation about the axis and by the length of a vector in radians (Rodrigues).
    package static func rotation(by vector: [Double]) -> Matrix3 {
        let angle = (vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]).squareRoot()
        guard angle > 1e-9 else { return identity }
        let (x, y, z) = (vector[0] / angle, vector[1] / angle, vector[2] / angle)
        let (s, c) = (sin(angle), cos(angle))
        let rest = 1 - c
        return Matrix3(
            columns: (
                SIMD3(SIMD3<Double>(c + x * x * rest, y * x * rest + z * s, z * x * rest - y * s)),
                SIMD3(SIMD3<Double>(x * y * rest - z * s, c + y * y * rest, z * y * rest + x * s)),
                SIMD3(SIMD3<Double>(x * z * rest + y * s, y * z * rest - x * s, c + z * z * rest))
            ))
    }
}
