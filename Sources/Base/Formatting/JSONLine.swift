/// One JSON object on one line, its keys in the order in which they were added. Programs read it.
public struct JSONLine {
    private var text = "{"

    public init(type: String? = nil) {
        if let type { add("type", type) }
    }

    public mutating func add(_ key: String, _ value: String) { append(key, JSONString.onTerminal(value)) }
    public mutating func add(_ key: String, _ value: Int) { append(key, "\(value)") }
    public mutating func add(_ key: String, _ value: Bool) { append(key, value ? "true" : "false") }

    /// Numbers that JSON cannot write become null.
    public mutating func add(_ key: String, _ value: Double, digits: Int = 6) {
        append(key, value.isFinite ? Self.shortest(value, digits: digits) : "null")
    }

    public mutating func add(_ key: String, _ object: JSONLine) { append(key, object.line) }
    public mutating func add(_ key: String, _ values: [JSONLine]) {
        append(key, "[" + values.map(\.line).joined(separator: ",") + "]")
    }
    public mutating func add(_ key: String, _ values: [String]) {
        append(key, "[" + values.map(JSONString.onTerminal).joined(separator: ",") + "]")
    }

    public mutating func add(_ key: String, _ values: [Int]) {
        append(key, "[" + values.map(String.init).joined(separator: ",") + "]")
    }

    /// Numbers that JSON cannot write become null.
    public mutating func add(_ key: String, _ values: [Double], digits: Int = 6) {
        append(key, "[" + values.map { $0.isFinite ? Self.shortest($0, digits: digits) : "null" }.joined(separator: ",") + "]")
    }

    /// Row after row.
    public mutating func add(_ key: String, _ rows: [[Int]]) {
        append(key, "[" + rows.map { "[" + $0.map(String.init).joined(separator: ",") + "]" }.joined(separator: ",") + "]")
    }

    /// The object as text, without a line feed.
    public var line: String { text + "}" }

    private mutating func append(_ key: String, _ value: String) {
        if text.utf8.count > 1 { text += "," }
        text += JSONString.onTerminal(key) + ":" + value
    }

    /// At most `digits` decimals, without trailing zeros.
    private static func shortest(_ value: Double, digits: Int) -> String {
        var text = String(printing: "%.*f", Int32(digits), value)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
        }
        if text.hasSuffix(".") { text.removeLast() }
        return text == "-0" ? "0" : text
    }
}
