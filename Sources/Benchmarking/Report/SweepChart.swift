import EvaluationReport
import Foundation

/// A sweep as an SVG file: time over each dimension on logarithmic scales, below it the time of one multiplication. A dashed line
/// grows as the multiplications do. The white card is readable on light and dark pages.
public struct SweepChart {
    private let sweep: Sweep
    private let kernels: [String]

    private static let width = 960.0
    private static let height = 480.0
    private static let columns = [70.0, 380.0, 690.0]
    private static let panelWidth = 250.0
    private static let timeTop = 84.0
    private static let timeBottom = 300.0
    private static let costTop = 362.0
    private static let costBottom = 442.0
    /// Where the axis of costs may end.
    private static let tops = [0.02, 0.04, 0.1, 0.2, 0.3, 0.4, 0.6, 1, 2, 4, 10]

    public init(_ sweep: Sweep) {
        self.sweep = sweep
        var names: [String] = []
        for point in sweep.points where !names.contains(point.kernel) { names.append(point.kernel) }
        kernels = names
    }

    public var svg: String {
        var drawing = Drawing(width: Self.width, height: Self.height)
        drawing.rectangle(0.5, 0.5, Self.width - 1, Self.height - 1, "card", radius: 8)
        legend(&drawing)
        let times = sweep.points.map(\.time.median)
        let scale = LogScale(covering: times, from: Self.timeBottom, to: Self.timeTop)
        let dearest = sweep.points.map(\.nanosecondsPerMultiplication).max() ?? 1
        let most = Self.tops.first { $0 >= dearest } ?? dearest
        for (axis, left) in zip(Sweep.Axis.allCases, Self.columns) {
            let points = sweep.points.filter { $0.axis == axis }
            guard !points.isEmpty else { continue }
            panel(axis, points, left: left, scale, most: most, &drawing)
        }
        return drawing.file(title: "Time against units, window and slots", style: Self.style)
    }

    private func legend(_ drawing: inout Drawing) {
        var x = Self.columns[0]
        for (index, kernel) in kernels.enumerated() {
            drawing.line(x, 26, x + 24, 26, "curve k\(index % 4)")
            drawing.text(x + 30, 30, kernel)
            x += 50 + Drawing.textWidth(kernel)
        }
        drawing.line(x, 26, x + 24, 26, "reference")
        drawing.text(x + 30, 30, "grows as the multiplications do")
    }

    private func panel(
        _ axis: Sweep.Axis, _ points: [Sweep.Point], left: Double, _ scale: LogScale, most: Double, _ drawing: inout Drawing
    ) {
        let right = left + Self.panelWidth
        let across = LogScale(covering: points.map { Double($0.value) }, from: left + 12, to: right - 12, wholeDecades: false)
        drawing.text(left, 62, Self.title(axis), "strong")
        for (value, name) in scale.decades {
            let y = scale.position(value)
            drawing.line(left, y, right, y, "grid")
            drawing.text(left - 6, y + 4, name, "soft", .end)
        }
        for (share, value) in [(0.0, 0.0), (0.5, most / 2), (1.0, most)] {
            let y = Self.costBottom - share * (Self.costBottom - Self.costTop)
            drawing.line(left, y, right, y, "grid")
            drawing.text(left - 6, y + 4, Numbers.decimal(value, 2), "soft", .end)
        }
        drawing.text(left, Self.costTop - 14, "nanoseconds per multiplication", "soft")
        for value in Set(points.map(\.value)).sorted() {
            let x = across.position(Double(value))
            for bottom in [Self.timeBottom, Self.costBottom] { drawing.text(x, bottom + 17, "\(value)", "soft", .middle) }
        }
        reference(points, across, scale, &drawing)
        for (index, kernel) in kernels.enumerated() {
            let own = points.filter { $0.kernel == kernel }
            curve(own.map { (across.position(Double($0.value)), scale.position($0.time.median)) }, index, &drawing)
            let costs = own.map { point in
                let share = point.nanosecondsPerMultiplication / most
                return (across.position(Double(point.value)), Self.costBottom - share * (Self.costBottom - Self.costTop))
            }
            curve(costs, index, &drawing)
        }
    }

    /// Through the first kernel's cheapest multiplication, so that every point lies on the line or above it.
    private func reference(_ points: [Sweep.Point], _ across: LogScale, _ scale: LogScale, _ drawing: inout Drawing) {
        let own = points.filter { $0.kernel == kernels[0] }
        guard let cheapest = own.map(\.nanosecondsPerMultiplication).min() else { return }
        drawing.polyline(
            own.map { (across.position(Double($0.value)), scale.position($0.multiplications * cheapest)) }, "reference")
    }

    private func curve(_ points: [(x: Double, y: Double)], _ index: Int, _ drawing: inout Drawing) {
        drawing.polyline(points, "curve k\(index % 4)")
        for point in points { drawing.rectangle(point.x - 3, point.y - 3, 6, 6, "dot d\(index % 4)", radius: 3) }
    }

    private static func title(_ axis: Sweep.Axis) -> String {
        switch axis {
        case .units: "Window of 20 samples, by units"
        case .window: "Window, 32 units, by samples"
        case .slots: "Sample, by windows in flight"
        }
    }

    private static let style = """
        text { font: 12px system-ui, "Segoe UI", "Helvetica Neue", "Liberation Sans", Arial, sans-serif; fill: #1c2126; }
        text.soft { fill: #626a73; font-size: 11px; } text.strong { font-weight: 600; }
        .card { fill: #ffffff; stroke: #e3dfd6; } .grid { fill: none; stroke: #e3dfd6; }
        .reference { fill: none; stroke: #626a73; stroke-dasharray: 4 4; }
        .curve { fill: none; stroke-width: 2; stroke-linejoin: round; }
        .k0 { stroke: #0b6b6b; } .k1 { stroke: #c8561b; } .k2 { stroke: #2765b0; } .k3 { stroke: #8a4a9c; }
        .d0 { fill: #0b6b6b; } .d1 { fill: #c8561b; } .d2 { fill: #2765b0; } .d3 { fill: #8a4a9c; }
        """
}

/// Numbers on a logarithmic axis.
private struct LogScale {
    private let low: Double
    private let high: Double
    private let from: Double
    private let to: Double

    /// - Parameter wholeDecades: whether the axis ends at powers of ten.
    init(covering values: [Double], from: Double, to: Double, wholeDecades: Bool = true) {
        let low = log10(values.min() ?? 1)
        let high = log10(values.max() ?? 10)
        self.low = wholeDecades ? low.rounded(.down) : low
        self.high = max(wholeDecades ? high.rounded(.up) : high, self.low + 0.1)
        self.from = from
        self.to = to
    }

    func position(_ value: Double) -> Double {
        from + (log10(value) - low) / (high - low) * (to - from)
    }

    /// Powers of ten with their names as nanoseconds.
    var decades: [(Double, String)] {
        (Int(low.rounded(.up))...Int(high.rounded(.down))).map { exponent in
            let units = ["ns", "µs", "ms", "s"]
            let unit = max(0, min(units.count - 1, exponent / 3))
            return (pow(10, Double(exponent)), "\(Int(pow(10, Double(exponent - 3 * unit)).rounded())) \(units[unit])")
        }
    }
}
