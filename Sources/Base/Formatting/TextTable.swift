/// Rows of cells as aligned plain text: the first column, or the first few, to the left, all others to the right.
package struct TextTable {
    private var rows: [[String]] = []

    private let leftColumns: Int

    /// - Parameter leftColumns: those that hold text, and not numbers.
    package init(leftColumns: Int = 1) {
        self.leftColumns = leftColumns
    }

    /// Adds a row. Rows may have different numbers of cells. A cell has one line, whatever was in it.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map(printable))
    }

    /// One line per row, columns two spaces apart, without trailing spaces.
    package var lines: [String] {
        let columns = rows.map(\.count).max() ?? 0
        let widths = (0..<columns).map { column in rows.map { $0.count > column ? $0[column].count : 0 }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                line += (column > 0 ? "  " : "") + (column < leftColumns ? cell + padding : padding + cell)
            }
            while line.last == " " { line.removeLast() }
            return line
        }
    }
}
