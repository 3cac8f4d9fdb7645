import Foundation
import MotionCore

/// A few lines of a terminal that are drawn over and over, with a log growing above them.
final class Panel {
    private var drawnLines = 0
    private(set) var isOpen = false

    /// Replaces the lines on the screen.
    func draw(_ lines: [String]) {
        var text = isOpen ? "" : "\u{1B}[?25l"
        isOpen = true
        if drawnLines > 0 { text += "\u{1B}[\(drawnLines)A" }
        let (width, rows) = Self.size
        // What does not fit is left out: a picture taller than the terminal could not be drawn over.
        let lines = lines.prefix(max(1, rows - 1))
        for line in lines { text += "\r\(Self.clipped(line, to: width))\u{1B}[K\n" }
        text += "\u{1B}[J"
        drawnLines = lines.count
        Output.write(text, to: 1)
    }

    /// Shows the cursor again and leaves the last picture standing.
    func close() {
        guard isOpen else { return }
        isOpen = false
        Output.write("\u{1B}[?25h", to: 1)
    }

    static var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Cuts at a number of visible characters; escape sequences take no room.
    private static func clipped(_ line: String, to width: Int) -> String {
        var shown = 0
        var result = ""
        var inEscape = false
        for character in line {
            if character == "\u{1B}" { inEscape = true }
            if inEscape {
                result.append(character)
                if character.isLetter { inEscape = false }
            } else if shown < width {
                result.append(character)
                shown += 1
            }
        }
        return result + "\u{1B}[0m"
    }
}

/// Colours and shapes of the terminal pictures.
enum Paint {
    static func bold(_ text: String) -> String { "\u{1B}[1m\(text)\u{1B}[0m" }
    static func dim(_ text: String) -> String { "\u{1B}[2m\(text)\u{1B}[0m" }
    static func colour(_ red: Int, _ green: Int, _ blue: Int, _ text: String) -> String {
        "\u{1B}[38;2;\(red);\(green);\(blue)m\(text)\u{1B}[0m"
    }

    static let palette: [(Int, Int, Int)] = [
        (86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (213, 94, 0),
    ]

    static func tint(_ index: Int, _ text: String) -> String {
        let (red, green, blue) = palette[index % palette.count]
        return colour(red, green, blue, text)
    }

    /// A bar of so many cells, filled to a share, in eighths of a cell.
    static func bar(_ share: Double, cells: Int) -> String {
        let eighths = Int(saturating: (max(0, min(1, share)) * Double(cells * 8)).rounded())
        let partial = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
        let full = String(repeating: "█", count: eighths / 8)
        return full + partial + String(repeating: " ", count: cells - eighths / 8 - (partial.isEmpty ? 0 : 1))
    }

    /// A curve of one row: what is shown, from its smallest to its largest value, over eight heights.
    ///
    /// - Parameter leastSpan: values that differ by less are drawn in the middle.
    static func curve(_ values: some Collection<Double>, leastSpan: Double) -> String {
        guard let low = values.min(), let high = values.max() else { return "" }
        let heights = Array("▁▂▃▄▅▆▇█")
        let span = max(high - low, leastSpan, 1e-9)
        return String(values.map { heights[max(0, min(7, Int(saturating: (($0 - (low + high) / 2) / span + 0.5) * 8)))] })
    }
}
