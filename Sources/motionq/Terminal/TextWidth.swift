/// How wide text is on a terminal: most characters take one column, those of East Asia and pictures two.
extension Character {
    /// Columns; of a character that is put together of several, those of its widest part.
    var columns: Int {
        for scalar in unicodeScalars where Self.wide.contains(where: { $0.contains(scalar.value) }) { return 2 }
        // Asks for a picture where there is a plain form, too.
        return unicodeScalars.contains("\u{FE0F}") ? 2 : 1
    }

    /// The blocks whose characters Unicode (UAX #11) calls wide or full-width, where labels may come from.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD,
    ]
}

extension String {
    /// Columns of a text without escape sequences.
    var columns: Int { reduce(0) { $0 + $1.columns } }

    /// At least so many columns, padded with spaces at the end.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - columns)) }

    /// Cut at a number of columns; escape sequences take none, and their effect ends with the text.
    func clipped(to width: Int) -> String {
        var (shown, isCut, inEscape, isPainted) = (0, false, false, false)
        var result = ""
        for character in self {
            if character == "\u{1B}" { (inEscape, isPainted) = (true, true) }
            if inEscape {
                result.append(character)
                if character.isLetter { inEscape = false }
            } else if !isCut, shown + character.columns <= width {
                result.append(character)
                shown += character.columns
            } else {
                isCut = true
            }
        }
        return isPainted ? result + "\u{1B}[0m" : result
    }

    /// The text in lines of so many columns, broken between words where it can be.
    ///
    /// - Parameter indent: of all lines but the first, in columns.
    func wrapped(to width: Int, indent: Int = 0) -> [String] {
        guard columns > width else { return [self] }
        var lines: [String] = []
        var line = ""
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            let next = line.isEmpty ? String(word) : "\(line) \(word)"
            if next.columns > width, !line.isEmpty {
                lines.append(line)
                line = String(repeating: " ", count: indent) + word
            } else {
                line = next
            }
        }
        return lines + [line]
    }
}
