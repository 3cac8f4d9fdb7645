import Formatting
import Quantization

/// Signal against quantization noise at each place, as bars; what was clipped stands beside them, in red where it costs.
struct NoiseFigure {
    let noise: LayerNoise
    let clipping: ClippingVerdict

    private static let width = 420.0
    private static let row = 28.0
    private static let left = 104.0
    private static let right = 308.0

    var svg: String {
        let rows = Double(noise.places.count)
        var drawing = Drawing(width: Self.width, height: rows * Self.row + 46)
        let finite = noise.places.compactMap(\.decibels).filter(\.isFinite)
        let full = max(60, ((finite.max() ?? 0) / 20).rounded(.up) * 20)
        let bottom = 22 + rows * Self.row
        for tick in stride(from: 0.0, through: full, by: 20) {
            let x = Self.left + tick / full * (Self.right - Self.left)
            drawing.line(x, 18, x, bottom, "grid")
            drawing.text(x, bottom + 16, Numbers.decimal(tick, 0) + (tick == full ? " dB" : ""), "soft", .middle)
        }
        drawing.text(Self.width, 12, "clipped", "soft", .end)
        for (index, place) in noise.places.enumerated() {
            let y = 22 + Double(index) * Self.row
            drawing.text(0, y + 18, Drawing.fitted(place.name, 15))
            if let decibels = place.decibels {
                let length = min(1, max(0, decibels / full)) * (Self.right - Self.left)
                drawing.rectangle(Self.left, y + 6, length, Self.row - 12, "q15", opacity: 0.85, radius: 2)
                drawing.text(Self.left + length + 8, y + 18, Numbers.decibels(decibels), "halo")
            } else {
                drawing.text(Self.left + 8, y + 18, "not measured", "soft")
            }
            let clipped = place.saturated ?? 0
            let share = clipped > 0 ? String(printing: "%.2g %%", Double(clipped) / Double(place.values) * 100) : "0"
            let style = clipping.judgement(of: place) == .costly ? "wrong" : "soft"
            drawing.text(Self.width, y + 18, place.saturated == nil ? "–" : share, style, .end)
        }
        return drawing.svg(title: "Signal to quantization noise, place by place")
    }
}
