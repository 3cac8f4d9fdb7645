import Foundation

/// One JSON object on one line, its keys in the order in which they were added.
struct JSONLine {
    private var text = "{"

    init(type: String? = nil) {
        if let type { add("type", type) }
    }

    mutating func add(_ key: String, _ value: String) { append(key, Self.quoted(value)) }
    mutating func add(_ key: String, _ value: Int) { append(key, "\(value)") }
    mutating func add(_ key: String, _ value: Bool) { append(key, value ? "true" : "false") }

    /// Numbers that JSON cannot write become null.
    mutating func add(_ key: String, _ value: Double, digits: Int = 6) {
        append(key, value.isFinite ? Self.shortest(value, digits: digits) : "null")
    }

    mutating func add(_ key: String, _ object: JSONLine) { append(key, object.line) }
    mutating func add(_ key: String, _ values: [JSONLine]) {
        append(key, "[" + values.map(\.line).joined(separator: ",") + "]")
    }
    mutating func add(_ key: String, _ values: [String]) {
        append(key, "[" + values.map(Self.quoted).joined(separator: ",") + "]")
    }

    mutating func add(_ key: String, _ values: [Int]) {
        append(key, "[" + values.map(String.init).joined(separator: ",") + "]")
    }

    var line: String { text + "}" }

    private mutating func append(_ key: String, _ value: String) {
        if text.utf8.count > 1 { text += "," }
        text += Self.quoted(key) + ":" + value
    }

    /// At most `digits` decimals, without trailing zeros.
    private static func shortest(_ value: Double, digits: Int) -> String {
        var text = String(format: "%.\(digits)f", value)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" ? "0" : text
    }

    /// JSON's escapes; control characters never leave as they came.
    static func quoted(_ value: String) -> String {
        var result = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value):
                result += String(format: "\\u%04x", scalar.value)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
