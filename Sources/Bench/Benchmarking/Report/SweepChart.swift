import Formatting
import Foundation
import MotionCore

/// A sweep as an SVG file: time over each dimension on logarithmic scales, below it the time of one multiplication. A dashed line
/// grows as the multiplications do. The white card is readable on light and dark pages.
public struct SweepChart {
    private let sweep: Sweep
    private let kernels: [String]

    private static let width = 1010.0
    private static let height = 480.0
    private static let columns = [70.0, 310.0, 550.0, 790.0]
    private static let panelWidth = 190.0
    private static let timeTop = 84.0
    private static let timeBottom = 300.0
    private static let costTop = 362.0
    private static let costBottom = 442.0

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
        let costs = LogScale(covering: sweep.points.map(\.nanosecondsPerMultiplication), from: Self.costBottom, to: Self.costTop)
        for (axis, left) in zip(Sweep.Axis.allCases, Self.columns) {
            let points = sweep.points.filter { $0.axis == axis }
            guard !points.isEmpty else { continue }
            panel(axis, points, left: left, scale, costs, &drawing)
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
        _ axis: Sweep.Axis, _ points: [Sweep.Point], left: Double, _ scale: LogScale, _ costs: LogScale, _ drawing: inout Drawing
    ) {
        let right = left + Self.panelWidth
        let across = LogScale(covering: points.map { Double($0.value) }, from: left + 12, to: right - 12, wholeDecades: false)
        drawing.text(left, 62, Self.title(axis), "strong")
        let times = scale.decades.map { (scale.position($0), LogScale.duration($0)) }
        let shares = costs.decades.map { (costs.position($0), "\($0)") }
        for (y, name) in times + shares {
            drawing.line(left, y, right, y, "grid")
            drawing.text(left - 6, y + 4, name, "soft", .end)
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
            curve(own.map { (across.position(Double($0.value)), costs.position($0.nanosecondsPerMultiplication)) }, index, &drawing)
        }
    }

    /// Through the first kernel's cheapest multiplication, so that every point lies on the line or above it.
    private func reference(_ points: [Sweep.Point], _ across: LogScale, _ scale: LogScale, _ drawing: inout Drawing) {
        let own = points.filter { $0.kernel == kernels[0] }
        guard let cheapest = own.map(\.nanosecondsPerMultiplication).min() else { return }
        let line = own.map { (across.position(Double($0.value)), scale.position($0.multiplications * cheapest)) }
        drawing.polyline(line.filter { $0.1 <= Self.timeBottom }, "reference")
    }

    private func curve(_ points: [(x: Double, y: Double)], _ index: Int, _ drawing: inout Drawing) {
        drawing.polyline(points, "curve k\(index % 4)")
        for point in points { drawing.rectangle(point.x - 3, point.y - 3, 6, 6, "dot d\(index % 4)", radius: 3) }
    }

    private static func title(_ axis: Sweep.Axis) -> String {
        switch axis {
        case .units: "Window of 20, by units"
        case .streamUnits: "Sample, 4 windows, by units"
        case .window: "Window, 32 units, by samples"
        case .slots: "Sample, 32 units, by windows"
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

    /// The powers of ten on the axis.
    var decades: [Double] {
        (Int(saturating: low.rounded(.up))...Int(saturating: high.rounded(.down))).map {
            $0 < 0 ? 1 / pow(10, Double(-$0)) : pow(10, Double($0))
        }
    }

    /// A power of ten of nanoseconds: “100 ns”, “10 µs”.
    static func duration(_ nanoseconds: Double) -> String {
        let exponent = Int(saturating: log10(nanoseconds).rounded())
        let units = ["ns", "µs", "ms", "s"]
        let unit = max(0, min(units.count - 1, exponent / 3))
        return "\(Int(saturating: (nanoseconds / pow(1000, Double(unit))).rounded())) \(units[unit])"
    }
}
