import Formatting
import MotionCore
import Training

extension SearchedCandidate {
    /// The cells of its row; the window's seconds stand beside its samples.
    package var cells: [String] {
        [
            "\(number)", "\(choice.units)",
            "\(choice.window)" + (isOfStrokes ? "" : String(printing: " (%.1f s)", Double(choice.window) / choice.rate)),
            choice.hertz, choice.variation.rawValue, String(printing: "%.1f %%", 100 * validation.accuracy),
            String(printing: "%.3f", validation.loss), Numbers.count(cost.bytes),
            Numbers.count(Int(saturating: cost.instructions.rounded())),
        ]
    }

    package static func head(_ isOfStrokes: Bool) -> [String] {
        ["", "units", "window", "rate", "variation", "right", "loss", "bytes", isOfStrokes ? "instr./stroke" : "instr./s"]
    }

    private static let widths = [3, 5, 13, 9, 9, 8, 7, 8, 13]

    /// A row of a table that grows: every column as wide as it may ever need.
    package static func line(_ cells: [String]) -> String {
        zip(cells, widths).map { cell, width in String(repeating: " ", count: max(0, width - cell.count)) + cell }
            .joined(separator: "  ")
    }

    /// “24 units, windows of 40 samples at 25 Hz, usual variation”
    package var words: String {
        "\(choice.units) units, windows of \(choice.window) samples at \(choice.hertz), \(choice.variation.rawValue) variation"
    }
}
