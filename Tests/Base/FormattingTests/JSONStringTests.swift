import Formatting
import Testing

@Suite("Texts as JSON strings")
struct JSONStringTests {
    @Test(
        "escape in files what JSON demands, and nothing else",
        arguments: [
            ("plain", #""plain""#), (#"a "b" \c"#, #""a \"b\" \\c""#), ("a\nb\u{1}\u{1F}", #""a\u000ab\u0001\u001f""#),
            ("\u{7F}\u{9B}é“", "\"\u{7F}\u{9B}é“\""),
        ])
    func inFile(_ text: String, _ expected: String) {
        #expect(JSONString.inFile(text) == expected)
    }

    @Test(
        "leave no control character for a terminal to obey",
        arguments: [
            (#"a "b" \c"#, #""a \"b\" \\c""#), ("a\nb\u{1}", #""a\nb\u0001""#), ("\u{7F}\u{9B}é", #""\u007f\u009bé""#),
            ("\u{A0}", "\"\u{A0}\""),
        ])
    func onTerminal(_ text: String, _ expected: String) {
        #expect(JSONString.onTerminal(text) == expected)
    }
}
