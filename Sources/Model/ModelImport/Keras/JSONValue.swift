import Foundation

/// A value of JSON, as Keras describes its models.
indirect enum JSONValue: Decodable, Sendable {
    case object([String: JSONValue])
    case array([JSONValue])
    case text(String)
    case number(Double)
    case flag(Bool)
    case null

    /// Most bytes, so that what is made of them stays small; a description of fifty layers has 50 kB.
    private static let mostBytes = 1 << 20
    /// Deepest nesting; Keras' descriptions have about 15 levels.
    private static let deepest = 64

    /// Nil if this is no JSON, too long or nested too deep.
    init?(_ text: [UInt8]) {
        // Zeros stand in wide characters alone, in which brackets could hide.
        guard text.count <= Self.mostBytes, !text.contains(0), Self.depth(of: text) <= Self.deepest,
            let value = try? JSONDecoder().decode(JSONValue.self, from: Data(text))
        else { return nil }
        self = value
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let values = try? container.decode([JSONValue].self) {
            self = .array(values)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    subscript(key: String) -> JSONValue? { if case .object(let members) = self { members[key] } else { nil } }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var whole: Int? { number.flatMap { Int(exactly: $0) } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    var values: [JSONValue]? { if case .array(let values) = self { values } else { nil } }
    var isNull: Bool { if case .null = self { true } else { false } }

    /// How many brackets are open at the same time, at most.
    private static func depth(of text: [UInt8]) -> Int {
        var (open, most) = (0, 0)
        var (isInText, isEscaped) = (false, false)
        for byte in text {
            if isEscaped {
                isEscaped = false
            } else if isInText {
                if byte == UInt8(ascii: "\\") { isEscaped = true } else if byte == UInt8(ascii: "\"") { isInText = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): isInText = true
                case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
                default: break
                }
                most = max(most, open)
            }
        }
        return most
    }
}
