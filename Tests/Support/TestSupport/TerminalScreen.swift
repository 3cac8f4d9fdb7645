/// What a terminal shows of bytes that a program wrote: text, and the escape sequences that the program uses.
public struct TerminalScreen {
    public let columns: Int
    public let rows: Int
    private var cells: [[Character]]
    private var row = 0
    private var column = 0
    /// Sequences that this does not know, each once.
    public private(set) var unknown: Set<String> = []
    /// Colours that were asked for, as the parameters of their sequences.
    public private(set) var colours: Set<String> = []

    public init(columns: Int, rows: Int) {
        (self.columns, self.rows) = (columns, rows)
        cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
    }

    /// The rows, without the spaces at their ends.
    public var lines: [String] {
        cells.map { row in String(row[..<((row.lastIndex { $0 != " " } ?? -1) + 1)]) }
    }

    public var text: String { lines.joined(separator: "\n") }

    /// Takes what was written. A sequence must be whole.
    public mutating func write(_ text: String) {
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\r": column = 0
            case "\n":
                column = 0
                row += 1
                if row == rows { scroll() }
            case "\u{1B}": obey(&rest)
            default: put(Character(scalar))
            }
        }
    }

    private mutating func put(_ character: Character) {
        // A character behind the last column begins the next row, as terminals have it.
        if column == columns {
            (column, row) = (0, row + 1)
            if row == rows { scroll() }
        }
        cells[row][column] = character
        column += 1
    }

    private mutating func scroll() {
        cells.removeFirst()
        cells.append(Array(repeating: " ", count: columns))
        row = rows - 1
    }

    private mutating func obey(_ rest: inout Substring.UnicodeScalarView) {
        guard rest.popFirst() == "[" else { return }
        var parameters = ""
        while let scalar = rest.popFirst() {
            guard scalar.properties.isAlphabetic else {
                parameters.unicodeScalars.append(scalar)
                continue
            }
            return apply(Character(scalar), parameters)
        }
    }

    private mutating func apply(_ letter: Character, _ parameters: String) {
        switch (letter, parameters) {
        case ("A", _): row = max(0, row - (Int(parameters) ?? 1))
        case ("H", ""): (row, column) = (0, 0)
        case ("K", ""): for place in column..<columns { cells[row][place] = " " }
        case ("J", ""):
            for place in column..<columns { cells[row][place] = " " }
            for below in (row + 1)..<max(rows, row + 1) { cells[below] = Array(repeating: " ", count: columns) }
        case ("J", "2"): cells = Array(repeating: Array(repeating: " ", count: columns), count: rows)
        case ("m", _): if parameters.count > 1 { colours.insert(parameters) }
        case ("h", "?25"), ("l", "?25"): break
        default: unknown.insert("\(parameters)\(letter)")
        }
    }
}
