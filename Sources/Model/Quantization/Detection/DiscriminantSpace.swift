import Models
import MotionCore

/// The plane in which the classes' means lie, after what varies within the classes was made alike in all directions: with Σ = L Lᵀ
/// the classes' common covariance, a hidden state h is first L⁻¹ h.
struct DiscriminantSpace {
    /// `[rows][units]`, and what is added: from a hidden state (real numbers) to the plane, the mean of the classes' means at 0.
    let matrix: FloatMatrix
    let bias: [Float]
    /// `[labels][rows]`: where the mean of each class lies; 0 of a class without windows.
    let means: [[Double]]
    /// The largest magnitude of any window's number there.
    let reach: Double

    /// - Parameters:
    ///   - rest: its windows vary as the world does: they have a mean like others, and no say in what varies within a class.
    ///   - units: of a hidden state.
    ///   - shrinkage: how much of the covariance is that of a ball, 0 … 1.
    /// - Returns: nil for fewer than two classes with windows, or hardly any windows.
    init?(_ windows: [WindowEmbeddings.Window], labels: Int, rest: Int?, units: Int, shrinkage: Double) {
        let states = windows.map { $0.hidden.map { Double($0) / 32768 } }
        var sums = [[Double]](repeating: [Double](repeating: 0, count: units), count: labels)
        var counts = [Int](repeating: 0, count: labels)
        for (window, state) in zip(windows, states) {
            counts[window.truth] += 1
            for unit in 0..<units { sums[window.truth][unit] += state[unit] }
        }
        let present = (0..<labels).filter { counts[$0] > 0 }
        let centres = (0..<labels).map { label in sums[label].map { $0 / Double(max(1, counts[label])) } }
        var scatter = SymmetricMatrix(count: units)
        var within = 0
        for (window, state) in zip(windows, states) where window.truth != rest {
            scatter.add(zip(state, centres[window.truth]).map { $0 - $1 })
            within += 1
        }
        guard present.count >= 2, within > present.count else { return nil }
        scatter.scale(by: 1 / Double(within - present.count + 1))
        scatter.shrink(by: shrinkage)
        guard let factor = scatter.cholesky() else { return nil }

        let centre = (0..<units).map { unit in present.reduce(0) { $0 + centres[$1][unit] } / Double(present.count) }
        let white = present.map { label in factor.solved(zip(centres[label], centre).map { $0 - $1 }) }
        let basis = Self.basis(of: white, most: QuantizedDetector.mostRows)
        guard !basis.isEmpty else { return nil }
        // Row r is b_r L⁻¹: b_r · (L⁻¹ h) = (L⁻ᵀ b_r) · h.
        let rows = basis.map { factor.solvedTransposed($0) }
        let offsets = rows.map { row in -zip(row, centre).reduce(0) { $0 + $1.0 * $1.1 } }
        matrix = FloatMatrix(rows: rows.count, columns: units, values: rows.flatMap { $0.map { Float($0) } })
        bias = offsets.map { Float($0) }
        func place(_ state: [Double]) -> [Double] {
            zip(rows, offsets).map { row, offset in zip(row, state).reduce(offset) { $0 + $1.0 * $1.1 } }
        }
        means = (0..<labels).map { counts[$0] > 0 ? place(centres[$0]) : [Double](repeating: 0, count: rows.count) }
        reach = states.reduce(1) { most, state in place(state).reduce(most) { max($0, abs($1)) } }
    }

    /// Directions that span these vectors, the longest remainder first (Gram and Schmidt); distances in their plane do not depend
    /// on which they are.
    private static func basis(of vectors: [[Double]], most: Int) -> [[Double]] {
        var left = vectors
        var basis: [[Double]] = []
        func length(_ vector: [Double]) -> Double { vector.reduce(0) { $0 + $1 * $1 }.squareRoot() }
        // What all of them are about the mean of is one short of spanning as many directions.
        while basis.count < min(most, vectors.count - 1) {
            guard let longest = left.max(by: { length($0) < length($1) }), length(longest) > 1e-6 else { break }
            let direction = longest.map { $0 / length(longest) }
            basis.append(direction)
            left = left.map { vector in
                let share = zip(vector, direction).reduce(0) { $0 + $1.0 * $1.1 }
                return zip(vector, direction).map { $0 - share * $1 }
            }
        }
        return basis
    }
}
