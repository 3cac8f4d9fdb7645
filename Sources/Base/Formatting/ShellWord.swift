/// Words of a command as a person copies them into a shell.
package enum ShellWord {
    /// A word that a shell reads as exactly this text: itself where that is safe; in quotation marks; or, where it holds what no
    /// terminal should be given, as `$'…'` with the numbers of those bytes, which bash, zsh and POSIX 2024 read.
    package static func quoted(_ text: String) -> String {
        if printable(text) != text { return "$'" + text.unicodeScalars.map(escaped).joined() + "'" }
        if !text.isEmpty, text.unicodeScalars.allSatisfy(isPlain) { return text }
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return "'" + parts.joined(separator: "'\\''") + "'"
    }

    /// Several words with spaces between them.
    package static func quoted(_ words: [String]) -> String { words.map { quoted($0) }.joined(separator: " ") }

    /// A path as one word that no program takes for an option.
    package static func quotedPath(_ path: String) -> String { quoted(path.first == "-" ? "./" + path : path) }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "-_./:,+@%=".unicodeScalars.contains(scalar)
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        if scalar == "'" || scalar == "\\" { return "\\" + String(scalar) }
        guard scalar.undecodableByte != nil || scalar.deceives else { return String(scalar) }
        return UndecodableBytes.bytes(of: String(scalar)).map { "\\x" + $0.hexadecimal }.joined()
    }
}
