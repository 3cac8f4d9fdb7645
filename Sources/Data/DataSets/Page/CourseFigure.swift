import Formatting
import MotionCore
import Recordings

/// What a label's repetitions have in common: acceleration, rotation and other channels over the share of the repetition that has
/// passed, each channel's mean as a line and one standard deviation on either side of it as a band; or one repetition as lines over
/// these bands.
struct CourseFigure {
    let spread: CourseSpread
    let channels: NamedChannels
    /// The repetition that is drawn in place of the mean.
    var single: Course?

    private static let width = 320.0
    private static let left = 34.0
    private static let panel = 92.0
    /// More would not be looked at.
    private static let mostPanels = 6

    func svg(title: String) -> String {
        let panels = channels.panels.prefix(Self.mostPanels)
        let end = 16 + Double(panels.count) * (Self.panel + 24) - 24
        var drawing = Drawing(width: Self.width, height: end + 20)
        for (row, drawn) in panels.enumerated() { panel(drawn, top: 16 + Double(row) * (Self.panel + 24), &drawing) }
        let bottom = end + 15
        for (share, anchor) in [(0.0, Drawing.Anchor.start), (0.5, .middle), (1, .end)] {
            let text = Numbers.decimal(share * 100, 0) + (share == 0 ? "" : " %")
            drawing.text(Self.left + share * (Self.width - Self.left), bottom, text, "tiny", anchor)
        }
        return drawing.svg(title: title)
    }

    private func panel(_ drawn: ChannelPanel, top: Double, _ drawing: inout Drawing) {
        let channels = drawn.channels
        let means = channels.map(spread.mean)
        let deviations = channels.map(spread.deviation)
        let upper = zip(means, deviations).map { zip($0, $1).map(+) }
        let lower = zip(means, deviations).map { zip($0, $1).map(-) }
        let lines = single.map { course in channels.map(course.channel) } ?? means
        let panel = CurvePanel(
            left: Self.left, right: Self.width, top: top, height: Self.panel, values: (upper + lower + lines).flatMap { $0 },
            holdsZero: !drawn.unit.isEmpty)
        panel.frame(names: channels.map { self.channels.names[$0] }, unit: drawn.unit, &drawing)
        for axis in channels.indices { panel.band(upper[axis], lower[axis], axis: axis, &drawing) }
        for axis in channels.indices { panel.curve(lines[axis], axis: axis, &drawing) }
    }
}
