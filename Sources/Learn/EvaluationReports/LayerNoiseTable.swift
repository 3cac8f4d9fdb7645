import Formatting
public import Quantization

/// What fixed point costs, place by place, as plain text: for `evaluate`, `quantize` and `train` alike.
public struct LayerNoiseTable {
    private let noise: LayerNoise

    public init(_ noise: LayerNoise) {
        self.noise = noise
    }

    /// Aligned lines; none if nothing was measured.
    public var lines: [String] {
        guard noise.windows > 0 else { return [] }
        var table = TextTable()
        table.add(["place (\(Numbers.count(noise.windows, "window")))", "signal to noise", "clipped", "of values"])
        for place in noise.places {
            table.add([
                place.name, Numbers.decibels(place.decibels), place.saturated.map { Numbers.count($0) } ?? "–",
                Numbers.count(place.values),
            ])
        }
        return table.lines
    }
}
