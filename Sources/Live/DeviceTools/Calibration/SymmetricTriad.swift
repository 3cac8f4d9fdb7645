/// A symmetric 3 × 3 matrix.
struct SymmetricTriad {
    /// xx, yy, zz.
    var diagonal: SIMD3<Double>
    /// xy, xz, yz.
    var mixed: SIMD3<Double>

    subscript(_ row: Int, _ column: Int) -> Double {
        row == column ? diagonal[row] : mixed[row + column - 1]
    }

    /// The matrix times a vector.
    func times(_ v: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(
            diagonal.x * v.x + mixed.x * v.y + mixed.y * v.z, mixed.x * v.x + diagonal.y * v.y + mixed.z * v.z,
            mixed.y * v.x + mixed.z * v.y + diagonal.z * v.z)
    }

    /// Its eigenvalues and, as long as 1, the directions that they belong to, by Jacobi's rotations (G. Golub, C. Van Loan, "Matrix
    /// Computations", 8.5): each takes one of the three numbers beside the diagonal away, until all are.
    var principal: (values: SIMD3<Double>, directions: [SIMD3<Double>]) {
        var matrix = (0..<3).map { row in (0..<3).map { self[row, $0] } }
        var directions: [SIMD3<Double>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        for _ in 0..<Self.rounds {
            for (p, q) in [(0, 1), (0, 2), (1, 2)] where matrix[p][q] != 0 {
                let ratio = (matrix[q][q] - matrix[p][p]) / (2 * matrix[p][q])
                let tangent = (ratio < 0 ? -1 : 1) / (ratio.magnitude + (ratio * ratio + 1).squareRoot())
                let cosine = 1 / (tangent * tangent + 1).squareRoot()
                let sine = tangent * cosine
                for k in 0..<3 {
                    let (left, right) = (matrix[k][p], matrix[k][q])
                    (matrix[k][p], matrix[k][q]) = (cosine * left - sine * right, sine * left + cosine * right)
                }
                for k in 0..<3 {
                    let (above, below) = (matrix[p][k], matrix[q][k])
                    (matrix[p][k], matrix[q][k]) = (cosine * above - sine * below, sine * above + cosine * below)
                }
                let (first, second) = (directions[p], directions[q])
                (directions[p], directions[q]) = (cosine * first - sine * second, sine * first + cosine * second)
            }
        }
        return (SIMD3(matrix[0][0], matrix[1][1], matrix[2][2]), directions)
    }

    /// A cubic convergence needs far fewer.
    private static let rounds = 12

    /// The matrix of the same directions with other eigenvalues.
    init(_ values: SIMD3<Double>, along directions: [SIMD3<Double>]) {
        (diagonal, mixed) = (SIMD3(), SIMD3())
        for (place, v) in directions.enumerated() {
            diagonal += values[place] * v * v
            mixed += values[place] * SIMD3(v.x * v.y, v.x * v.z, v.y * v.z)
        }
    }

    init(diagonal: SIMD3<Double>, mixed: SIMD3<Double>) { (self.diagonal, self.mixed) = (diagonal, mixed) }
}
