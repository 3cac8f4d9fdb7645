import Foundation

/// An inline SVG in the making. Colours come from the page's style sheet, by class. Lengths are in user units, y downwards.
struct Drawing {
    enum Anchor: String {
        case start
        case middle
        case end
    }

    let width: Double
    let height: Double
    private var body = ""

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    mutating func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, opacity: Double = 1, radius: Double = 0
    ) {
        let corners = radius > 0 ? " rx=\"\(Self.short(radius))\"" : ""
        let strength = opacity < 1 ? " fill-opacity=\"\(Self.short(opacity))\"" : ""
        body += "<rect x=\"\(Self.short(x))\" y=\"\(Self.short(y))\" width=\"\(Self.short(max(0, width)))\" "
        body += "height=\"\(Self.short(max(0, height)))\" class=\"\(style)\"\(corners)\(strength)/>"
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
        body += "<path d=\"M\(Self.short(x1)) \(Self.short(y1))L\(Self.short(x2)) \(Self.short(y2))\" class=\"\(style)\"/>"
    }

    /// An open line through all points.
    mutating func polyline(_ points: [(x: Double, y: Double)], _ style: String) {
        let path = points.map { "\(Self.short($0.x)) \(Self.short($0.y))" }.joined(separator: "L")
        body += "<path d=\"M\(path)\" class=\"\(style)\"/>"
    }

    /// Text on a baseline; escaped here. `turned` by degrees about its anchor.
    mutating func text(
        _ x: Double, _ y: Double, _ text: String, _ style: String = "label", _ anchor: Anchor = .start, turned: Double = 0
    ) {
        let turn = turned == 0 ? "" : " transform=\"rotate(\(Self.short(turned)) \(Self.short(x)) \(Self.short(y)))\""
        body += "<text x=\"\(Self.short(x))\" y=\"\(Self.short(y))\" class=\"\(style)\" text-anchor=\"\(anchor.rawValue)\"\(turn)>"
        body += Markup.escaped(text) + "</text>"
    }

    /// - Parameter title: what a reader hears who does not see it.
    func svg(title: String) -> String {
        "<svg viewBox=\"0 0 \(Self.short(width)) \(Self.short(height))\" role=\"img\"><title>\(Markup.escaped(title))</title>\(body)</svg>"
    }

    /// About how wide a text is at 12 units.
    static func textWidth(_ text: String) -> Double {
        text.reduce(0) { $0 + ($1.isUppercase || $1 == "_" || $1 == "m" || $1 == "w" ? 8.4 : 6.8) }
    }

    /// A name that fits.
    static func fitted(_ text: String, _ characters: Int) -> String {
        text.count <= characters ? text : text.prefix(characters - 1) + "…"
    }

    private static func short(_ value: Double) -> String {
        let text = String(format: "%.2f", value)
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }
}
