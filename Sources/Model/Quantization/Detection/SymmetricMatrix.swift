/// A symmetric matrix, row-major.
struct SymmetricMatrix {
    let count: Int
    private var values: [Double]

    init(count: Int) {
        self.count = count
        values = [Double](repeating: 0, count: count * count)
    }

    /// - Parameter rows: all of them; what is above the diagonal is not read.
    init(count: Int, rows: [Double]) {
        precondition(rows.count == count * count, "a square")
        self.count = count
        values = rows
    }

    /// Every entry, row-major.
    var rows: [Double] {
        (0..<count).flatMap { row($0) }
    }

    /// Adds v vᵀ.
    mutating func add(_ v: [Double]) {
        for row in 0..<count {
            for column in 0...row { values[row * count + column] += v[row] * v[column] }
        }
    }

    /// One row, or column.
    func row(_ row: Int) -> [Double] { (0..<count).map { values[max(row, $0) * count + min(row, $0)] } }

    /// The matrix times a vector.
    private func times(_ v: [Double]) -> [Double] {
        (0..<count).map { row in
            var sum = 0.0
            for column in 0...row { sum += values[row * count + column] * v[column] }
            for column in row + 1..<max(row + 1, count) { sum += values[column * count + row] * v[column] }
            return sum
        }
    }

    /// The orthonormal directions in which it reaches farthest, as closely as some rounds of orthogonal iteration find them
    /// (Bauer 1957); fewer if it is 0 in all others.
    func mainDirections(_ most: Int) -> [[Double]] {
        var directions = (0..<min(most, count)).map { unit in (0..<count).map { $0 % most == unit ? 1.0 : 0 } }
        for _ in 0..<Self.rounds {
            var found: [[Double]] = []
            for direction in directions {
                var vector = times(direction)
                let whole = length(vector)
                for other in found {
                    let share = zip(vector, other).reduce(0) { $0 + $1.0 * $1.1 }
                    for index in vector.indices { vector[index] -= share * other[index] }
                }
                let left = length(vector)
                if left > 1e-9 * whole { found.append(vector.map { $0 / left }) }
            }
            directions = found
        }
        return directions
    }

    private static let rounds = 20

    /// The sum of its diagonal.
    var trace: Double { (0..<count).reduce(0) { $0 + values[$1 * count + $1] } }

    /// Adds so much of another one.
    mutating func add(_ other: SymmetricMatrix, times factor: Double) {
        for index in values.indices { values[index] += factor * other.values[index] }
    }

    mutating func scale(by factor: Double) { values = values.map { $0 * factor } }

    /// Moves it towards the ball of the same trace.
    mutating func shrink(by part: Double) {
        let mean = trace / Double(count)
        values = values.map { $0 * (1 - part) }
        for row in 0..<count { values[row * count + row] += part * mean + 1e-12 }
    }

    /// L with L Lᵀ the matrix; nil if it is not positive.
    func cholesky() -> LowerTriangle? {
        var lower = values
        for row in 0..<count {
            for column in 0...row {
                var sum = lower[row * count + column]
                for k in 0..<column { sum -= lower[row * count + k] * lower[column * count + k] }
                if row == column {
                    guard sum > 0 else { return nil }
                    lower[row * count + row] = sum.squareRoot()
                } else {
                    lower[row * count + column] = sum / lower[column * count + column]
                }
            }
        }
        return LowerTriangle(count: count, values: lower)
    }
}

/// What is 0 above the diagonal.
struct LowerTriangle {
    let count: Int
    /// Row-major; nothing reads what is above the diagonal.
    let values: [Double]

    /// L⁻¹ v
    func solved(_ v: [Double]) -> [Double] {
        var x = v
        for row in 0..<count {
            for k in 0..<row { x[row] -= values[row * count + k] * x[k] }
            x[row] /= values[row * count + row]
        }
        return x
    }

    /// L⁻ᵀ v
    func solvedTransposed(_ v: [Double]) -> [Double] {
        var x = v
        for row in (0..<count).reversed() {
            for k in row + 1..<count { x[row] -= values[k * count + row] * x[k] }
            x[row] /= values[row * count + row]
        }
        return x
    }
}

private func length(_ vector: [Double]) -> Double { vector.reduce(0) { $0 + $1 * $1 }.squareRoot() }
