import Evaluation
import Formatting
import Foundation

/// Events found against false ones an hour, of decisions from lax to strict; the one that was evaluated is large, with intervals.
///
/// The axis of rates is even in the square root: no rate of a figure is as interesting as zero, which a logarithm has not.
struct CurveFigure {
    /// One model's.
    struct Series {
        let name: String
        /// False events an hour, and the share found, from lax to strict.
        let points: [(rate: Double, found: Double)]
        let chosen: Int
        let rateInterval: ClosedRange<Double>?
        let foundInterval: ClosedRange<Double>?

        /// Nil without an event to be found, or without any time.
        init?(_ curve: DecisionCurve, name: String, found: ClosedRange<Double>?) {
            var points: [(rate: Double, found: Double)] = []
            for (index, point) in curve.points.enumerated() {
                guard let rate = curve.falsePerHour(index), point.gestures.events > 0 else { return nil }
                points.append((rate, Double(point.gestures.hits) / Double(point.gestures.events)))
            }
            guard !points.isEmpty else { return nil }
            self.name = name
            self.points = points
            chosen = curve.chosen
            rateInterval = curve.falsePerHourInterval(curve.chosen)
            foundInterval = found
        }
    }

    let series: [Series]

    private static let left = 40.0
    private static let right = 408.0
    private static let top = 24.0
    private static let base = 222.0

    func svg(title: String) -> String {
        var drawing = Drawing(width: 420, height: 268 + (series.count > 1 ? Double(series.count) * 18 + 10 : 0))
        let most = max(1, series.flatMap { one in one.points.map(\.rate) + [one.rateInterval?.upperBound ?? 0] }.max() ?? 1)
        func x(_ rate: Double) -> Double { Self.left + (rate / most).squareRoot() * (Self.right - Self.left) }
        func y(_ found: Double) -> Double { Self.base - found * (Self.base - Self.top) }
        for tick in [0, 0.25, 0.5, 0.75, 1] {
            drawing.line(Self.left, y(tick), Self.right, y(tick), "grid")
            drawing.text(Self.left - 6, y(tick) + 4, Numbers.decimal(tick * 100, 0), "soft", .end)
        }
        for tick in Self.ticks(most) {
            drawing.line(x(tick), Self.base, x(tick), Self.base + 4, "axis")
            drawing.text(x(tick), Self.base + 18, String(printing: "%.3g", tick), "soft", .middle)
        }
        for (index, one) in series.enumerated() {
            let style = series.count > 1 ? "l\(index % 8)" : "q15"
            drawing.polyline(one.points.map { (x($0.rate), y($0.found)) }, style + "line")
            for point in one.points { drawing.circle(x(point.rate), y(point.found), 2.5, style) }
            let chosen = one.points[one.chosen]
            if let interval = one.rateInterval {
                drawing.line(x(interval.lowerBound), y(chosen.found), x(interval.upperBound), y(chosen.found), style + "line")
            }
            if let interval = one.foundInterval {
                drawing.line(x(chosen.rate), y(interval.lowerBound), x(chosen.rate), y(interval.upperBound), style + "line")
            }
            drawing.circle(x(chosen.rate), y(chosen.found), 6, style)
            if series.count > 1 {
                let row = 286 + Double(index) * 18
                drawing.circle(Self.left + 4, row - 4, 5, style)
                drawing.text(Self.left + 16, row, Drawing.fitted(one.name, 48))
            }
        }
        drawing.line(Self.left, Self.base, Self.right, Self.base, "axis")
        drawing.text(0, 10, "found, %", "soft")
        drawing.text((Self.left + Self.right) / 2, Self.base + 38, "false events an hour", "soft", .middle)
        return drawing.svg(title: title)
    }

    /// Zero, and up to five more that a person reads easily, not closer than a ninth of the axis.
    private static func ticks(_ most: Double) -> [Double] {
        var ticks = [0.0]
        for exponent in -3...6 {
            for digit in [1.0, 2, 5] {
                let tick = digit * pow(10, Double(exponent))
                let distance = (tick / most).squareRoot() - (ticks[ticks.count - 1] / most).squareRoot()
                if tick <= most, distance > 0.11 { ticks.append(tick) }
            }
        }
        return ticks
    }
}
