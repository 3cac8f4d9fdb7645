import EvaluationReports
import Formatting
import Models
import Quantization

// MARK: - For people

extension QuantizationReport {
    /// A table of the layers, the proof, and the noise, without a line feed at the end.
    var text: String {
        var sections = [formats, [proof]]
        if let noise { sections.append(LayerNoiseTable(noise).lines) }
        if let sources { sections.append(ErrorSourcesTable(sources).lines) }
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var formats: [String] {
        var table = TextTable()
        let range = windows > 0 ? "largest seen" : "bound"
        table.add(["layer", "weights", "sums", "results", range, "headroom", "sums reach"])
        for layer in layers {
            table.add([
                layer.name, Self.weights(layer), Self.steps(layer.accumulatorBits), Self.results(layer),
                layer.range.map { String(printing: "%.3g", $0) } ?? "–",
                layer.headroom.map { String(printing: "%.1f×", $0) } ?? "–",
                layer.accumulatorShare.map(Self.reached) ?? "–",
            ])
        }
        return table.lines
    }

    private var proof: String {
        let ranges =
            windows > 0
            ? "Formats fit the ranges of \(windows) windows."
            : "Formats fit safe bounds (±16 g, ±2000 °/s) that real motion stays far below; --data with recordings gives finer steps."
        return "\(ranges) No input can overflow: sums reach \(Self.reached(accumulatorShare)) of 31 bits at most."
    }

    /// Rounded up, so that “100 %” never stands for a sum that fits, nor less for one that reaches it.
    private static func reached(_ share: Double) -> String {
        String(printing: "%.1f %%", min(share < 1 ? 99.9 : 100, (share * 1000).rounded(.up) / 10))
    }

    /// The steps of numbers with so many fraction bits, coarse to fine.
    private static func steps(_ bits: ClosedRange<Int>?) -> String {
        guard let bits else { return "–" }
        return bits.count == 1 ? "2^\(-bits.lowerBound)" : "2^\(-bits.lowerBound)…2^\(-bits.upperBound)"
    }

    /// Steps, and of which matrices the weights have 8 bits: W is that of the input, U that of the hidden state.
    private static func weights(_ layer: Layer) -> String {
        let names = layer.weightSizes.count > 1 ? ["W", "U"] : [""]
        let bytes = zip(names, layer.weightSizes).filter { $1 == 8 }.map(\.0)
        guard !bytes.isEmpty else { return steps(layer.weightBits) }
        let which = bytes.count < names.count ? "\(bytes.joined(separator: " ")) " : ""
        return "\(steps(layer.weightBits)), \(which)8 bits"
    }

    private static func results(_ layer: Layer) -> String {
        layer.name == "logits" ? "Q19.\(layer.outputBits)" : qFormat(layer.outputBits)
    }
}

// MARK: - For programs

extension QuantizationReport {
    /// Everything as one JSON object; what does not exist is left out.
    var json: JSONLine {
        var line = JSONLine()
        line.add("calibration_windows", windows)
        line.add("max_accumulator_share", accumulatorShare)
        line.add(
            "inputs",
            inputs.map { input in
                var entry = JSONLine()
                entry.add("name", input.feature.name)
                entry.add("offset", Double(input.feature.offset), digits: 9)
                entry.add("scale", Double(input.feature.scale), digits: 9)
                entry.add("range", input.range)
                return entry
            })
        line.add("layers", layers.map(\.json))
        if let noise {
            line.add("layer_noise", noise.json)
            line.add("layer_noise_windows", noise.windows)
            line.add("saturated", noise.saturated)
        }
        if let sources { line.add("error_sources", sources.json) }
        return line
    }
}

extension QuantizationReport.Layer {
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("layer", name)
        if let weightBits { line.add("weight_fraction_bits", [weightBits.lowerBound, weightBits.upperBound]) }
        if !weightSizes.isEmpty { line.add("weight_bits", weightSizes) }
        if let accumulatorBits { line.add("accumulator_fraction_bits", [accumulatorBits.lowerBound, accumulatorBits.upperBound]) }
        line.add("fraction_bits", outputBits)
        if let range { line.add("range", range) }
        if let headroom { line.add("headroom", headroom) }
        if let accumulatorShare { line.add("accumulator_share", accumulatorShare) }
        return line
    }
}
