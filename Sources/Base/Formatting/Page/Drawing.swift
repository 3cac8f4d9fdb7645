/// An SVG in the making. Colours come from a style sheet, by class: the page's, or one that is given to `file`. Lengths are in user
/// units, y downwards.
package struct Drawing {
    package enum Anchor: String {
        case start
        case middle
        case end
    }

    package let width: Double
    package let height: Double
    private var body = ""

    package init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    package mutating func rectangle(
        _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: String, opacity: Double = 1, radius: Double = 0
    ) {
        let corners = radius > 0 ? " rx=\"\(Self.short(radius))\"" : ""
        let strength = opacity < 1 ? " fill-opacity=\"\(Self.short(opacity))\"" : ""
        body += "<rect x=\"\(Self.short(x))\" y=\"\(Self.short(y))\" width=\"\(Self.short(max(0, width)))\" "
        body += "height=\"\(Self.short(max(0, height)))\" class=\"\(style)\"\(corners)\(strength)/>"
    }

    package mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) {
        body += "<path d=\"M\(Self.short(x1)) \(Self.short(y1))L\(Self.short(x2)) \(Self.short(y2))\" class=\"\(style)\"/>"
    }

    package mutating func circle(_ x: Double, _ y: Double, _ radius: Double, _ style: String) {
        body += "<circle cx=\"\(Self.short(x))\" cy=\"\(Self.short(y))\" r=\"\(Self.short(radius))\" class=\"\(style)\"/>"
    }

    /// An open line through all points.
    package mutating func polyline(_ points: [(x: Double, y: Double)], _ style: String) {
        let path = points.map { "\(Self.short($0.x)) \(Self.short($0.y))" }.joined(separator: "L")
        body += "<path d=\"M\(path)\" class=\"\(style)\"/>"
    }

    /// What lies between two lines through as many points, filled.
    package mutating func band(_ upper: [(x: Double, y: Double)], _ lower: [(x: Double, y: Double)], _ style: String) {
        let path = (upper + lower.reversed()).map { "\(Self.short($0.x)) \(Self.short($0.y))" }.joined(separator: "L")
        body += "<path d=\"M\(path)Z\" class=\"\(style)\"/>"
    }

    /// Text on a baseline; escaped here. `turned` by degrees about its anchor.
    package mutating func text(
        _ x: Double, _ y: Double, _ text: String, _ style: String = "label", _ anchor: Anchor = .start, turned: Double = 0
    ) {
        let turn = turned == 0 ? "" : " transform=\"rotate(\(Self.short(turned)) \(Self.short(x)) \(Self.short(y)))\""
        body += "<text x=\"\(Self.short(x))\" y=\"\(Self.short(y))\" class=\"\(style)\" text-anchor=\"\(anchor.rawValue)\"\(turn)>"
        body += Markup.escaped(text) + "</text>"
    }

    /// - Parameter title: what a reader hears who does not see it.
    package func svg(title: String) -> String {
        "<svg viewBox=\"0 0 \(Self.short(width)) \(Self.short(height))\" role=\"img\"><title>\(Markup.escaped(title))</title>\(body)</svg>"
    }

    /// A file of its own, which needs no page.
    ///
    /// - Parameter style: the style sheet.
    package func file(title: String, style: String) -> String {
        let size = "width=\"\(Self.short(width))\" height=\"\(Self.short(height))\""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.short(width)) \(Self.short(height))" \(size) role="img">
            <title>\(Markup.escaped(title))</title>
            <style>\(style)</style>
            \(body)
            </svg>

            """
    }

    /// About how wide a text is at 12 units.
    package static func textWidth(_ text: String) -> Double {
        text.reduce(0) { $0 + ($1.isUppercase || $1 == "_" || $1 == "m" || $1 == "w" ? 8.4 : 6.8) }
    }

    /// A name that fits.
    package static func fitted(_ text: String, _ characters: Int) -> String {
        text.count <= characters ? text : text.prefix(characters - 1) + "…"
    }

    private static func short(_ value: Double) -> String {
        let text = String(printing: "%.2f", value)
        return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
    }
}
