import Foundation

/// A sentence of a page, or a row of a table.
struct Sentence {
    let path: String
    /// Where its paragraph begins, counted from 1.
    let line: Int
    let text: String

    /// Where its links lead, those to other sites aside: a file of the repository, and a heading of it or an empty anchor.
    var links: [(file: String, anchor: String)] {
        text.matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains("://") && !$0.hasPrefix("mailto:") }.map {
            link in
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let folder = URL(filePath: "/" + path).deletingLastPathComponent()
            let file = parts[0].isEmpty ? path : String(folder.appending(path: parts[0]).standardized.path.dropFirst())
            return (file, parts.count > 1 ? parts[1] : "")
        }
    }

    /// Decimal fractions and percentages in its words: neither in code nor in where links lead.
    var figures: [String] {
        words.matches(of: /(?:^|[^0-9.,§])(?:([0-9]+\.[0-9]+)|([0-9]+) %)/).compactMap { ($0.1 ?? $0.2).map(String.init) }
    }

    /// Whether it names recordings of people and says an accuracy or the like, with three decimals or more.
    var isResult: Bool {
        ["HAPT", "GestureIt", "`watch`", "`letters`"].contains { text.contains($0) }
            && words.firstMatch(of: /(?:^|[^0-9.,])0\.[0-9]{3,}/) != nil
    }

    var words: String { text.replacing(/\]\([^)]*\)/, with: "]").replacing(/`[^`]*`/, with: "") }

    /// The numbers in lines, each as it stands.
    static func numbers(_ lines: some Sequence<String>) -> Set<Decimal> {
        var result: Set<Decimal> = []
        for line in lines {
            for match in line.matches(of: /[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?/) {
                if let number = Decimal(string: String(match.0).replacing(",", with: "")) { result.insert(number) }
            }
        }
        return result
    }
}

extension Page {
    var sentences: [Sentence] {
        var result: [Sentence] = []
        var paragraph: [String] = []
        func end(before index: Int) {
            let text = paragraph.joined(separator: " ")
            for part in text.replacing(/([.!?:]) (?=[A-Z`*\[“(])/, with: { "\($0.1)\u{1}" }).components(separatedBy: "\u{1}")
            where !part.isEmpty {
                result.append(Sentence(path: path, line: index - paragraph.count + 1, text: part))
            }
            paragraph = []
        }
        for (index, line) in (lines + [""]).enumerated() {
            let bare = line.trimmingCharacters(in: .whitespaces)
            if bare.isEmpty || bare.hasPrefix("|") || bare.hasPrefix("#") || bare.firstMatch(of: #/^([-*]|[0-9]+\.) /#) != nil {
                end(before: index)
            }
            if !bare.isEmpty { paragraph.append(bare) }
        }
        return result
    }
}
