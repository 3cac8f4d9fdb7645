import Foundation

/// A few lines of a terminal that are drawn over and over, with a log growing above them.
final class Panel {
    private var drawnLines = 0
    private var drawnSize: (columns: Int, rows: Int)?
    private(set) var isOpen = false

    /// Replaces the lines on the screen. After a change of the terminal's size nobody knows where the old ones stand, so that the
    /// screen is cleared.
    func draw(_ lines: [String]) {
        let size = Terminal.size
        var text = isOpen ? "" : "\u{1B}[?25l"
        isOpen = true
        if let drawnSize, drawnSize != size {
            text += "\u{1B}[2J\u{1B}[H"
        } else if drawnLines > 0 {
            text += "\u{1B}[\(drawnLines)A"
        }
        // What does not fit is left out: a picture taller than the terminal could not be drawn over.
        let lines = lines.prefix(max(1, size.rows - 1))
        // Cleared first: behind a full line a terminal would clear the last character of it.
        for line in lines { text += "\r\u{1B}[K\(line.clipped(to: size.columns))\n" }
        text += "\r\u{1B}[J"
        (drawnLines, drawnSize) = (lines.count, size)
        Output.write(text, to: 1)
    }

    /// Shows the cursor again and leaves the last picture standing.
    func close() {
        guard isOpen else { return }
        isOpen = false
        Output.write("\u{1B}[?25h", to: 1)
    }
}
