import Formatting
import Recordings

/// What a label's repetitions have in common: acceleration and rotation over the share of the repetition that has passed, each
/// channel's mean as a line and one standard deviation on either side of it as a band; or one repetition as lines over these bands.
struct CourseFigure {
    let spread: CourseSpread
    /// The repetition that is drawn in place of the mean.
    var single: Course?

    private static let width = 320.0
    private static let left = 34.0
    private static let panel = 92.0

    func svg(title: String) -> String {
        let second = 16 + Self.panel + 24
        var drawing = Drawing(width: Self.width, height: second + Self.panel + 20)
        panel(channels: 0..<3, unit: "g", top: 16, &drawing)
        panel(channels: 3..<6, unit: "rad/s", top: second, &drawing)
        let bottom = second + Self.panel + 15
        for (share, anchor) in [(0.0, Drawing.Anchor.start), (0.5, .middle), (1, .end)] {
            let text = Numbers.decimal(share * 100, 0) + (share == 0 ? "" : " %")
            drawing.text(Self.left + share * (Self.width - Self.left), bottom, text, "tiny", anchor)
        }
        return drawing.svg(title: title)
    }

    private func panel(channels: Range<Int>, unit: String, top: Double, _ drawing: inout Drawing) {
        let means = channels.map(spread.mean)
        let deviations = channels.map(spread.deviation)
        let upper = zip(means, deviations).map { zip($0, $1).map(+) }
        let lower = zip(means, deviations).map { zip($0, $1).map(-) }
        let lines = single.map { course in channels.map(course.channel) } ?? means
        let panel = CurvePanel(
            left: Self.left, right: Self.width, top: top, height: Self.panel, values: (upper + lower + lines).flatMap { $0 })
        panel.frame(names: channels.map { RecordedSession.channelNames[$0] }, unit: unit, &drawing)
        for axis in 0..<3 { panel.band(upper[axis], lower[axis], axis: axis, &drawing) }
        for axis in 0..<3 { panel.curve(lines[axis], axis: axis, &drawing) }
    }
}
