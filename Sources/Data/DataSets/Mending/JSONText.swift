import Foundation

/// JSON that keeps its spelling: what is not changed is written as it was read, numbers to the last digit and keys in their order.
/// Spaces between the parts are not kept.
indirect enum JSONText {
    /// Keys as they are spelled, with their quotation marks.
    case object([(key: String, value: JSONText)])
    case array([JSONText])
    /// A text with its quotation marks, a number, true, false or null.
    case scalar(String)

    /// Nil if it is no JSON, or nested deeper than a file of ours.
    init?(_ bytes: [UInt8]) {
        // What is well-formed is Foundation's to say; its JSONSerialization would add megabytes to every verb's memory.
        guard (try? JSONDecoder().decode(Anything.self, from: Data(bytes))) != nil else { return nil }
        var place = bytes[...]
        guard let value = Self.value(&place, depth: 0) else { return nil }
        self = value
    }

    private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }

    private static let deepest = 32

    private static func value(_ bytes: inout ArraySlice<UInt8>, depth: Int) -> JSONText? {
        skipSpace(&bytes)
        guard depth < deepest, let first = bytes.first else { return nil }
        switch first {
        case UInt8(ascii: "{"):
            var members: [(key: String, value: JSONText)] = []
            let isWhole = list(&bytes, until: UInt8(ascii: "}")) { bytes in
                guard let key = string(&bytes) else { return false }
                skipSpace(&bytes)
                guard bytes.popFirst() == UInt8(ascii: ":"), let value = value(&bytes, depth: depth + 1) else { return false }
                members.append((key, value))
                return true
            }
            return isWhole ? .object(members) : nil
        case UInt8(ascii: "["):
            var values: [JSONText] = []
            let isWhole = list(&bytes, until: UInt8(ascii: "]")) { bytes in
                guard let value = value(&bytes, depth: depth + 1) else { return false }
                values.append(value)
                return true
            }
            return isWhole ? .array(values) : nil
        case UInt8(ascii: "\""): return string(&bytes).map { .scalar($0) }
        default:
            let word = bytes.prefix { !" \t\r\n,]}".utf8.contains($0) }
            bytes = bytes[word.endIndex...]
            return .scalar(String(decoding: word, as: UTF8.self))
        }
    }

    /// What stands between two brackets, with commas between them.
    private static func list(
        _ bytes: inout ArraySlice<UInt8>, until end: UInt8, _ element: (inout ArraySlice<UInt8>) -> Bool
    ) -> Bool {
        bytes.removeFirst()
        skipSpace(&bytes)
        if bytes.first == end {
            bytes.removeFirst()
            return true
        }
        while true {
            skipSpace(&bytes)
            guard element(&bytes) else { return false }
            skipSpace(&bytes)
            guard let next = bytes.popFirst() else { return false }
            if next == end { return true }
        }
    }

    private static func string(_ bytes: inout ArraySlice<UInt8>) -> String? {
        guard bytes.first == UInt8(ascii: "\"") else { return nil }
        var end = bytes.startIndex + 1
        while end < bytes.endIndex, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
        guard end < bytes.endIndex else { return nil }
        defer { bytes = bytes[(end + 1)...] }
        return String(decoding: bytes[...end], as: UTF8.self)
    }

    private static func skipSpace(_ bytes: inout ArraySlice<UInt8>) {
        bytes = bytes.drop { " \t\r\n".utf8.contains($0) }
    }
}

extension JSONText {
    /// On one line.
    var text: String {
        switch self {
        case .object(let members): "{" + members.map { "\($0.key):\($0.value.text)" }.joined(separator: ",") + "}"
        case .array(let values): "[" + values.map(\.text).joined(separator: ",") + "]"
        case .scalar(let text): text
        }
    }

    /// Of a plain name; setting one that is not there does nothing.
    subscript(_ name: String) -> JSONText? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.key == "\"\(name)\"" }?.value
        }
        set {
            guard case .object(var members) = self, let newValue,
                let place = members.firstIndex(where: { $0.key == "\"\(name)\"" })
            else { return }
            members[place].value = newValue
            self = .object(members)
        }
    }

    var values: [JSONText]? { if case .array(let values) = self { values } else { nil } }

    var number: Double? { if case .scalar(let text) = self { Double(text) } else { nil } }

    var string: String? {
        guard case .scalar(let text) = self, text.first == "\"" else { return nil }
        return try? JSONDecoder().decode(String.self, from: Data(text.utf8))
    }
}
