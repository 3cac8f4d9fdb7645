import ForeignTables
import Formatting
import MotionCore
import Recordings

/// How a converted table begins: acceleration and rotation, if there is any, and some of the other channels over time, in the units
/// of a data set.
struct FirstSecondsFigure {
    let first: FirstSeconds

    private static let width = 320.0
    private static let left = 34.0
    private static let panel = 92.0
    private static let above = 24.0
    /// Panels, at most; what does not fit is not drawn.
    private static let most = 6

    func svg(title: String) -> String {
        let panels = panels
        let first = 16.0
        let last = first + Double(max(0, panels.count - 1)) * (Self.panel + Self.above)
        var drawing = Drawing(width: Self.width, height: last + Self.panel + 20)
        for (place, panel) in panels.enumerated() {
            draw(panel, top: first + Double(place) * (Self.panel + Self.above), &drawing)
        }
        let bottom = last + Self.panel + 15
        for (share, anchor) in [(0.0, Drawing.Anchor.start), (0.5, .middle), (1, .end)] {
            let text = Numbers.decimal(share * span, 1) + (share == 0 ? "" : " s")
            drawing.text(Self.left + share * (Self.width - Self.left), bottom, text, "tiny", anchor)
        }
        return drawing.svg(title: title)
    }

    /// A rotation that is 0 throughout was not measured.
    private var panels: ArraySlice<ChannelPanel> {
        first.channels.panels.filter { panel in
            panel.unit != "rad/s" || first.points.contains { point in panel.channels.contains { point.values[$0] != 0 } }
        }
        .prefix(Self.most)
    }

    private var span: Double { max(first.points.last?.time ?? 0, 0.1) }

    private func draw(_ which: ChannelPanel, top: Double, _ drawing: inout Drawing) {
        let values = first.points.flatMap { point in which.channels.map { point.values[$0] } }
        let panel = CurvePanel(left: Self.left, right: Self.width, top: top, height: Self.panel, values: values)
        panel.frame(names: which.channels.map { first.channels.names[$0] }, unit: which.unit, &drawing)
        for (axis, channel) in which.channels.enumerated() {
            var piece: [(share: Double, value: Double)] = []
            for point in first.points {
                let isMissing = point.values[channel].isNaN
                if point.followsGap || isMissing, piece.count > 1 { panel.curve(piece, axis: axis, &drawing) }
                if point.followsGap || isMissing { piece = [] }
                if !isMissing { piece.append((point.time / span, point.values[channel])) }
            }
            if piece.count > 1 { panel.curve(piece, axis: axis, &drawing) }
        }
    }
}
