import Formatting
import Recordings

/// How a converted table begins: acceleration and rotation, if there is any, over time, in the units of a data set.
struct FirstSecondsFigure {
    let first: FirstSeconds

    private static let width = 320.0
    private static let left = 34.0
    private static let panel = 92.0

    func svg(title: String) -> String {
        let first = 16.0
        let second = first + Self.panel + 24
        let last = hasRotation ? second : first
        var drawing = Drawing(width: Self.width, height: last + Self.panel + 20)
        panel(channels: 0..<3, unit: "g", top: first, &drawing)
        if hasRotation { panel(channels: 3..<6, unit: "rad/s", top: second, &drawing) }
        let bottom = last + Self.panel + 15
        for (share, anchor) in [(0.0, Drawing.Anchor.start), (0.5, .middle), (1, .end)] {
            let text = Numbers.decimal(share * span, 1) + (share == 0 ? "" : " s")
            drawing.text(Self.left + share * (Self.width - Self.left), bottom, text, "tiny", anchor)
        }
        return drawing.svg(title: title)
    }

    private var hasRotation: Bool { first.points.contains { $0.values[3...].contains { $0 != 0 } } }

    private var span: Double { max(first.points.last?.time ?? 0, 0.1) }

    private func panel(channels: Range<Int>, unit: String, top: Double, _ drawing: inout Drawing) {
        let values = first.points.flatMap { $0.values[channels] }
        let panel = CurvePanel(left: Self.left, right: Self.width, top: top, height: Self.panel, values: values)
        panel.frame(names: channels.map { RecordedSession.channelNames[$0] }, unit: unit, &drawing)
        for (axis, channel) in channels.enumerated() {
            var piece: [(share: Double, value: Double)] = []
            for point in first.points {
                if point.followsGap, piece.count > 1 { panel.curve(piece, axis: axis, &drawing) }
                if point.followsGap { piece = [] }
                piece.append((point.time / span, point.values[channel]))
            }
            if piece.count > 1 { panel.curve(piece, axis: axis, &drawing) }
        }
    }
}
