import Evaluation
import Formatting

/// A reliability diagram: how often answers of a confidence were correct, against that confidence, and how many there were. The
/// curves of both arithmetics are in one: where they are the same, so they look.
struct ReliabilityFigure {
    /// Of Q15, with its gaps and counts.
    let reliability: Reliability
    let float: Reliability

    private static let left = 34.0
    private static let top = 8.0
    private static let side = 330.0
    /// Height of the strip of counts below.
    private static let strip = 46.0

    /// A point for each bin that holds a third of a per cent of the windows: fewer say little of a share.
    private func curve(_ reliability: Reliability, _ style: String, _ base: Double, _ drawing: inout Drawing) {
        let windows = reliability.bins.reduce(0) { $0 + $1.windows }
        let points = reliability.bins.compactMap { bin -> (x: Double, y: Double)? in
            guard let accuracy = bin.accuracy, let confidence = bin.confidence, bin.windows * 300 >= windows else { return nil }
            return (Self.left + confidence * Self.side, base - accuracy * (base - Self.top))
        }
        guard !points.isEmpty else { return }
        drawing.polyline(points, style)
        for point in points { drawing.circle(point.x, point.y, 3, String(style.dropLast(4))) }
    }

    func svg(title: String) -> String {
        let base = Self.top + Self.side * 0.8
        let end = Self.left + Self.side
        var drawing = Drawing(width: end + 12, height: base + Self.strip + 44)
        for tick in [0.0, 0.25, 0.5, 0.75, 1] {
            let y = base - tick * (base - Self.top)
            drawing.line(Self.left, y, end, y, "grid")
            drawing.text(Self.left - 6, y + 4, Numbers.decimal(tick * 100, 0), "soft", .end)
            let x = Self.left + tick * Self.side
            let anchor = tick == 1 ? Drawing.Anchor.end : .middle
            drawing.text(x, base + Self.strip + 22, Numbers.decimal(tick * 100, 0) + (tick == 1 ? " %" : ""), "soft", anchor)
        }
        let width = Self.side / Double(reliability.bins.count)
        let most = Double(reliability.bins.map(\.windows).max() ?? 0).squareRoot()
        for (index, bin) in reliability.bins.enumerated() {
            guard let accuracy = bin.accuracy, let confidence = bin.confidence else { continue }
            let x = Self.left + Double(index) * width
            let (correct, wanted) = (accuracy * (base - Self.top), confidence * (base - Self.top))
            drawing.rectangle(x + 1, base - max(correct, wanted), width - 2, (correct - wanted).magnitude, "wrong", opacity: 0.3)
            let count = Double(bin.windows).squareRoot() / most * (Self.strip - 14)
            drawing.rectangle(x + 1, base + 8, width - 2, max(1, count), "q15", opacity: 0.4)
        }
        drawing.line(Self.left, base, end, Self.top, "diagonal")
        curve(float, "floatline", base, &drawing)
        curve(reliability, "q15line", base, &drawing)
        drawing.text(end - 6, base - 26, "Q15", "q15text", .end)
        drawing.text(end - 6, base - 10, "float", "floattext", .end)
        drawing.line(Self.left, base, end, base, "axis")
        drawing.text(Self.left + 8, Self.top + 14, "correct, %", "soft")
        drawing.text(
            Self.left + Self.side / 2, base + Self.strip + 40, "confidence; below the axis: number of windows", "soft", .middle)
        return drawing.svg(title: title)
    }
}
