import Foundation

/// A Markdown page without its fenced blocks: headings, rows of tables, and sentences.
struct Page {
    struct Heading {
        let level: Int
        /// As links name it: lower case, hyphens for spaces, without punctuation.
        let anchor: String
        /// Its place in `lines`.
        let index: Int
    }

    /// A cell of a table that holds a number.
    struct Figure {
        /// The row's first cell and the column's heading.
        let row: String
        let column: String
        /// The first number of the cell.
        let value: String
        /// Counted from 1.
        let line: Int
    }

    let path: String
    /// Those of fenced blocks are empty.
    let lines: [String]
    let headings: [Heading]

    init(_ text: String, path: String) {
        self.path = path
        var isFenced = false
        lines = text.components(separatedBy: "\n").map { line in
            let isFence = line.trimmingCharacters(in: .whitespaces).hasPrefix("```")
            if isFence { isFenced.toggle() }
            return isFenced || isFence ? "" : line
        }
        headings = lines.enumerated().compactMap { index, line in
            let level = line.prefix { $0 == "#" }.count
            guard (1...6).contains(level), line.dropFirst(level).hasPrefix(" ") else { return nil }
            return Heading(level: level, anchor: Self.anchor(String(line.dropFirst(level + 1))), index: index)
        }
    }

    init(readingFileAt path: String) throws {
        self.init(try Document.contents(of: path), path: path)
    }

    private static func anchor(_ heading: String) -> String {
        let text = heading.replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.lowercased()
        return String(text.filter { $0.isLetter || $0.isNumber || " -_".contains($0) }).replacing(" ", with: "-")
    }
}

extension Page {
    /// The lines below a heading, those of the headings below it too; all lines if there is no anchor; nil if no heading has it.
    func section(_ anchor: String) -> ArraySlice<String>? {
        guard !anchor.isEmpty else { return lines[...] }
        guard let start = headings.first(where: { $0.anchor == anchor }) else { return nil }
        let end = headings.first { $0.index > start.index && $0.level <= start.level }
        return lines[start.index..<(end?.index ?? lines.count)]
    }

    /// The numbers in the rows and columns of its tables. Emphasis counts for nothing.
    var figures: [Figure] {
        var result: [Figure] = []
        var heads: [String]?
        for (index, line) in lines.enumerated() {
            guard line.hasPrefix("|") else {
                heads = nil
                continue
            }
            let cells = Self.cells(line)
            guard let columns = heads else {
                heads = cells
                continue
            }
            for (column, cell) in zip(columns, cells).dropFirst() {
                guard let number = cell.firstMatch(of: /[0-9]+(,[0-9]{3})*(\.[0-9]+)?/) else { continue }
                result.append(Figure(row: cells[0], column: column, value: String(number.0), line: index + 1))
            }
        }
        return result
    }

    private static func cells(_ row: String) -> [String] {
        let text = row.replacing("\\|", with: "\u{1}").replacing("**", with: "")
        return text.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
}
