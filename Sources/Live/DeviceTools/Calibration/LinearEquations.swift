/// As many linear equations as unknowns.
enum LinearEquations {
    /// Gauss's elimination with the largest pivots.
    ///
    /// - Parameter rows: each the coefficients and the right-hand side.
    /// - Returns: the unknowns; nil if the equations leave them open.
    static func solved(_ rows: [[Double]]) -> [Double]? {
        var rows = rows
        for column in rows.indices {
            guard let pivot = (column..<rows.count).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-9
            else { return nil }
            rows.swapAt(column, pivot)
            for row in rows.indices where row != column {
                let factor = rows[row][column] / rows[column][column]
                for place in column...rows.count { rows[row][place] -= factor * rows[column][place] }
            }
        }
        return rows.indices.map { rows[$0][rows.count] / rows[$0][$0] }
    }
}
