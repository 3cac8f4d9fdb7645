import Foundation

/// A text file cut into rows and fields, whatever separates them: tabs, semicolons, commas or spaces, the one that gives most rows
/// the same number of fields above one. A field may stand in double quotes; a semicolon that ends every row of another separator
/// (`0.5;`) is none.
struct ForeignTable {
    let path: String
    /// The names in the first row; nil if it holds numbers as the others do.
    let header: [String]?
    /// The first row of the file.
    let first: [String]
    /// Rows after the header that are not blank.
    let rows: [ForeignRow]
    /// Fields of a usual row.
    let width: Int

    /// - Throws: a file that cannot be read, or is no text.
    init(_ path: String) throws(RecordingError) {
        let reading = try Lines(ofFileAt: path, limit: RecordingReader.mostBytes)
        var lines: [(number: Int, bytes: ArraySlice<UInt8>)] = []
        while let line = try reading.next() {
            guard !line.contains(0) else { throw .damaged(path: path, reason: "it is no text; export it as CSV first") }
            if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { lines.append((reading.number, Array(line)[...])) }
        }
        try self.init(lines, path: path)
    }

    private init(_ lines: [(number: Int, bytes: ArraySlice<UInt8>)], path: String) throws(RecordingError) {
        guard !lines.isEmpty else { throw .empty(path: path) }
        let probe = lines.prefix(200).map(\.bytes)
        var best = (separator: UInt8(ascii: ","), rows: 0)
        for separator in [0x09, 0x3B, 0x2C, 0x20] as [UInt8] {
            let widths = probe.map { ForeignRow($0, separator, line: 0).usedWidth }
            let usual = Self.usual(widths)
            let rows = usual < 2 ? 0 : widths.count { $0 == usual }
            if rows > best.rows { best = (separator, rows) }
        }
        let rows = lines.map { ForeignRow($0.bytes, best.separator, line: $0.number) }
        self.path = path
        first = (0..<rows[0].count).map { rows[0].text($0) }
        let isHeader = !(0..<rows[0].count).contains { rows[0].number($0) != nil }
        header = isHeader ? first : nil
        self.rows = isHeader ? Array(rows.dropFirst()) : rows
        width = Self.usual((isHeader && rows.count > 1 ? rows.dropFirst() : rows[...]).prefix(200).map(\.count))
    }

    /// The most frequent width, the larger of equals.
    private static func usual(_ widths: [Int]) -> Int {
        var counts: [Int: Int] = [:]
        for width in widths { counts[width, default: 0] += 1 }
        return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0
    }
}

/// One line, cut into fields.
struct ForeignRow {
    /// Counted from 1.
    let line: Int
    private let bytes: ArraySlice<UInt8>
    private let fields: [Range<Int>]
    private let mayHaveDecimalCommas: Bool

    init(_ line: ArraySlice<UInt8>, _ separator: UInt8, line number: Int) {
        var line = line
        while let last = line.last, last == 0x20 || (last == 0x3B && separator != 0x3B) { line.removeLast() }
        while line.first == 0x20 { line.removeFirst() }
        var fields: [Range<Int>] = []
        var start = line.startIndex
        var isQuoted = false
        for index in line.indices {
            if line[index] == 0x22 { isQuoted.toggle() }
            guard line[index] == separator, !isQuoted else { continue }
            // Of spaces any number separate.
            if separator != 0x20 || index > start { fields.append(start..<index) }
            start = index + 1
        }
        fields.append(start..<line.endIndex)
        self.line = number
        bytes = line
        self.fields = fields
        mayHaveDecimalCommas = separator == 0x3B || separator == 0x09
    }

    var count: Int { fields.count }

    /// Fields without empty ones at the end.
    fileprivate var usedWidth: Int { (fields.lastIndex { !$0.isEmpty } ?? -1) + 1 }

    /// A field without spaces and quotes around it.
    func text(_ column: Int) -> String {
        var field = bytes[fields[column]]
        while let first = field.first, first == 0x20 || first == 0x22 { field.removeFirst() }
        while let last = field.last, last == 0x20 || last == 0x22 { field.removeLast() }
        return String(decoding: field, as: UTF8.self)
    }

    /// A field as a finite number.
    func number(_ column: Int) -> Double? {
        let text = text(column)
        let value = Double(text) ?? (mayHaveDecimalCommas ? Double(text.replacing(",", with: ".")) : nil)
        return value.flatMap { $0.isFinite ? $0 : nil }
    }
}
