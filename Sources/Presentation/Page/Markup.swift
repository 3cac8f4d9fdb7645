/// The little that hand-written markup needs. Everything made here is well-formed XML as well as HTML.
package enum Markup {
    /// Text as it may stand between tags or in a quoted attribute. Control characters, which no page may hold, become “·”.
    ///
    /// A number keeps its unit: the space after a digit does not break.
    package static func escaped(_ text: String) -> String {
        var result = ""
        var follows = false
        for scalar in text.unicodeScalars {
            defer { follows = ("0"..."9").contains(scalar) }
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
    /// All cells are escaped here.
    package static func table(groups: [(String, Int)] = [], head: [String], rows: [[String]]) -> String {
        var html = "<div class=\"scroll\"><table><thead>"
        if !groups.isEmpty {
            html += "<tr>" + groups.map { "<th colspan=\"\($1)\">\(escaped($0))</th>" }.joined() + "</tr>"
        }
        html += "<tr>" + head.map { "<th>\(escaped($0))</th>" }.joined() + "</tr></thead><tbody>"
        for row in rows {
            html += "<tr><th>\(escaped(row[0]))</th>" + row.dropFirst().map { "<td>\(escaped($0))</td>" }.joined() + "</tr>"
        }
        return html + "</tbody></table></div>"
    }

    /// A section with its one sentence.
    package static func section(_ title: String, _ sentence: String, _ content: String) -> String {
        "<section><h2>\(escaped(title))</h2><p class=\"lead\">\(escaped(sentence))</p>\(content)</section>\n"
    }

    /// Figures beside each other where there is room.
    package static func figures(_ figures: [(caption: String, drawing: String)]) -> String {
        "<div class=\"figures\">"
            + figures.map { "<figure><figcaption>\(escaped($0.caption))</figcaption>\($0.drawing)</figure>" }.joined() + "</div>"
    }
}
