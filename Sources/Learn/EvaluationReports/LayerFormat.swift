import Formatting
package import MotionCore

/// The formats in which a layer of an integer network reads, multiplies, sums and hands on: for `info` and reports alike.
package struct LayerFormat: Sendable, Equatable {
    /// “LSTM 1”.
    package let name: String
    /// “6 → 32”.
    package let shape: String
    /// “Q5.10”: of what it reads, of the accumulators, finest last, and of what it hands on.
    package let input: String
    /// Empty for a layer that has none.
    package let sums: String
    package let output: String
    /// Of each matrix, what one step of its weights is worth: “W 2^-13…2^-15”, a power for each block of 16 rows.
    package let steps: [String]
    /// Number of weights, and bytes of all its constants as a model file holds them.
    package let weights: Int
    package let bytes: Int

    /// What `info` shows of it.
    package var words: String { sums.isEmpty ? output : "\(input) → acc \(sums) → \(output)" }

    /// Every layer, in the order of the data's way.
    ///
    /// - Parameter window: samples that a convolution reads.
    package static func all(of network: QuantizedNetwork, window: Int) -> [LayerFormat] {
        var layers: [LayerFormat] = []
        var bits = network.inputFractionBits
        if let convolution = network.convolution {
            layers.append(
                LayerFormat(
                    "convolution, ReLU", "\(window)×\(network.inputs) → \(convolution.rows)", convolution, inputBits: [bits],
                    output: qFormat(convolution.outputFractionBits)))
            bits = convolution.outputFractionBits
        }
        for layer in network.front {
            let name = layer.operation.kind.words(layer.field)
            guard let map = layer.operation.map else {
                layers.append(LayerFormat(pooling: name, columns: layer.columns, bits: bits))
                continue
            }
            layers.append(
                LayerFormat(
                    map.rectified ? "\(name), ReLU" : name, "\(layer.field.taps)×\(layer.columns) → \(layer.rows)", map.affine,
                    inputBits: [bits], output: qFormat(map.affine.outputFractionBits)))
            bits = map.affine.outputFractionBits
        }
        for (index, layer) in network.lstm.enumerated() {
            layers.append(
                LayerFormat(
                    "\(layer.cell.name) \(index + 1)", "\(layer.terms[0].columns) → \(layer.rows / 4)", layer,
                    inputBits: [bits, 15],
                    output: "Q3.12 gates, Q0.15 state" + (layer.cell == .lstm ? ", Q16.15 cell" : ", kept in Q1.30")))
            bits = 15
        }
        for (index, layer) in network.dense.enumerated() {
            let isLast = index == network.dense.count - 1
            layers.append(
                LayerFormat(
                    isLast ? "dense, softmax" : layer.rectified ? "dense, ReLU" : "dense",
                    "\(layer.affine.terms[0].columns) → \(layer.affine.rows)", layer.affine, inputBits: [bits],
                    output: isLast ? "Q19.12 → softmax Q0.15" : qFormat(layer.affine.outputFractionBits)))
            bits = layer.affine.outputFractionBits
        }
        return layers
    }

    /// A layer that has no constants.
    private init(pooling name: String, columns: Int, bits: Int) {
        self.name = name
        shape = "\(columns) → \(columns)"
        (input, sums, output) = (qFormat(bits), "", qFormat(bits))
        (steps, weights, bytes) = ([], 0, 0)
    }

    private init(_ name: String, _ shape: String, _ affine: QuantizedAffine, inputBits: [Int], output: String) {
        self.name = name
        self.shape = shape
        self.output = output
        input = qFormat(inputBits[0])
        weights = affine.terms.reduce(0) { $0 + $1.weights.count }
        let stored = affine.terms.reduce(0) { $0 + $1.weights.count * ($1.storage == .bytes ? 1 : 2) + $1.shifts.count }
        bytes = stored + affine.bias.count * 4 + affine.outputShifts.count
        let accumulators = affine.outputShifts.map { Int($0) + affine.outputFractionBits }
        sums = "2^-\(accumulators.min() ?? 0)…2^-\(accumulators.max() ?? 0)"
        steps = zip(affine.terms, inputBits).enumerated().map { index, pair in
            let (term, bits) = pair
            // acc = (w · x) >> shift, so the fraction bits of w are those of acc, and the shift, less those of x.
            let steps = term.shifts.enumerated().map { accumulators[$0 / term.panels] + Int($1) - bits }
            let (least, most) = (steps.min() ?? 0, steps.max() ?? 0)
            let name = affine.terms.count > 1 ? ["W", "U"][index] + " " : ""
            return name + (least == most ? "2^\(-least)" : "2^\(-least)…2^\(-most)")
        }
    }
}

/// 16 bits with so many after the point: Q4.11 holds −16 … 16.
package func qFormat(_ fractionBits: Int) -> String {
    "Q\(15 - fractionBits).\(fractionBits)"
}
