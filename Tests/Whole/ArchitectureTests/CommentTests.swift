import Foundation
import TestSupport
import Testing

@Suite("Documentation comments stand alone")
struct CommentTests {
    /// How comments begin that say nothing in a list of completions, which shows one line.
    private static let beginnings = ["The same ", "The same,", "The same.", "All of them.", "None."]

    @Test("none begins by leaning on the one before it")
    func beginnings() throws {
        let sources = Repository.root.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var comments = 0
        for case let file as URL in files where ["swift", "h"].contains(file.pathExtension) {
            var before = ""
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false) {
                let line = String(line.drop { $0 == " " })
                // A comment's first line, and the first of a later paragraph.
                if line.hasPrefix("/// "), !before.hasPrefix("/// ") {
                    comments += 1
                    let begins = Self.beginnings.first { line.dropFirst(4).hasPrefix($0) }
                    #expect(begins == nil, "\(file.lastPathComponent): \(line)")
                }
                before = line
            }
        }
        #expect(comments > 2000)
    }
}
