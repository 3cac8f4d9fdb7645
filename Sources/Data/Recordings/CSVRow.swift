/// One line cut at its commas. Recordings quote nothing.
package struct CSVRow {
    /// Of the line that was cut last, while it is there.
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    /// Where each field begins, and one after the end of the last.
    private var begins: [Int] = []

    /// Replaces the line before, without allocating once it has held one as long.
    mutating func cut(_ line: UnsafeRawBufferPointer) {
        bytes = line
        begins.removeAll(keepingCapacity: true)
        begins.append(0)
        for index in line.indices where line[index] == 0x2C { begins.append(index + 1) }
        begins.append(line.count + 1)
    }

    var count: Int { begins.count - 1 }

    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 } }

    /// The line as it was cut.
    var line: UnsafeRawBufferPointer { bytes }

    /// A field's bytes with the spaces around them.
    func whole(_ column: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[begins[column]..<begins[column + 1] - 1])
    }

    /// A field's bytes without the spaces around them.
    func field(_ column: Int) -> UnsafeRawBufferPointer {
        var (begin, end) = (begins[column], begins[column + 1] - 1)
        while begin < end, bytes[begin] == 0x20 { begin += 1 }
        while begin < end, bytes[end - 1] == 0x20 { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: bytes[begin..<end])
    }

    func text(_ column: Int) -> String { String(decoding: field(column), as: UTF8.self) }

    /// The number that stands in a field, rounded as `Double` reads it.
    func number(_ column: Int) -> Double? { Self.plainNumber(field(column)) ?? Double(text(column)) }

    /// Whether a field says that there is no value.
    func isMissing(_ column: Int) -> Bool { Self.isMissing(field(column)) }

    /// Whether a field, without the spaces around it, says that there is no value.
    package static func isMissing(_ field: UnsafeRawBufferPointer) -> Bool {
        field.isEmpty || missing.contains { word in field.elementsEqual(word.utf8) }
    }

    private static let missing = ["NaN", "nan", "NA", "N/A", "null", "NULL", "None", "-"]

    /// What most fields are: digits with a point, few enough that one exact product or quotient is correctly rounded (Clinger,
    /// "How to read floating point numbers accurately", 1990). Nil for all else.
    package static func plainNumber(_ field: UnsafeRawBufferPointer) -> Double? {
        var index = 0
        let isNegative = field.first == UInt8(ascii: "-")
        if isNegative { index = 1 }
        var (digits, decimals, significand) = (0, 0, 0)
        var hasPoint = false
        guard index < field.count, field[index] != UInt8(ascii: "."), field.last != UInt8(ascii: ".") else { return nil }
        while index < field.count {
            let byte = field[index]
            index += 1
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), digits < 15 else { return nil }
            significand = significand * 10 + Int(byte - UInt8(ascii: "0"))
            // Zeros in front are none.
            digits += significand == 0 ? 0 : 1
            decimals += hasPoint ? 1 : 0
        }
        guard decimals < powersOfTen.count else { return nil }
        let value = Double(significand) / powersOfTen[decimals]
        return isNegative ? -value : value
    }

    /// Each is exact.
    private static let powersOfTen: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21,
        1e22,
    ]
}
