import Formatting
public import Models
import MotionCore

/// What quantizing did to a network: Q-formats with the ranges they were chosen for, the proof of no overflow, and the noise on the
/// calibration recordings.
public struct QuantizationReport: Sendable {
    /// One affine map of the network, or its inputs.
    public struct Layer: Sendable {
        /// “inputs”, “convolution”, “convolution 1”, “LSTM 1”, “dense 1”, “logits”.
        public let name: String
        /// Fraction bits of the weights, which differ by block and panel; nil for the inputs.
        public let weightBits: ClosedRange<Int>?
        /// Bits of each term's weights, 8 or 16; empty for the inputs.
        public let weightSizes: [Int]
        /// Fraction bits of the 32-bit sums, which differ by block; nil for the inputs.
        public let accumulatorBits: ClosedRange<Int>?
        /// Fraction bits of the 16-bit results (of logits: 32 bits).
        public let outputBits: Int
        /// Largest result seen, or its bound without calibration; nil where the format is fixed.
        public let range: Double?
        /// The largest share of ±(2³¹ − 1) that any sum of any row can reach, whatever the input; nil for the inputs.
        public let accumulatorShare: Double?

        /// How many times the range fits into 16 bits.
        public var headroom: Double? {
            guard let range, range > 0 else { return nil }
            return 32_768 / exp2(outputBits) / range
        }
    }

    /// One feature, and its largest input after normalisation, seen or bounded.
    public struct Input: Sendable {
        public let feature: InputFeature
        public let range: Double
    }

    /// In the order of the data's way through the network.
    public let layers: [Layer]
    /// In the network's order, balanced.
    public let inputs: [Input]
    /// Windows that the ranges were seen in; 0 for bounds.
    public let windows: Int
    /// Measured on the calibration recordings; nil without them, or if it was not asked for.
    public let noise: LayerNoise?

    /// Which part of fixed point moves the probabilities; nil as `noise` is.
    public let sources: ErrorSources?

    /// The largest share of 31 bits that any sum of the network can reach.
    public var accumulatorShare: Double { layers.compactMap(\.accumulatorShare).max() ?? 0 }

    /// - Parameters:
    ///   - pair: the network that was quantized, with balanced inputs, and the result.
    ///   - ranges: what it was quantized for.
    init(_ pair: NetworkPair, ranges: ActivationRanges, noise: LayerNoise?, sources: ErrorSources?) {
        layers = Self.layers(of: pair.quantized, ranges)
        inputs = zip(pair.description.inputs, ranges.inputs).map { Input(feature: $0, range: $1) }
        windows = ranges.windows
        self.noise = noise
        self.sources = sources
    }

    private static func layers(of network: QuantizedNetwork, _ ranges: ActivationRanges) -> [Layer] {
        var layers = [Layer(inputsOf: network, range: ranges.inputs.max())]
        var columnsBits = network.inputFractionBits
        if let layer = network.convolution {
            layers.append(Layer("convolution", layer, inputBits: [columnsBits], range: ranges.convolution))
            columnsBits = layer.outputFractionBits
        }
        var convolutions = 0
        for (index, layer) in network.front.enumerated() {
            guard let map = layer.convolution else { continue }
            convolutions += 1
            layers.append(Layer("convolution \(convolutions)", map, inputBits: [columnsBits], range: ranges.front[index]))
            columnsBits = map.outputFractionBits
        }
        for (index, layer) in network.lstm.enumerated() {
            layers.append(Layer("\(layer.cell.name) \(index + 1)", layer, inputBits: [columnsBits, 15], range: nil))
            columnsBits = 15
        }
        for (index, layer) in network.dense.enumerated() {
            let range = index < ranges.dense.count ? ranges.dense[index] : nil
            let name = range == nil ? "logits" : "dense \(index + 1)"
            layers.append(Layer(name, layer.affine, inputBits: [columnsBits], range: range))
            columnsBits = layer.affine.outputFractionBits
        }
        return layers
    }
}

extension QuantizationReport.Layer {
    fileprivate init(inputsOf network: QuantizedNetwork, range: Double?) {
        self.init(
            name: "inputs", weightBits: nil, weightSizes: [], accumulatorBits: nil, outputBits: network.inputFractionBits,
            range: range,
            accumulatorShare: nil)
    }

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
            weightSizes: affine.terms.map { $0.storage == .bytes ? 8 : 16 },
            accumulatorBits: (accumulators.min() ?? 0)...(accumulators.max() ?? 0), outputBits: affine.outputFractionBits,
            range: range, accumulatorShare: Double(largest) / Double(Int32.max))
    }
}
