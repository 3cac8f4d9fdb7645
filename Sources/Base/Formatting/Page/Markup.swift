/// The little that hand-written markup needs. Everything made here is well-formed XML as well as HTML.
package enum Markup {
    /// Text as it may stand between tags or in a quoted attribute. Control characters, which no page may hold, become “·”.
    ///
    /// - Parameter keepsUnits: a number keeps its unit: the space after a digit does not break. Not for what is to be copied.
    package static func escaped(_ text: String, keepsUnits: Bool = true) -> String {
        var result = ""
        var follows = false
        for scalar in text.unicodeScalars {
            defer { follows = keepsUnits && ("0"..."9").contains(scalar) }
            switch scalar {
            case " " where follows: result += "\u{A0}"
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.isControl || scalar.value & 0xFFFE == 0xFFFE:
                result += "·"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A table whose first column is text and whose others are numbers. `head` may span columns: (text, columns).
    ///
    /// All cells are escaped here. `bars`, if there are any, say for each row how far each cell after its first is filled by a bar,
    /// 0 … 1, or nil for no bar. `best`, if there are any, say for each row which cells after its first stand out. Cells that are
    /// sentences, `isText`, begin on the left and are broken into lines.
    package static func table(
        groups: [(String, Int)] = [], head: [String], rows: [[String]], bars: [[Double?]] = [], best: [[Int]] = [],
        isText: Bool = false
    ) -> String {
        var html = "<div class=\"scroll\"><table\(isText ? " class=\"text\"" : "")><thead>"
        if !groups.isEmpty {
            html += "<tr>" + groups.map { "<th colspan=\"\($1)\">\(escaped($0))</th>" }.joined() + "</tr>"
        }
        html += "<tr>" + head.map { "<th>\(escaped($0))</th>" }.joined() + "</tr></thead><tbody>"
        for (index, row) in rows.enumerated() {
            html += "<tr><th>\(escaped(row[0]))</th>"
            for (column, cell) in row.dropFirst().enumerated() {
                let bar = bars.indices.contains(index) && bars[index].indices.contains(column) ? bars[index][column] : nil
                let isBest = best.indices.contains(index) && best[index].contains(column)
                let plain = isBest ? " class=\"best\"" : ""
                let style = bar.map { " class=\"bar\" style=\"--share:\(Numbers.decimal($0 * 100, 1))%\"" } ?? plain
                html += "<td\(style)>\(escaped(cell))</td>"
            }
            html += "</tr>"
        }
        return html + "</tbody></table></div>"
    }

    /// A section with its one sentence.
    package static func section(_ title: String, _ sentence: String, _ content: String) -> String {
        "<section><h2>\(escaped(title))</h2><p class=\"lead\">\(escaped(sentence))</p>\(content)</section>\n"
    }

    /// The figures that a reader takes in at a glance: what each is, its value, and a word on it; all escaped here.
    package static func tiles(_ items: [(name: String, big: String, small: String)]) -> String {
        let cells = items.map { name, big, small in
            "<div class=\"tile\"><dt>\(escaped(name))</dt><dd class=\"big\">\(escaped(big))</dd>"
                + "<dd class=\"small\">\(escaped(small))</dd></div>"
        }
        return "<dl class=\"tiles\">\(cells.joined(separator: "\n"))</dl>"
    }

    /// Small figures beside each other, each with a second line under its caption; captions are escaped here.
    ///
    /// - Parameter isWide: two beside each other at most, for figures that need the room.
    package static func cards(_ cards: [(caption: String, detail: String, drawing: String)], isWide: Bool = false) -> String {
        let figures = cards.map { caption, detail, drawing in
            "<figure><figcaption>\(escaped(caption))<small>\(escaped(detail))</small></figcaption>\(drawing)</figure>"
        }
        return "<div class=\"figures\(isWide ? "" : " small")\">\(figures.joined(separator: "\n"))</div>"
    }

    /// A command that is copied as one line and broken between its words only.
    package static func command(_ words: [String]) -> String {
        "<code>" + words.map { "<span>\(escaped($0, keepsUnits: false))</span>" }.joined(separator: " ") + "</code>"
    }

    /// Sentences, one under the other.
    package static func notes(_ notes: [String]) -> String {
        "<ul class=\"notes\">" + notes.map { "<li>\(escaped($0))</li>" }.joined() + "</ul>"
    }

    /// Plain sentences, a paragraph each.
    package static func paragraphs(_ sentences: [String]) -> String {
        sentences.map { "<p class=\"after\">\(escaped($0))</p>" }.joined()
    }

    /// What is seen only after a click on its summary; that is escaped here.
    package static func folded(_ summary: String, _ content: String) -> String {
        "<details><summary>\(escaped(summary))</summary>\(content)</details>\n"
    }

    /// One of them; the caption is escaped here.
    package static func figure(_ caption: String, _ drawing: String) -> String {
        "<figure><figcaption>\(escaped(caption))</figcaption>\(drawing)</figure>"
    }

    /// Figures beside each other where there is room.
    package static func figures(_ figures: [(caption: String, drawing: String)]) -> String {
        "<div class=\"figures\">"
            + figures.map { figure($0.caption, $0.drawing) }.joined() + "</div>"
    }
}
