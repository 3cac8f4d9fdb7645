/// How gravity's changes follow from the rotation, by least squares: Δĝ = −∫ (M ω) × ĝ dt, with what makes the board's rotation of
/// the gyroscope's numbers in M.
struct RotationAgainstGravity {
    /// Sums over a part of the motion.
    private struct Sums {
        /// Of the nine numbers of M, row by row.
        var matrix = [Double](repeating: 0, count: 81)
        var right = [Double](repeating: 0, count: 9)
        /// Of gravity's changes, squared.
        var changes = 0.0

        mutating func add(_ columns: [SIMD3<Double>], _ change: SIMD3<Double>) {
            changes += (change * change).sum()
            for first in 0..<9 {
                right[first] += (columns[first] * change).sum()
                for second in 0..<9 { matrix[9 * first + second] += (columns[first] * columns[second]).sum() }
            }
        }

        mutating func add(_ other: Sums) {
            changes += other.changes
            for place in 0..<9 { right[place] += other.right[place] }
            for place in 0..<81 { matrix[place] += other.matrix[place] }
        }
    }

    /// Of each quarter of the motion, and of all.
    private var quarters = [Sums](repeating: Sums(), count: 4)
    private var whole = Sums()

    /// Seconds over which both are smoothed, and those between two directions.
    private static let smoothing = 0.5
    private static let span = 0.5

    init(_ motion: ObservedMotion) {
        let width = max(1, motion.samples(in: Self.smoothing))
        let span = max(1, motion.samples(in: Self.span))
        let gravity = smoothed(motion.acceleration, width: width).map(\.direction)
        let rotation = smoothed(motion.rotation, width: width)
        guard gravity.count > span, rotation.count == gravity.count else { return }
        let axes: [SIMD3<Double>] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
        // What each number of M adds to gravity, summed since the beginning.
        var sums = [[SIMD3<Double>]](repeating: [], count: 9)
        var sum = [SIMD3<Double>](repeating: .zero, count: 9)
        for place in gravity.indices {
            for row in 0..<3 {
                let across = axes[row].cross(gravity[place])
                for column in 0..<3 {
                    sum[3 * row + column] -= across * (rotation[place][column] / motion.rate)
                    sums[3 * row + column].append(sum[3 * row + column])
                }
            }
        }
        for end in span..<gravity.count {
            let quarter = (end - span) * quarters.count / (gravity.count - span)
            quarters[quarter].add(sums.map { $0[end] - $0[end - span] }, gravity[end] - gravity[end - span])
        }
        for quarter in quarters { whole.add(quarter) }
    }

    /// The motion without each of its quarters.
    var withoutQuarters: [RotationAgainstGravity] {
        quarters.indices.map { left in
            var rest = self
            rest.whole = Sums()
            for (place, quarter) in quarters.enumerated() where place != left { rest.whole.add(quarter) }
            return rest
        }
    }

    /// How well gravity's changes follow, −1 … 1, and how many rad/s a unit of the rotation then is.
    ///
    /// - Parameter axes: which the gyroscope's numbers are taken to be.
    func fit(_ axes: GyroscopeAxes) -> (correlation: Double, radiansPerSecond: Double) {
        var numerator = 0.0
        var square = 0.0
        for row in 0..<3 {
            let first = 3 * row + axes.source[row]
            numerator += axes.sign[row] * whole.right[first]
            for other in 0..<3 {
                let second = 3 * other + axes.source[other]
                square += axes.sign[row] * axes.sign[other] * whole.matrix[9 * first + second]
            }
        }
        let changes = whole.changes
        guard square > 0, changes > 0 else { return (0, 0) }
        return (numerator / (square * changes).squareRoot(), numerator / square)
    }
}

/// Which of a gyroscope's numbers are the rotation about x, y and z of the accelerometer: one of 48.
public struct GyroscopeAxes: Sendable, Hashable {
    /// For x, y, z: the number's place, 0 … 2, and its sign, ±1.
    let source: SIMD3<Int>
    let sign: SIMD3<Double>

    /// As they should be.
    public static let right = GyroscopeAxes(source: [0, 1, 2], sign: [1, 1, 1])

    /// All 48.
    public static let all: [GyroscopeAxes] = {
        let orders: [SIMD3<Int>] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        return orders.flatMap { order in
            (0..<8).map { signs in
                GyroscopeAxes(source: order, sign: [signs & 1 == 0 ? 1 : -1, signs & 2 == 0 ? 1 : -1, signs & 4 == 0 ? 1 : -1])
            }
        }
    }()

    /// What a gyroscope that is wired like this shows of a rotation.
    public func mistaken(_ rotation: SIMD3<Double>) -> SIMD3<Double> {
        var shown = SIMD3<Double>.zero
        for axis in 0..<3 { shown[source[axis]] = sign[axis] * rotation[axis] }
        return shown
    }

    /// `gy, −gx, gz`: the numbers, by their names, that would be gx, gy and gz.
    public var words: String {
        (0..<3).map { "\(sign[$0] < 0 ? "−" : "")\(["gx", "gy", "gz"][source[$0]])" }.joined(separator: ", ")
    }
}
