import Formatting
import Testing

@Suite("Characters that turn or hide others")
struct DeceivingCharactersTests {
    struct Example: Sendable {
        let text: String
        let shown: String
        let json: String
    }

    /// A name of a device may hold any of them: it turns what stands around it, or is another one that looks the same.
    static let examples = [
        Example(text: "a\u{202E}b", shown: #"a\u{202e}b"#, json: #""a\u202eb""#),
        Example(text: "a\u{200B}b", shown: #"a\u{200b}b"#, json: #""a\u200bb""#),
        Example(text: "a\u{2066}b", shown: #"a\u{2066}b"#, json: #""a\u2066b""#),
        Example(text: "a\u{FEFF}b", shown: #"a\u{feff}b"#, json: #""a\ufeffb""#),
        Example(text: "a\u{E0041}b", shown: #"a\u{e0041}b"#, json: #""a\udb40\udc41b""#),
    ]

    @Test("are escaped for people as controls are", arguments: examples)
    func printed(_ example: Example) { #expect(printable(example.text) == example.shown) }

    @Test("are escaped in JSON on a terminal", arguments: examples)
    func json(_ example: Example) { #expect(JSONString.onTerminal(example.text) == example.json) }
}
