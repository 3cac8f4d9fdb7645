import MotionCore

/// Colours and shapes of the terminal's pictures.
enum Paint {
    static func bold(_ text: String) -> String { escaped("1", text) }
    static func dim(_ text: String) -> String { escaped("2", text) }

    /// In a colour, or the one nearest to it that the terminal has.
    static func colour(_ red: Int, _ green: Int, _ blue: Int, _ text: String) -> String {
        switch Terminal.colours {
        case .none: text
        case .all: escaped("38;2;\(red);\(green);\(blue)", text)
        case .palette: escaped("38;5;\(16 + 36 * level(red) + 6 * level(green) + level(blue))", text)
        case .sixteen: escaped("\(30 + (red > 127 ? 1 : 0) + (green > 127 ? 2 : 0) + (blue > 127 ? 4 : 0))", text)
        }
    }

    static let palette: [(Int, Int, Int)] = [
        (86, 180, 233), (230, 159, 0), (0, 158, 115), (204, 121, 167), (240, 228, 66), (213, 94, 0),
    ]

    static func tint(_ index: Int, _ text: String) -> String {
        let (red, green, blue) = palette[index % palette.count]
        return colour(red, green, blue, text)
    }

    /// The step of six that a share of 255 is nearest to, in the cube of 216 colours: 0, 95, 135, 175, 215, 255.
    private static func level(_ value: Int) -> Int { value < 48 ? 0 : value < 115 ? 1 : (value - 35) / 40 }

    private static func escaped(_ code: String, _ text: String) -> String {
        Terminal.colours == .none ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
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
