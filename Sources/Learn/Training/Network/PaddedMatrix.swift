/// Where one matrix of weights lies in the vector of all parameters. The last column is the bias: its input is always 1.
///
/// Rows and columns are padded with zeros to multiples of 16, which is what the kernels want. Padding stays zero, because its
/// gradient is zero.
package struct PaddedMatrix: Sendable, Equatable {
    /// Rows that mean something.
    package let rows: Int
    /// Columns that mean something, the bias among them.
    package let columns: Int
    /// First element in the vector of parameters.
    let offset: Int

    var paddedRows: Int { roundedUpToLanes(rows) }
    var paddedColumns: Int { roundedUpToLanes(columns) }
    /// Elements in the vector of parameters.
    var count: Int { paddedRows * paddedColumns }

    package func index(row: Int, column: Int) -> Int {
        offset + row * paddedColumns + column
    }
}

/// Sequences that are computed side by side.
package let laneCount = 16

package func roundedUpToLanes(_ count: Int) -> Int {
    (count + laneCount - 1) / laneCount * laneCount
}
