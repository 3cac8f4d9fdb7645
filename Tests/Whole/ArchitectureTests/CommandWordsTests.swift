import Foundation
import TestSupport
import Testing

/// A library names settings and use cases by value (`Sentence`); the command alone spells its options and verbs.
@Suite("The command's words")
struct CommandWordsTests {
    /// What stands in sources and is no word of the command: styles of pages, and options of other programs.
    private static let others = [
        "var(--", "style=\\\"--share:", "docker run --device", "systemctl mask --now", "swift build -c release --product",
        "mcap compress --compression",
    ]
    /// Files that hold nothing but a page's style, whose properties begin with two hyphens.
    private static let styles = ["Stylesheet.swift"]

    @Test("stand in no library, neither in its sentences nor in its comments")
    func libraries() throws {
        let verbs = try verbs()
        #expect(verbs.count > 20)
        let sources = Repository.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var read = 0
        for case let file as URL in files where ["swift", "c", "h"].contains(file.pathExtension) {
            let place = String(file.path.dropFirst(sources.path.count + 1))
            guard !place.hasPrefix("motionq/"), !Self.styles.contains(file.lastPathComponent) else { continue }
            read += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            let found = Self.commandWords(in: file.pathExtension == "swift" ? text : Self.wordsOfC(text), verbs)
            #expect(found.isEmpty, "\(place) says \(found.joined(separator: ", "))")
        }
        #expect(read > 100)
    }

    @Test(
        "are found wherever they stand",
        arguments: [
            (#"x = "give a --rate""#, ["--rate"]), ("/// What `motionq train` wrote.", ["motionq train"]),
            ("\"see `motionq \"\n    + \"train --rate`\"", ["--rate", "motionq train"]),
            ("\"with --\\(option) file\"", ["--\\("]), ("\"another motionq than this; var(--ink)\"", []),
        ])
    func finding(_ text: String, _ words: [String]) {
        #expect(Self.commandWords(in: text, ["train"]) == words)
    }

    @Test("are not taken for C's decrement")
    func decrement() {
        let code = "while (--left) { } // as --rate says\nputs(\"motionq train\"); /* --window\n */ x = y --z;"
        #expect(Self.commandWords(in: Self.wordsOfC(code), ["train"]) == ["--rate", "--window", "motionq train"])
    }

    /// The words of every verb, as the command's own sources name them.
    private func verbs() throws -> Set<String> {
        let folder = Repository.root.appending(path: "Sources/motionq")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var verbs: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /commandName: "([a-z]+)"/) { verbs.insert(String(match.1)) }
        }
        return verbs.subtracting(["motionq"])
    }

    /// Options and verbs in a text; a sentence may be put together of several literals.
    private static func commandWords(in text: String, _ verbs: Set<String>) -> [String] {
        var text = text.replacing(/"\s*\+\s*"/, with: "")
        for other in others { text = text.replacing(other, with: "") }
        let options = text.matches(of: /(?:^|[^-\w])(--[a-z][a-z-]*|--\\\()/).map { String($0.1) }
        let named = text.matches(of: /\bmotionq ([a-z]+)/).filter { verbs.contains(String($0.1)) }.map { String($0.0) }
        return options + named
    }

    /// The comments and the literals of a C file.
    private static func wordsOfC(_ code: String) -> String {
        code.matches(of: /\/\/[^\n]*|\/\*(?:[^*]|\*[^\/])*\*\/|"(?:[^"\\\n]|\\.)*"/).map { String($0.0) }.joined(separator: "\n")
    }
}
