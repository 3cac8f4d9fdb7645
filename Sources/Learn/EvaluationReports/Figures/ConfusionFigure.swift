import Evaluation
import Formatting

/// A confusion matrix: a row for each true label, shaded by its share of the row; correct answers in one colour, wrong ones in
/// another. Or what of it another arithmetic has more or less: in the colour of wrong answers what is for the worse.
struct ConfusionFigure {
    let labels: [String]
    /// Those that occur; the others have no row and no column.
    let shown: [Int]
    let scores: ClassificationScores
    /// From which the difference is shown; nil for the matrix itself.
    let float: ClassificationScores?

    func svg(title: String) -> String {
        let names = shown.map { Drawing.fitted(labels[$0], 20) }
        let widths = names.map(Drawing.textWidth)
        let widest = widths.max() ?? 0
        let left = widest + 12
        let cell = max(28, min(76, (430 - left) / Double(shown.count)))
        let isTurned = widest > cell - 4
        // Turned by 45°, a name reaches 0.71 of its width up and to the right.
        let top = isTurned ? 26 + widest * 0.72 : 40.0
        let side = cell * Double(shown.count)
        let overhang = zip(widths, names.indices).map { width, index in
            isTurned ? width * 0.72 - (Double(shown.count - index) - 0.5) * cell + 6 : 2
        }
        var drawing = Drawing(width: left + side + max(2, overhang.max() ?? 2), height: top + side + 2)
        drawing.text(left, 12, "given →", "soft")
        drawing.text(left - 8, top - 8, "true ↓", "soft", .end)
        for (index, name) in names.enumerated() {
            let middle = left + (Double(index) + 0.5) * cell
            drawing.text(middle, top - 8, name, "label", isTurned ? .start : .middle, turned: isTurned ? -45 : 0)
            drawing.text(left - 8, top + (Double(index) + 0.5) * cell + 4, name, "label", .end)
        }
        for (row, truth) in shown.enumerated() {
            for (column, given) in shown.enumerated() {
                square(truth, given, x: left + Double(column) * cell, y: top + Double(row) * cell, size: cell, &drawing)
            }
        }
        return drawing.svg(title: title)
    }

    private func difference(
        _ count: Int, _ support: Int, isRight: Bool, x: Double, y: Double, size: Double, _ drawing: inout Drawing
    ) {
        drawing.rectangle(x + 1, y + 1, size - 2, size - 2, "bed", opacity: 0.35, radius: 3)
        let isBetter = (count > 0) == isRight
        let share = support > 0 ? min(1, Double(count.magnitude) / Double(support)) : 0
        if count != 0 {
            let opacity = 0.25 + 0.75 * share.squareRoot()
            drawing.rectangle(x + 1, y + 1, size - 2, size - 2, isBetter ? "q15" : "wrong", opacity: opacity, radius: 3)
        }
        let style = count == 0 ? "tiny" : 0.25 + 0.75 * share.squareRoot() > 0.55 ? "on" : "strong"
        let text = count == 0 ? "0" : Numbers.signed(Double(count), decimals: 0)
        drawing.text(x + size / 2, y + size / 2 + 4, text, style, .middle)
    }

    private func square(_ truth: Int, _ given: Int, x: Double, y: Double, size: Double, _ drawing: inout Drawing) {
        let count = scores.confusion[truth][given]
        let support = scores.support(truth)
        if let float {
            return difference(
                count - float.confusion[truth][given], support, isRight: truth == given, x: x, y: y, size: size, &drawing)
        }
        let share = support > 0 ? Double(count) / Double(support) : 0
        // Errors are rare: the root makes a hundredth visible.
        let opacity = count == 0 ? 0 : truth == given ? 0.12 + 0.88 * share : 0.06 + 0.94 * share.squareRoot()
        drawing.rectangle(x + 1, y + 1, size - 2, size - 2, "bed", opacity: 0.35, radius: 3)
        if count > 0 {
            drawing.rectangle(x + 1, y + 1, size - 2, size - 2, truth == given ? "q15" : "wrong", opacity: opacity, radius: 3)
        }
        guard count > 0 || truth == given else { return }
        let isDark = opacity > 0.55
        let hasShare = size >= 44
        let number = size >= 40 ? Numbers.count(count) : "\(count)"
        let isLong = Drawing.textWidth(number) > size - 4
        let style = isDark ? (isLong ? "tinyon" : "on") : isLong ? "tiny" : "strong"
        drawing.text(x + size / 2, y + size / 2 + (hasShare ? 0 : 4), number, style, .middle)
        if hasShare, support > 0 {
            let text = Numbers.percent(share, decimals: share >= 0.0995 ? 0 : 1)
            drawing.text(x + size / 2, y + size / 2 + 15, text, isDark ? "tinyon" : "tiny", .middle)
        }
    }
}
