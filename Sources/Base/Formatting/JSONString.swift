/// Texts as JSON strings, between quotation marks.
package enum JSONString {
    /// What JSON demands is escaped, and nothing else: for files, whose bytes do not depend on how they might look.
    package static func inFile(_ text: String) -> String {
        quoted(text) { $0.value < 0x20 ? number($0) : nil }
    }

    /// No control character leaves as it came, nor one that turns or hides others: a terminal would obey it. A line feed becomes
    /// `\n`.
    package static func onTerminal(_ text: String) -> String {
        quoted(text) { $0 == "\n" ? "\\n" : $0.deceives ? number($0) : nil }
    }

    private static func quoted(_ text: String, escape: (Unicode.Scalar) -> String?) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { result += "\\" }
            if let escaped = escape(scalar) { result += escaped } else { result.unicodeScalars.append(scalar) }
        }
        return result + "\""
    }

    /// The scalar's number in four hexadecimal digits, or in those of its two surrogates.
    private static func number(_ scalar: Unicode.Scalar) -> String {
        String(scalar).utf16.map { "\\u" + $0.hexadecimal }.joined()
    }
}
