import Foundation
import TestSupport
import Testing

/// docs/PUBLIC-API.md promises a comment for each public declaration of the modules that programs rely on.
@Suite("Public declarations are documented")
struct PublicCommentTests {
    /// The front door, and what it re-exports.
    private static let modules = ["MotionQ15", "MotionRecognition", "MotionCore"]

    @Test("in the interface for programs, and in what it re-exports", arguments: modules)
    func comments(_ module: String) throws {
        let folder = try #require(ModuleTable.folders()[module])
        let files = try #require(
            FileManager.default.enumerator(at: Repository.root.appending(path: folder), includingPropertiesForKeys: nil))
        var read = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            read += 1
            let bare = Self.bareDeclarations(try String(contentsOf: file, encoding: .utf8))
            #expect(bare.isEmpty, "\(file.lastPathComponent): \(bare.joined(separator: "; "))")
        }
        #expect(read > 5)
    }

    @Test(
        "are found where a comment is missing",
        arguments: [
            ("public struct A {\n}", ["public struct A {"]),
            ("/// A letter.\n@frozen\npublic struct A {\n    public let b: Int\n}", ["public let b: Int"]),
            ("/// Letters.\npublic enum A {\n    case a\n    /// Another.\n    case b\n}", ["case a"]),
            ("public import B\nenum A {\n    case a\n}\npublic extension A {}", []),
            ("/// What is done.\npublic func a() {\n    switch b {\n    case c: d()\n    }\n}", []),
        ])
    func finding(_ code: String, _ bare: [String]) {
        #expect(Self.bareDeclarations(code) == bare)
    }

    /// Lines with public declarations, and with cases of public enumerations, that no comment stands before.
    private static func bareDeclarations(_ code: String) -> [String] {
        var bare: [String] = []
        /// The last line that is neither empty nor an attribute.
        var before = ""
        /// Of the declarations around, how far they are indented, and whether they are public enumerations.
        var around: [(indent: Int, isPublicEnum: Bool)] = []
        for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
            let text = line.drop { $0 == " " }
            if text.isEmpty { continue }
            let words = text.split(separator: " ").drop { $0.hasPrefix("@") }
            guard let first = words.first else { continue }
            let indent = line.count - text.count
            defer { before = String(text) }
            if text.hasPrefix("//") { continue }
            while let last = around.last, last.indent >= indent, !text.hasPrefix("}") { around.removeLast() }
            let second = words.dropFirst().first ?? ""
            let isDeclared = first == "public" && !["import", "extension"].contains(second)
            let isCase = (first == "case" || (first == "indirect" && second == "case")) && around.last?.isPublicEnum == true
            if isDeclared || isCase, !before.hasPrefix("///") { bare.append(words.joined(separator: " ")) }
            if text.hasSuffix("{") { around.append((indent, first == "public" && words.prefix(3).contains("enum"))) }
        }
        return bare
    }
}
