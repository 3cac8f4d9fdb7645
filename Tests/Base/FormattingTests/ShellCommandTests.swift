import Formatting
import Foundation
import Testing

@Suite("A command that is printed can be pasted")
struct ShellCommandTests {
    @Test("whatever its file is called", arguments: ["a b", "x;$(touch PWNED).st", "`touch PWNED`", "-rf", "it's", "a\nb", "*"])
    func path(_ name: String) throws {
        let command: ShellCommand = "printf %s \(path: name) end"
        let output = try run("\(command)")
        #expect(output == (name.hasPrefix("-") ? "./" : "") + name + "end")
    }

    @Test("and options are words of their own")
    func options() throws {
        let command: ShellCommand = "printf %s, a\(options: ["--threshold", "0.5", "--label", "two words"])"
        #expect(try run("\(command)") == "a,--threshold,0.5,--label,two words,")
    }

    @Test("also into make, which expands dollar signs by itself")
    func make() {
        let command: ShellCommand = "make arduino MODEL=\(makeValue: "x;$(touch PWNED).st")"
        #expect("\(command)" == "make arduino MODEL='x;$$(touch PWNED).st'")
    }

    private func run(_ script: String) throws -> String {
        let shell = Process()
        let output = Pipe()
        shell.executableURL = URL(filePath: "/bin/bash")
        shell.arguments = ["-c", script]
        shell.standardOutput = output
        try shell.run()
        let read = try output.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        return String(decoding: read, as: UTF8.self)
    }
}
