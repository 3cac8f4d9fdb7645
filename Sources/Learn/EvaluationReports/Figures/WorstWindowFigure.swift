import Evaluation
import Formatting
import MotionCore
import Recordings

/// One window: acceleration, rotation and other channels as curves, then what both arithmetics gave its most probable labels.
struct WorstWindowFigure {
    let window: WorstWindow
    let labels: [String]

    private static let width = 320.0
    private static let left = 34.0
    private static let panel = 78.0
    private static let mostPanels = 4
    /// More would not fit, and are near zero.
    private static let mostLabels = 4

    var svg: String {
        let ranked = labels.indices.sorted { (-strength($0), $0) < (-strength($1), $1) }.prefix(Self.mostLabels)
        let panels = window.channels.panels.prefix(Self.mostPanels)
        let bars = Double(panels.count) * (Self.panel + 24) + 16
        var drawing = Drawing(width: Self.width, height: bars + Double(ranked.count) * 34)
        for (row, panel) in panels.enumerated() { curves(panel, top: 16 + Double(row) * (Self.panel + 24), &drawing) }
        for (row, label) in ranked.sorted().enumerated() {
            answers(label, y: bars + Double(row) * 34, &drawing)
        }
        return drawing.svg(title: "Signals and both answers of a window of \(window.session)")
    }

    private func strength(_ label: Int) -> Double { max(window.float[label], window.q15[label]) }

    private func curves(_ drawn: ChannelPanel, top: Double, _ drawing: inout Drawing) {
        let channels = drawn.channels
        let panel = CurvePanel(
            left: Self.left, right: Self.width, top: top, height: Self.panel, values: channels.flatMap { window.signal[$0] },
            holdsZero: !drawn.unit.isEmpty)
        panel.frame(names: channels.map { window.channels.names[$0] }, unit: drawn.unit, &drawing)
        for (axis, channel) in channels.enumerated() { panel.curve(window.signal[channel], axis: axis, &drawing) }
    }

    private func answers(_ label: Int, y: Double, _ drawing: inout Drawing) {
        let start = 92.0
        let length = Self.width - start - 50
        let isTrue = label == window.truth
        drawing.text(0, y + 16, Drawing.fitted(labels[label], 13), isTrue ? "strong" : "label")
        for (index, (value, style)) in [(window.float[label], "float"), (window.q15[label], "q15")].enumerated() {
            let top = y + 3 + Double(index) * 12
            drawing.rectangle(start, top, length, 9, "bed", opacity: 0.5, radius: 2)
            drawing.rectangle(start, top, value * length, 9, style, radius: 2)
            drawing.text(Self.width, top + 8.5, Numbers.decimal(value, 4), "tiny", .end)
        }
    }
}
