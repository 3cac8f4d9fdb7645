/// A JSON object of plain fields, checked byte by byte (RFC 8259); one that holds others is flattened: `outer.inner`, and of a list
/// `name_0`, `name_1` …
struct FlatObject {
    /// What a field says; true and false are 1 and 0.
    enum Value: Equatable {
        case number(Double)
        case text(String)
        case null
    }

    /// In the order of the object.
    private(set) var fields: [(name: String, value: Value)] = []
    private let bytes: [UInt8]
    private var place = 0

    /// Objects within each other, and fields of all of them, at most.
    private static let deepest = 8
    private static let mostFields = 1_024
    /// Bytes of a field's name with all that it stands in: each value of a long list has one.
    private static let longestName = 1024

    /// - Returns: nil if the bytes are no JSON object, or one of more fields than any sample has.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard next() == UInt8(ascii: "{"), readValue("", depth: 0) != nil, next() == nil else { return nil }
    }

    /// The value of a field; nil without one.
    subscript(_ name: String) -> Value? { fields.first { $0.name == name }?.value }

    private mutating func readValue(_ name: String, depth: Int) -> Void? {
        guard depth <= Self.deepest, fields.count < Self.mostFields, name.utf8.count <= Self.longestName else { return nil }
        switch next() {
        case UInt8(ascii: "{"):
            return readParts(until: UInt8(ascii: "}")) { object, _ in
                guard let inner = object.readText(), object.skip(UInt8(ascii: ":")) else { return nil }
                return object.readValue(name.isEmpty ? inner : "\(name).\(inner)", depth: depth + 1)
            }
        case UInt8(ascii: "["):
            return readParts(until: UInt8(ascii: "]")) { object, number in
                object.readValue("\(name)_\(number)", depth: depth + 1)
            }
        case UInt8(ascii: "\""): return readText().map { fields.append((name, .text($0))) }
        default: return readWord().map { fields.append((name, $0)) }
        }
    }

    /// What stands between brackets, with commas between.
    private mutating func readParts(until end: UInt8, _ read: (inout Self, Int) -> Void?) -> Void? {
        place += 1
        if skip(end) { return () }
        var number = 0
        while true {
            guard read(&self, number) != nil else { return nil }
            number += 1
            if skip(end) { return () }
            guard skip(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// The next byte that is no space; it stays. Nil after the last.
    private mutating func next() -> UInt8? {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
        return place < bytes.count ? bytes[place] : nil
    }

    private mutating func skip(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        place += 1
        return true
    }

    /// A number, true, false or null.
    private mutating func readWord() -> Value? {
        let start = place
        while place < bytes.count, Self.isWord(bytes[place]) { place += 1 }
        let word = String(decoding: bytes[start..<place], as: UTF8.self)
        switch word {
        case "null": return .null
        case "true": return .number(1)
        case "false": return .number(0)
        default:
            guard Self.isNumber(bytes[start..<place]), let number = Double(word), number.isFinite else { return nil }
            return .number(number)
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Whether a word that `Double` reads is a number of JSON's: of no letter but an e, with digits on both sides of a point.
    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        let digits = word.first == UInt8(ascii: "-") ? word.dropFirst() : word
        guard let first = digits.first, isDigit(first) else { return false }
        if first == UInt8(ascii: "0"), digits.count > 1, isDigit(digits[digits.startIndex + 1]) { return false }
        for (index, byte) in zip(digits.indices, digits) where byte == UInt8(ascii: ".") {
            guard index + 1 < digits.endIndex, isDigit(digits[index + 1]) else { return false }
        }
        return digits.allSatisfy { isDigit($0) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
    }

    /// A text in quotation marks.
    private mutating func readText() -> String? {
        guard skip(UInt8(ascii: "\"")) else { return nil }
        let start = place
        while place < bytes.count, bytes[place] != UInt8(ascii: "\""), bytes[place] != UInt8(ascii: "\\"), bytes[place] >= 0x20 {
            place += 1
        }
        var text = Array(bytes[start..<place])
        while true {
            guard place < bytes.count, bytes[place] >= 0x20 else { return nil }
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = readEscaped() else { return nil }
                text += String(scalar).utf8
            default: text.append(byte)
            }
        }
    }

    /// What follows a backslash.
    private mutating func readEscaped() -> Unicode.Scalar? {
        guard place < bytes.count else { return nil }
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            guard let unit = readUnit() else { return nil }
            guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
            guard bytes.count - place >= 2, bytes[place] == UInt8(ascii: "\\"), bytes[place + 1] == UInt8(ascii: "u") else {
                return nil
            }
            place += 2
            guard let low = readUnit(), (0xDC00..<0xE000).contains(low) else { return nil }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        default: return nil
        }
    }

    /// Four hexadecimal digits.
    private mutating func readUnit() -> UInt32? {
        guard bytes.count - place >= 4 else { return nil }
        defer { place += 4 }
        var unit: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }
}
