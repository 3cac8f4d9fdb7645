/// A small panel with the curves of up to three channels over a common scale.
package struct CurvePanel {
    private let left: Double
    private let right: Double
    private let top: Double
    private let height: Double
    private let low: Double
    private let high: Double

    private static let axes = ["x", "y", "z"]

    /// - Parameters:
    ///   - values: all that is to be drawn: the scale is from the least of them to the largest.
    ///   - holdsZero: whether the scale reaches zero in any case.
    package init(left: Double, right: Double, top: Double, height: Double, values: [Double], holdsZero: Bool = true) {
        (self.left, self.right, self.top, self.height) = (left, right, top, height)
        let there = values.filter { !$0.isNaN }
        let (least, most) = (there.min() ?? 0, there.max() ?? 0)
        low = holdsZero ? min(0, least) : least
        high = holdsZero ? max(most, 0, low + 0.1) : max(most, least + max(1e-6, abs(least) * 1e-6))
    }

    /// The frame, the zero line, both ends of the scale, and above it the names of the axes, in their colours, and the unit.
    package func frame(names: [String], unit: String, _ drawing: inout Drawing) {
        drawing.rectangle(left, top, right - left, height, "frame")
        if low <= 0, high >= 0 { drawing.line(left, y(0), right, y(0), "grid") }
        drawing.text(left - 5, top + 9, Numbers.decimal(high, 1), "tiny", .end)
        drawing.text(left - 5, top + height, (low < 0 ? "−" : "") + Numbers.decimal(low.magnitude, 1), "tiny", .end)
        var x = left
        for (name, index) in zip(names, names.indices) {
            drawing.text(x, top - 4, name, Self.axes[index] + "c")
            x += max(24, Double(name.count) * 6.5 + 8)
        }
        drawing.text(right, top - 4, unit, "tiny", .end)
    }

    /// One axis, from the left edge to the right one.
    ///
    /// - Parameter axis: 0, 1 or 2.
    package func curve(_ values: [Double], axis: Int, _ drawing: inout Drawing) {
        drawing.polyline(points(values), "s" + Self.axes[axis])
    }

    /// A part of one axis.
    ///
    /// - Parameter points: the share of the width, 0 … 1, and the value of each.
    package func curve(_ points: [(share: Double, value: Double)], axis: Int, _ drawing: inout Drawing) {
        drawing.polyline(points.map { (left + $0.share * (right - left), y($0.value)) }, "s" + Self.axes[axis])
    }

    /// What lies between two curves of one axis.
    package func band(_ upper: [Double], _ lower: [Double], axis: Int, _ drawing: inout Drawing) {
        drawing.band(points(upper), points(lower), "b" + Self.axes[axis])
    }

    private func points(_ values: [Double]) -> [(x: Double, y: Double)] {
        let step = (right - left) / Double(max(1, values.count - 1))
        return values.enumerated().filter { !$1.isNaN }.map { (left + Double($0) * step, y($1)) }
    }

    private func y(_ value: Double) -> Double { top + height * (high - value) / (high - low) }
}
