import Evaluation
import Foundation
import LSTMEngine
import ModelConversion
import Presentation
import ReferenceModel

/// What quantising did to a network: Q-formats with the ranges they were chosen for, the proof of no overflow, and the noise on the
/// calibration recordings. `import`, `quantize` and `train` print it.
struct QuantisationReport {
    /// One affine map of the network, or its inputs.
    struct Layer {
        /// “inputs”, “convolution”, “LSTM 1”, “dense 1”, “logits”.
        var name: String
        /// Fraction bits of the weights, which differ by block and panel; nil for the inputs.
        var weightBits: ClosedRange<Int>?
        /// Fraction bits of the 32-bit sums, which differ by block; nil for the inputs.
        var accumulatorBits: ClosedRange<Int>?
        /// Fraction bits of the 16-bit results (of logits: 32 bits).
        var outputBits: Int
        /// Largest result seen, or its bound without calibration; nil where the format is fixed.
        var range: Double?
        /// The largest share of ±(2³¹ − 1) that any sum of any row can reach, whatever the input; nil for the inputs.
        var accumulatorShare: Double?

        /// How many times the range fits into 16 bits.
        var headroom: Double? {
            guard let range, range > 0 else { return nil }
            return 32_768 / exp2(Double(outputBits)) / range
        }
    }

    let layers: [Layer]
    /// Largest input of each feature after normalisation, seen or bounded.
    let inputs: [(feature: InputFeature, range: Double)]
    /// Windows that the ranges were seen in; 0 for bounds.
    let windows: Int
    /// Measured on the calibration recordings; nil without them.
    let noise: LayerNoise?

    /// - Parameters:
    ///   - pair: the network that was quantised, with balanced inputs, and the result.
    ///   - ranges: what it was quantised for.
    init(_ pair: NetworkPair, ranges: ActivationRanges, noise: LayerNoise?) {
        let network = pair.quantized
        var layers = [Layer(name: "inputs", outputBits: network.inputFractionBits, range: ranges.inputs.max())]
        var columnsBits = network.inputFractionBits
        func add(_ name: String, _ affine: QuantizedAffine, inputBits: [Int], range: Double?, resultBits: Int) {
            layers.append(Layer(name, affine, inputBits: inputBits, range: range))
            columnsBits = resultBits
        }
        if let layer = network.convolution {
            add(
                "convolution", layer, inputBits: [columnsBits], range: ranges.convolution, resultBits: layer.outputFractionBits)
        }
        for (index, layer) in network.lstm.enumerated() {
            add("LSTM \(index + 1)", layer, inputBits: [columnsBits, 15], range: nil, resultBits: 15)
        }
        for (index, layer) in network.dense.enumerated() {
            let range = index < ranges.dense.count ? ranges.dense[index] : nil
            add(
                range == nil ? "logits" : "dense \(index + 1)", layer.affine, inputBits: [columnsBits], range: range,
                resultBits: layer.affine.outputFractionBits)
        }
        self.layers = layers
        inputs = zip(pair.float.inputs, ranges.inputs).map { ($0, $1) }
        windows = ranges.windows
        self.noise = noise
    }

    /// The largest share of 31 bits that any sum of the network can reach.
    var accumulatorShare: Double { layers.compactMap(\.accumulatorShare).max() ?? 0 }
}

extension QuantisationReport.Layer {
    /// - Parameter inputBits: fraction bits of the vector that each term reads.
    fileprivate init(_ name: String, _ affine: QuantizedAffine, inputBits: [Int], range: Double?) {
        let accumulators = affine.outputShifts.map { Int($0) + affine.outputFractionBits }
        var weights: [Int] = []
        for (term, bits) in zip(affine.terms, inputBits) {
            for (index, shift) in term.shifts.enumerated() { weights.append(accumulators[index / term.panels] + Int(shift) - bits) }
        }
        let largest = (0..<affine.rows).map { affine.largestSum(row: $0) }.max() ?? 0
        self.init(
            name: name, weightBits: (weights.min() ?? 0)...(weights.max() ?? 0),
            accumulatorBits: (accumulators.min() ?? 0)...(accumulators.max() ?? 0), outputBits: affine.outputFractionBits,
            range: range, accumulatorShare: Double(largest) / Double(Int32.max))
    }
}

// MARK: - For people

extension QuantisationReport {
    /// A table of the layers, the proof, and the noise, without a line feed at the end.
    var text: String {
        var sections = [formats, [proof]]
        if let noise { sections.append(LayerNoiseTable(noise).lines) }
        return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private var formats: [String] {
        var table = TextTable()
        let range = windows > 0 ? "largest seen" : "bound"
        table.add(["layer", "weights", "sums", "results", range, "headroom", "sums reach"])
        for layer in layers {
            table.add([
                layer.name, Self.steps(layer.weightBits), Self.steps(layer.accumulatorBits), Self.results(layer),
                layer.range.map { String(printing: "%.3g", $0) } ?? "–",
                layer.headroom.map { String(printing: "%.1f×", $0) } ?? "–",
                layer.accumulatorShare.map(Self.percent) ?? "–",
            ])
        }
        return table.lines
    }

    private var proof: String {
        let ranges =
            windows > 0
            ? "Formats fit the ranges of \(windows) windows."
            : "Formats fit safe bounds (±16 g, ±2000 °/s) that real motion stays far below; --calibrate with recordings gives finer steps."
        return "\(ranges) No input can overflow: sums reach \(Self.percent(accumulatorShare)) of 31 bits at most."
    }

    /// Rounded up, so that “100 %” never stands for a sum that fits, nor less for one that reaches it.
    private static func percent(_ share: Double) -> String {
        String(printing: "%.1f %%", min(share < 1 ? 99.9 : 100, (share * 1000).rounded(.up) / 10))
    }

    /// The steps of numbers with so many fraction bits, coarse to fine.
    private static func steps(_ bits: ClosedRange<Int>?) -> String {
        guard let bits else { return "–" }
        return bits.count == 1 ? "2^\(-bits.lowerBound)" : "2^\(-bits.lowerBound)…2^\(-bits.upperBound)"
    }

    private static func results(_ layer: Layer) -> String {
        layer.name == "logits" ? "Q19.\(layer.outputBits)" : qFormat(layer.outputBits)
    }
}

/// 16 bits with so many behind the point: Q4.11 holds −16 … 16.
func qFormat(_ fractionBits: Int) -> String {
    "Q\(15 - fractionBits).\(fractionBits)"
}

// MARK: - For programs

extension QuantisationReport {
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
        return line
    }
}

extension QuantisationReport.Layer {
    fileprivate var json: JSONLine {
        var line = JSONLine()
        line.add("layer", name)
        if let weightBits { line.add("weight_fraction_bits", [weightBits.lowerBound, weightBits.upperBound]) }
        if let accumulatorBits { line.add("accumulator_fraction_bits", [accumulatorBits.lowerBound, accumulatorBits.upperBound]) }
        line.add("fraction_bits", outputBits)
        if let range { line.add("range", range) }
        if let headroom { line.add("headroom", headroom) }
        if let accumulatorShare { line.add("accumulator_share", accumulatorShare) }
        return line
    }
}
