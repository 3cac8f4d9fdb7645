import Formatting
import Recordings

/// One line of anybody's table, cut into fields: at any separator that is not quoted.
struct ForeignRow {
    private var bytes: [UInt8] = []
    private var fields: [Range<Int>] = []
    private let separator: UInt8

    init(_ separator: UInt8) { self.separator = separator }

    /// Replaces the line before, without allocating once it has held one as long.
    mutating func cut(_ line: UnsafeRawBufferPointer) {
        bytes.removeAll(keepingCapacity: true)
        fields.removeAll(keepingCapacity: true)
        var (begin, end) = (0, line.count)
        while end > begin, line[end - 1] == 0x20 || (line[end - 1] == 0x3B && separator != 0x3B) { end -= 1 }
        while begin < end, line[begin] == 0x20 { begin += 1 }
        bytes.append(contentsOf: line[begin..<end])
        var start = 0
        var isQuoted = false
        for (index, byte) in line[begin..<end].enumerated() {
            if byte == 0x22 { isQuoted.toggle() }
            guard byte == separator, !isQuoted else { continue }
            // Of spaces any number separate.
            if separator != 0x20 || index > start { fields.append(start..<index) }
            start = index + 1
        }
        fields.append(start..<bytes.count)
    }

    var count: Int { fields.count }

    /// Fields without empty ones at the end.
    var usedWidth: Int { (fields.lastIndex { !$0.isEmpty } ?? -1) + 1 }

    /// The bytes of a field without spaces and quotes around it.
    func field(_ column: Int) -> ArraySlice<UInt8> {
        var range = fields[column]
        while let first = range.first, bytes[first] == 0x20 || bytes[first] == 0x22 { range = first + 1..<range.upperBound }
        while let last = range.last, bytes[last] == 0x20 || bytes[last] == 0x22 { range = range.lowerBound..<last }
        return bytes[range]
    }

    func text(_ column: Int) -> String { String(decoding: field(column), as: UTF8.self) }

    /// Whether no field is a number. NaN and infinity are none to read, but no names either.
    var isOfNames: Bool { !(0..<count).contains { number($0) != nil || Double(text($0)) != nil } }

    /// Whether a field says that there is no value.
    func isMissing(_ column: Int) -> Bool { field(column).withUnsafeBytes { CSVRow.isMissing($0) } }

    /// A field as a finite number.
    func number(_ column: Int) -> Double? {
        if let plain = field(column).withUnsafeBytes({ CSVRow.plainNumber($0) }) { return plain }
        let text = text(column)
        let mayHaveDecimalCommas = separator == 0x3B || separator == 0x09
        let value = Double(text) ?? (mayHaveDecimalCommas ? Double(text.replacing(",", with: ".")) : nil)
        return value.flatMap { $0.isFinite ? $0 : nil }
    }
}

/// A column of names. Each is made once, however many rows it stands in.
struct ForeignNames {
    /// Of the row that was read last; nil without such a column.
    private(set) var text: String?
    private let place: Int?
    private let kind: String
    private var bytes: [UInt8]?
    private var known: [[UInt8]: String] = [:]

    /// Bytes of the name of a session or a subject, which also names a file.
    private static let longest = 255

    init(_ kind: String, at place: Int?) {
        self.place = place
        self.kind = kind
    }

    private var isLabel: Bool { kind == "label" }

    /// - Parameter line: for messages.
    mutating func read(_ row: ForeignRow, path: String, line: Int) throws(RecordingError) {
        guard let place else { return }
        let field = row.field(place)
        if let bytes, field.elementsEqual(bytes) { return }
        let longest = isLabel ? RowNames.longest : Self.longest
        guard field.count <= longest else {
            throw .row(path: path, line: line, reason: "a \(kind) of \(field.count) bytes; it may have \(longest)")
        }
        let new = Array(field)
        bytes = new
        if isLabel, let known = known[new] { return text = known }
        let name = String(decoding: new, as: UTF8.self)
        text = name
        guard isLabel else { return }
        guard known.count < RowNames.mostLabels else {
            throw .row(
                path: path, line: line,
                reason: "more than \(RowNames.mostLabels) different labels; a label names what is done, not a sample")
        }
        known[new] = name
    }
}
