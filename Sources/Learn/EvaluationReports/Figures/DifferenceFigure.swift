import Evaluation
import Formatting
import Foundation

/// The histogram of probability differences, both axes logarithmic, with the 99th percentile and the largest marked.
struct DifferenceFigure {
    let parity: Parity

    private static let width = 420.0
    private static let height = 260.0
    private static let left = 6.0
    private static let base = 216.0
    private static let top = 68.0

    var svg: String {
        var drawing = Drawing(width: Self.width, height: Self.height)
        let counts = parity.histogram.counts
        let step = (Self.width - 2 * Self.left) / Double(counts.count)
        let tallest = log10(Double(counts.max() ?? 1) + 1)
        func height(_ count: Int) -> Double { tallest > 0 ? log10(Double(count) + 1) / tallest * (Self.base - Self.top) : 0 }
        for (index, count) in counts.enumerated() where count > 0 {
            let x = Self.left + Double(index) * step
            drawing.rectangle(x + 2, Self.base - height(count), step - 4, height(count), "q15", opacity: 0.85, radius: 2)
        }
        mark(parity.p99, "99 % within \(Numbers.difference(parity.p99))", row: 0, &drawing)
        mark(parity.largest, "largest \(Numbers.difference(parity.largest))", row: 1, &drawing)
        for (index, count) in counts.enumerated() {
            let x = Self.left + Double(index) * step
            if count > 0 {
                drawing.text(x + step / 2, Self.base - height(count) - 6, Self.short(count), "tiny halo", .middle)
            }
            if let tick = Self.tick(index) { drawing.text(x, Self.base + 18, tick, "soft", index == 0 ? .start : .middle) }
        }
        drawing.text(Self.width - Self.left, Self.base + 18, "1", "soft", .end)
        drawing.line(Self.left, Self.base, Self.width - Self.left, Self.base, "axis")
        drawing.text(Self.width / 2, Self.base + 38, "|p float − p Q15|", "soft", .middle)
        return drawing.svg(title: "Histogram of probability differences: 99 % within \(Numbers.difference(parity.p99))")
    }

    /// As narrow as a bar: “12k” of thousands.
    private static func short(_ count: Int) -> String {
        switch count {
        case ..<10_000: "\(count)"
        case ..<1_000_000: "\(count / 1_000)k"
        default: String(printing: "%.1fM", Double(count) / 1e6)
        }
    }

    private func mark(_ value: Double, _ text: String, row: Int, _ drawing: inout Drawing) {
        let x = place(value)
        let y = 14 + Double(row) * 20
        drawing.line(x, y - 4, x, Self.base, "mark")
        let isRight = x > Self.width - 130
        drawing.text(x + (isRight ? -6 : 6), y, text, "soft halo", isRight ? .end : .start)
    }

    /// Where a difference stands on the axis: half a decade for each bin after the first.
    private func place(_ value: Double) -> Double {
        let edges = DifferenceHistogram.edges
        let step = (Self.width - 2 * Self.left) / Double(edges.count)
        let bins = value < edges[1] ? value / edges[1] : 1 + 2 * log10(value / edges[1])
        return Self.left + min(Double(edges.count), bins) * step
    }

    /// Whole decades only.
    private static func tick(_ index: Int) -> String? {
        guard index > 0 else { return "0" }
        let superscripts = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶"]
        return index % 2 == 1 ? "10⁻" + superscripts[5 - index / 2] : nil
    }
}
