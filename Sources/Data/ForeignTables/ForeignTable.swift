import MotionUnits
import Recordings

/// How a text file is cut into rows and fields, by its first lines, whatever separates them: tabs, semicolons, commas or spaces,
/// the one that gives most rows the same number of fields above one. A field may stand in double quotes; a semicolon that ends
/// every row of another separator (`0.5;`) is none.
struct ForeignTable {
    let path: String
    let separator: UInt8
    /// The names in the first row of the table, with units in brackets that a row below may have; nil if it holds numbers as the
    /// others do.
    let header: [String]?
    /// The first row of the table.
    let first: [String]
    /// Fields of a usual row.
    let width: Int
    /// Lines that are skipped before rows and header are read: those before the header, as loggers write them of the device and the
    /// day, a spreadsheet's first line of its separator, and a header with rows of words below it.
    let preamble: Int
    /// The header's line as it stands there; empty without one.
    let headerLine: [UInt8]
    /// Whether a blank line ends a session: not in a table that has one after almost every row.
    let blankLinesEndSessions: Bool
    /// Of a file of moments its fields; nil of any other.
    let moments: MomentColumns?
    /// Lines after the header that are not blank, from the beginning of the file.
    private let probe: ArraySlice<[UInt8]>

    /// Lines that tell how it is cut, and those that tell the unit of time, bounded also in bytes.
    private static let usualLines = 200
    private static let mostLines = 5_001
    private static let mostBytes = 4 << 20
    /// Rows between two blank lines, on the average, with which those are between sessions.
    private static let leastBlock = 3

    /// - Throws: a file that cannot be read, is no text or has nothing in it.
    init(_ path: String) throws(RecordingError) {
        self = JSONForm(path) == .moments ? try Self(path, MomentColumns(of: path)) : try Self(text: path)
    }

    private init(text path: String) throws(RecordingError) {
        let reading = try ForeignLines(path)
        var lines: [[UInt8]] = []
        var bytes = 0
        var blocks = 0
        while lines.count < Self.mostLines, bytes < Self.mostBytes || lines.count <= Self.usualLines,
            let line = try reading.next()
        {
            lines.append(Array(line))
            bytes += line.count
            if reading.followsBlank { blocks += 1 }
        }
        // “sep=;”, which a spreadsheet is told by.
        let skipped = lines.first.map { $0.starts(with: Array("sep=".utf8)) } == true ? 1 : 0
        lines.removeFirst(skipped)
        guard !lines.isEmpty else { throw .empty(path: path) }
        var best = (separator: UInt8(ascii: ","), rows: 0)
        for separator in [0x09, 0x3B, 0x2C, 0x20] as [UInt8] {
            let widths = Self.rows(lines.prefix(Self.usualLines), separator).map(\.usedWidth)
            let usual = Self.usual(Array(widths))
            let rows = usual < 2 ? 0 : widths.count { $0 == usual }
            if rows > best.rows { best = (separator, rows) }
        }
        let before = Self.preamble(of: lines.prefix(Self.usualLines), best.separator)
        lines.removeFirst(before)
        var row = ForeignRow(best.separator)
        lines[0].withUnsafeBytes { row.cut($0) }
        self.path = path
        moments = nil
        separator = best.separator
        first = (0..<row.count).map { row.text($0) }
        let isHeader = row.isOfNames
        headerLine = isHeader ? lines[0] : []
        let words = isHeader ? Self.wordsBelow(Array(Self.rows(lines.prefix(Self.mostWords + 2), separator))) : nil
        header = isHeader ? zip(first, words?.units ?? first.map { _ in "" }).map(Self.named) : nil
        preamble = skipped + before + (words.map { $0.rows + 1 } ?? 0)
        lines.removeSubrange(1..<1 + (words?.rows ?? 0))
        blankLinesEndSessions = blocks == 0 || lines.count >= Self.leastBlock * (blocks + 1)
        probe = isHeader ? lines.dropFirst() : lines[...]
        let usual = (isHeader && lines.count > 1 ? lines.dropFirst() : lines[...]).prefix(Self.usualLines)
        width = Self.usual(Self.rows(usual, separator).map(\.count))
    }

    /// A file of moments: its fields are the columns, of which it says the names.
    private init(_ path: String, _ columns: MomentColumns) throws(RecordingError) {
        let reading = try ForeignLines(path, columns)
        var lines: [[UInt8]] = []
        var bytes = 0
        while lines.count < Self.mostLines, bytes < Self.mostBytes || lines.count <= Self.usualLines,
            let line = try reading.next()
        {
            lines.append(Array(line))
            bytes += line.count
        }
        self.path = path
        moments = columns
        separator = 0x09
        (first, header) = (columns.names, columns.names)
        (width, preamble, headerLine, blankLinesEndSessions) = (columns.names.count, 0, [], false)
        probe = lines[...]
    }

    /// Rows from the beginning of the file, after the header.
    var firstRows: some Sequence<ForeignRow> { Self.rows(probe.prefix(Self.mostLines - 1), separator) }

    /// Whether nothing follows the header.
    var isEmpty: Bool { probe.isEmpty }

    private static func rows(_ lines: ArraySlice<[UInt8]>, _ separator: UInt8) -> LazyMapSequence<ArraySlice<[UInt8]>, ForeignRow> {
        lines.lazy.map { line in
            var row = ForeignRow(separator)
            line.withUnsafeBytes { row.cut($0) }
            return row
        }
    }

    /// Lines before the names of the columns: all are narrower than the names, under which numbers stand in as many columns.
    private static func preamble(of lines: ArraySlice<[UInt8]>, _ separator: UInt8) -> Int {
        let rows = Array(Self.rows(lines, separator))
        let width = usual(rows.map(\.count))
        guard width > (separator == 0x20 ? 3 : 2), let place = rows.prefix(mostPreamble).firstIndex(where: { $0.count >= width }),
            place > 0
        else { return 0 }
        let isHeader = rows[place].count == width && rows[place].isOfNames && rows.indices.contains(place + 1)
        return isHeader && rows[place + 1].count == width && !rows[place + 1].isOfNames ? place : 0
    }

    private static let mostPreamble = 40

    /// Rows of words between the names and the numbers, one of which has the units of three columns at least.
    ///
    /// - Parameter rows: the names, and what follows.
    /// - Returns: nil without units there.
    private static func wordsBelow(_ rows: [ForeignRow]) -> (rows: Int, units: [String])? {
        let below = rows.dropFirst().prefix { $0.isOfNames && $0.count == rows[0].count }
        guard below.count <= mostWords, below.count + 1 < rows.count else { return nil }
        let units = below.map { row in (0..<row.count).map { row.text($0).filter { !"()[]".contains($0) } } }
        return units.first { $0.count { UnitWord($0) != nil } >= leastUnits }.map { (below.count, $0) }
    }

    private static let mostWords = 3
    private static let leastUnits = 3

    /// A name with its unit.
    private static func named(_ name: String, _ unit: String) -> String {
        unit.isEmpty || name.contains { "([".contains($0) } ? name : "\(name) (\(unit))"
    }

    /// The most frequent width, the larger of equals.
    private static func usual(_ widths: [Int]) -> Int {
        var counts: [Int: Int] = [:]
        for width in widths { counts[width, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    }
}
