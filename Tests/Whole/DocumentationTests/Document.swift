import Foundation
import TestSupport

/// A Markdown file of the repository: its fenced blocks, and what stands in backticks in its sentences.
struct Document {
    /// A fenced block.
    struct Block {
        /// The fence's line, counted from 1.
        let line: Int
        /// The words after the fence's backticks: the language, then what is particular about the block.
        let words: [String]
        let lines: [String]

        var language: String { words.first ?? "" }
        /// Whether its commands are not run.
        var isOnlyRead: Bool { words.contains("board") || words.contains("slow") }
        var text: String { lines.joined(separator: "\n") + "\n" }
    }

    /// Code within a sentence.
    struct Span {
        /// Where its paragraph begins.
        let line: Int
        let text: String
    }

    let path: String
    private(set) var blocks: [Block] = []
    private(set) var spans: [Span] = []
    /// The line of a fence that is never closed.
    private(set) var openFence: Int?

    init(_ text: String, path: String) {
        self.path = path
        var paragraph: [String] = []
        var fence: (line: Int, words: [String], lines: [String])?
        for (index, line) in (text.components(separatedBy: "\n") + [""]).enumerated() {
            let bare = line.trimmingCharacters(in: .whitespaces)
            if let open = fence {
                if bare == "```" {
                    blocks.append(Block(line: open.line, words: open.words, lines: open.lines))
                    fence = nil
                } else {
                    fence?.lines.append(line)
                }
            } else if bare.isEmpty || bare.hasPrefix("```") {
                addSpans(of: paragraph, endingBefore: index)
                paragraph = []
                guard !bare.isEmpty else { continue }
                fence = (index + 1, bare.drop { $0 == "`" }.split(separator: " ").map(String.init), [])
            } else {
                paragraph.append(bare)
            }
        }
        openFence = fence?.line
    }

    init(readingFileAt path: String) throws {
        self.init(try Self.contents(of: path), path: path)
    }

    /// A span may go on in the next line; it ends with as many backticks as it begins with.
    private mutating func addSpans(of paragraph: [String], endingBefore line: Int) {
        var rest = paragraph.joined(separator: " ")[...]
        while let start = rest.firstIndex(of: "`") {
            let ticks = rest[start...].prefix { $0 == "`" }
            let inside = rest[ticks.endIndex...]
            guard let end = inside.range(of: ticks) else { return }
            spans.append(Span(line: line - paragraph.count + 1, text: String(inside[..<end.lowerBound])))
            rest = inside[end.upperBound...].drop { $0 == "`" }
        }
    }
}

extension Document {
    /// Every Markdown file of the repository; not those of packages that it uses, nor what was built.
    static let paths: [String] = {
        let files = FileManager.default.enumerator(atPath: Repository.root.path)
        var result: [String] = []
        while let path = files?.nextObject() as? String {
            if path.components(separatedBy: "/").contains(where: { $0.hasPrefix(".") }) {
                files?.skipDescendants()
            } else if path.hasSuffix(".md") {
                result.append(path)
            }
        }
        return result.sorted()
    }()
}

extension Document {
    static func contents(of path: String) throws -> String {
        try String(contentsOf: Repository.root.appending(path: path), encoding: .utf8)
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: Repository.path(path)) }
}
