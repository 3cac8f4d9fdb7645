import Foundation
import Recordings

/// What one object of JSON says of a moment: plain fields by name. A field of a field is `outer.inner`, one of a list `name_0`,
/// `name_1` …
struct MomentFields {
    enum Value: Equatable {
        /// As it is spelled; true and false are 1 and 0.
        case number(String)
        case text(String)
        /// Null.
        case missing
    }

    /// In the order of the object.
    private(set) var fields: [(name: String, value: Value)] = []

    private static let deepest = 32

    /// - Parameter bytes: well-formed.
    /// - Returns: nil where fields lie deeper in each other than any moment's.
    init?(_ bytes: ArraySlice<UInt8>) {
        var reader = Reader(bytes: bytes)
        guard read(&reader, "", depth: 0) else { return nil }
    }

    private mutating func read(_ reader: inout Reader, _ name: String, depth: Int) -> Bool {
        guard depth < Self.deepest else { return false }
        switch reader.next() {
        case UInt8(ascii: "{"):
            reader.skip()
            while reader.next() != UInt8(ascii: "}") {
                let inner = reader.text()
                _ = reader.next()
                reader.skip()
                guard read(&reader, name.isEmpty ? inner : "\(name).\(inner)", depth: depth + 1) else { return false }
                if reader.next() == UInt8(ascii: ",") { reader.skip() }
            }
            reader.skip()
        case UInt8(ascii: "["):
            reader.skip()
            var number = 0
            while reader.next() != UInt8(ascii: "]") {
                guard read(&reader, "\(name)_\(number)", depth: depth + 1) else { return false }
                number += 1
                if reader.next() == UInt8(ascii: ",") { reader.skip() }
            }
            reader.skip()
        case UInt8(ascii: "\""): fields.append((name, .text(reader.text())))
        default:
            let word = reader.word()
            switch word {
            case "true": fields.append((name, .number("1")))
            case "false": fields.append((name, .number("0")))
            case "null": fields.append((name, .missing))
            default: fields.append((name, .number(word)))
            }
        }
        return true
    }

    /// Bytes that are known to be JSON.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        /// The next byte that is no space; it stays. 0 after the last.
        mutating func next() -> UInt8 {
            while let byte = bytes.first, byte == 0x20 || (0x09...0x0D).contains(byte) { skip() }
            return bytes.first ?? 0
        }

        mutating func skip() { bytes = bytes.dropFirst() }

        mutating func word() -> String {
            let end = bytes.firstIndex {
                $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]")
            }
            let word = bytes[..<(end ?? bytes.endIndex)]
            bytes = bytes[word.endIndex...]
            return String(decoding: word, as: UTF8.self)
        }

        /// A text in quotation marks.
        mutating func text() -> String {
            let start = bytes.startIndex
            var place = start + 1
            var hasEscape = false
            while place < bytes.endIndex, bytes[place] != UInt8(ascii: "\"") {
                let isEscape = bytes[place] == UInt8(ascii: "\\")
                hasEscape = hasEscape || isEscape
                place += isEscape ? 2 : 1
            }
            let end = min(place, bytes.endIndex)
            let inside = bytes[min(start + 1, end)..<end]
            bytes = bytes[min(end + 1, bytes.endIndex)...]
            guard hasEscape else { return String(decoding: inside, as: UTF8.self) }
            let whole = [UInt8(ascii: "\"")] + inside + [UInt8(ascii: "\"")]
            return (try? JSONDecoder().decode(String.self, from: Data(whole))) ?? String(decoding: inside, as: UTF8.self)
        }
    }
}
