import Evaluation
import Formatting

/// A session in time: bands of truth, float and Q15, and the events that Q15 made of it.
struct TimelineFigure {
    let timeline: SessionTimeline
    let labels: [String]
    let palette: LabelPalette

    private static let width = 420.0
    private static let left = 44.0
    private static let band = 16.0
    private static let gap = 6.0

    var svg: String {
        var drawing = Drawing(width: Self.width, height: 4 * (Self.band + Self.gap) + 24)
        let rows: [(String, [Int?])] = [
            ("truth", timeline.truth), ("float", timeline.float.map { $0 }), ("Q15", timeline.q15.map { $0 }),
        ]
        for (row, (name, columns)) in rows.enumerated() {
            let y = Double(row) * (Self.band + Self.gap)
            drawing.text(0, y + 12, name, "soft")
            bands(columns, y: y, height: Self.band, &drawing) { palette.style($0) }
        }
        let wrong = zip(timeline.truth, timeline.q15).map { truth, given in truth != nil && truth != given ? 0 : nil }
        bands(wrong, y: 3 * (Self.band + Self.gap) - 5, height: 3, &drawing) { $0 == nil ? nil : "wrong" }
        events(y: 3 * (Self.band + Self.gap) + 2, &drawing)
        let bottom = 4 * (Self.band + Self.gap) + 18
        drawing.text(Self.left, bottom, "0", "tiny")
        drawing.text(Self.width, bottom, Numbers.duration(timeline.seconds), "tiny", .end)
        return drawing.svg(title: "\(timeline.session) in time: truth, float, Q15 and events")
    }

    /// Neighbours of one label are one rectangle.
    private func bands(
        _ columns: [Int?], y: Double, height: Double, _ drawing: inout Drawing, style: (Int?) -> String?
    ) {
        var first = 0
        for column in columns.indices where column + 1 == columns.count || columns[column + 1] != columns[column] {
            if let style = style(columns[column]) {
                let (from, to) = (x(Double(first) / Double(columns.count)), x(Double(column + 1) / Double(columns.count)))
                drawing.rectangle(from, y, to - from, height, style)
            }
            first = column + 1
        }
    }

    private func events(y: Double, _ drawing: inout Drawing) {
        drawing.text(0, y + 12, "events", "soft")
        for event in timeline.events {
            let (from, to) = (x(event.from), max(x(event.from) + 2, x(event.to)))
            switch event.kind {
            case .missed: drawing.rectangle(from, y, to - from, Self.band, "missed")
            case .unknown: drawing.rectangle(from, y + 3, to - from, Self.band - 6, palette.style(event.label), opacity: 0.4)
            case .found: drawing.rectangle(from, y + 3, to - from, Self.band - 6, palette.style(event.label))
            case .wrong:
                drawing.rectangle(from, y + 3, to - from, Self.band - 6, palette.style(event.label))
                drawing.rectangle(from, y, to - from, Self.band, "falsely")
            }
        }
    }

    private func x(_ share: Double) -> Double { Self.left + share * (Self.width - Self.left) }
}
