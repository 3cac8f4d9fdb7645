import Files
import Foundation
import TestSupport
import Testing

@Suite("A file that grows")
struct GrowingFileTests {
    private static func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test("has no line across two pages until it is finished, and the same lines after")
    func pages() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/deep/er/a.txt"
            let file = try GrowingFile(creating: path, with: "first\n")
            var lines = "first\n"
            for number in 0..<3_000 {
                let line = "\(number)" + String(repeating: "x", count: number * 7 % 200) + "\n"
                lines += line
                try file.append(line)
            }
            let grown = Array(try Self.text(path).utf8)
            #expect(grown.count == file.count)
            for end in stride(from: 4096, through: grown.count, by: 4096) { #expect(grown[end - 1] == 0x0A) }
            let words = String(decoding: grown, as: UTF8.self).split(separator: "\n").filter { $0.contains { $0 != " " } }
            #expect(words.joined(separator: "\n") + "\n" == lines)
            try file.finish()
            #expect(try Self.text(path) == lines)
        }
    }

    @Test("goes back to what it was")
    func back() throws {
        try withTemporaryFolder { folder in
            let file = try GrowingFile(creating: folder + "/a.txt", with: "one\n")
            let mark = file.count
            try file.append("two\nthree\n")
            try file.back(to: mark)
            try file.append("four\n")
            try file.finish()
            #expect(try Self.text(folder + "/a.txt") == "one\nfour\n")
        }
    }

    @Test("never takes the place of another")
    func other() throws {
        try withTemporaryFolder { folder in
            let file = try GrowingFile(creating: folder + "/a.txt", with: "one\n")
            #expect(throws: FileError.self) { try GrowingFile(creating: folder + "/a.txt", with: "two\n") }
            #expect(try Self.text(folder + "/a.txt") == "one\n")
            file.discard()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }
}
