import Formatting
import Foundation
import Testing

@Suite("Words for a shell")
struct ShellWordTests {
    @Test("are left alone where that is safe", arguments: ["recordings", "a/b-c_1.csv", "2018-09-05T18:33:23Z-1", "café", "10%"])
    func plain(_ word: String) { #expect(ShellWord.quoted(word) == word) }

    @Test(
        "are read by a shell as they are",
        arguments: ["", "two words", "it's", "$HOME", "`id`", "a;b", "*", "~", "a\\b", "\"", "#x", "a&b|c", "<x>", "!!", "{a,b}"])
    func quoted(_ word: String) throws {
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "printf %s \(ShellWord.quoted(word))"]
        shell.standardOutput = output
        try shell.run()
        let read = try output.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        #expect(String(decoding: read, as: UTF8.self) == word)
    }

    @Test("hold nothing that a terminal would obey, and no byte that is no UTF-8")
    func escaped() {
        #expect(ShellWord.quoted("a\u{1B}'b") == "$'a\\x1b\\'b'")
        #expect(ShellWord.quoted(UndecodableBytes.text([0x63, 0xE9])) == "$'c\\xe9'")
        #expect(ShellWord.quoted(["a b", "c"]) == "'a b' c")
    }
}
