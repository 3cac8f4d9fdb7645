public import Formatting
public import Models
public import MotionCore

/// Float network → integer network: power-of-two scales, each as fine as the proof against overflow allows (ARITHMETIC.md §3).
public enum Quantizer {
    /// Reserve above the largest value seen: another person moves faster, and saturation costs far more than one bit of precision.
    static let headroom = 2.0
    /// Inputs beyond this do not fit sixteen bits.
    static let mostRange = 32_767.0

    /// The range, `largest` or more, that fills sixteen bits together with its headroom at some number of fraction bits.
    static func fullRange(atLeast largest: Double, headroom: Double) -> Double {
        var bits = 15
        while bits > 0, 32_766 / (headroom * exp2(bits)) < largest * (1 - 1e-6) { bits -= 1 }
        return 32_766 / (headroom * exp2(bits))
    }

    /// - Parameters:
    ///   - network: normalised inputs; `FloatModel.balancingInputs` makes the most of them.
    ///   - ranges: one for each input, for the convolution's outputs if there is one, for each front layer, and for all dense
    ///     layers but the last.
    ///   - bytes: matrices of recurrent and dense layers whose weights are to have 8 bits; any other has 16.
    /// - Throws: `QuantizerError` naming the layer whose weights no 32-bit accumulator can carry.
    public static func quantize(
        _ network: FloatNetwork, ranges: ActivationRanges, bytes: Set<MatrixPlace> = []
    ) throws(QuantizerError) -> QuantizedNetwork {
        func storage(_ layer: NetworkError.LayerName, _ term: Int = 0) -> QuantizedMatrix.Storage {
            bytes.contains(MatrixPlace(layer: layer, term: term)) ? .bytes : .words
        }
        let largest = ranges.inputs.max() ?? 1
        guard largest <= mostRange else { throw .inputsTooLarge(range: largest) }
        let inputBits = max(0, fractionBits(for: largest, headroom: ranges.reserve))
        let rounding = ranges.rounding
        var columnsBits = inputBits
        var convolution: QuantizedAffine?
        if let layer = network.convolution {
            let outputBits = fractionBits(for: ranges.convolution ?? 1)
            let term = AffineTerm(layer.weights, fractionBits: inputBits, panelWidth: layer.inputs)
            convolution = try affine(
                [term], bias: layer.bias, outputBits: outputBits, rounding: rounding?.convolution, name: .convolution)
            columnsBits = outputBits
        }
        var front: [QuantizedFrontLayer] = []
        for (index, layer) in network.front.enumerated() {
            let operation = try layer.operation.mapped { map throws(QuantizerError) in
                try dense(
                    map, inputBits: columnsBits, outputBits: fractionBits(for: ranges.front[index]),
                    rounding: rounding?.front[index], name: .front(index))
            }
            front.append(QuantizedFrontLayer(field: layer.field, columns: layer.columns, operation: operation))
            columnsBits = operation.map?.affine.outputFractionBits ?? columnsBits
        }
        var lstm: [QuantizedAffine] = []
        for (index, layer) in network.lstm.enumerated() {
            let gains = (0..<4 * layer.units).map { Float($0 < layer.cell.gates * layer.units ? 0.5 : 1) }
            let terms = [
                AffineTerm(
                    layer.inputWeights.scaled(by: gains), fractionBits: columnsBits, storage: storage(.lstm(index), 0)),
                AffineTerm(layer.hiddenWeights.scaled(by: gains), fractionBits: 15, storage: storage(.lstm(index), 1)),
            ]
            let bias = zip(layer.bias, gains).map { $0 * $1 }
            lstm.append(
                try affine(terms, bias: bias, outputBits: 12, rounding: rounding?.lstm[index], name: .lstm(index)))
            lstm[index].cell = layer.cell
            columnsBits = 15
        }
        var last: [QuantizedDense] = []
        for (index, layer) in network.dense.enumerated() {
            let outputBits = index < ranges.dense.count ? fractionBits(for: ranges.dense[index]) : 12
            last.append(
                try dense(
                    layer, inputBits: columnsBits, outputBits: outputBits, rounding: rounding?.dense[index], name: .dense(index),
                    storage: storage(.dense(index))))
            columnsBits = outputBits
        }
        do throws(NetworkError) {
            return try QuantizedNetwork(
                inputFractionBits: inputBits, convolution: convolution, front: front, lstm: lstm, dense: last)
        } catch {
            throw .refused(error)
        }
    }

    /// A network's integers with another last layer, which reads the last LSTM layer, and the detector.
    ///
    /// - Parameter network: with an LSTM, and one dense layer.
    /// - Throws: as above.
    static func quantized(_ network: QuantizedNetwork, with head: DenseLayer, _ detector: QuantizedDetector?) throws(QuantizerError)
        -> QuantizedNetwork
    {
        let head = try dense(head, inputBits: 15, outputBits: 12, rounding: nil, name: .dense(0))
        do throws(NetworkError) {
            return try QuantizedNetwork(
                inputFractionBits: network.inputFractionBits, convolution: network.convolution, front: network.front,
                lstm: network.lstm,
                dense: [head], detector: detector)
        } catch {
            throw .refused(error)
        }
    }

    /// The most fraction bits with which a range and its headroom fit in 16 bits, −15 … 15.
    static func fractionBits(for range: Double, headroom: Double = headroom) -> Int {
        var bits = 15
        while bits > -15, range * headroom * exp2(bits) > 32767 { bits -= 1 }
        return bits
    }

    private static func dense(
        _ layer: DenseLayer, inputBits: Int, outputBits: Int, rounding: CompensatedRounding?, name: NetworkError.LayerName,
        storage: QuantizedMatrix.Storage = .words
    ) throws(QuantizerError) -> QuantizedDense {
        let term = AffineTerm(layer.weights, fractionBits: inputBits, storage: storage)
        let map = try affine([term], bias: layer.bias, outputBits: outputBits, rounding: rounding, name: name)
        return QuantizedDense(affine: map, rectified: layer.rectified)
    }

    private static func affine(
        _ terms: [AffineTerm], bias: [Float], outputBits: Int, rounding: CompensatedRounding?, name: NetworkError.LayerName
    ) throws(QuantizerError) -> QuantizedAffine {
        var builder = AffineBuilder(
            terms: terms, bias: bias, outputBits: outputBits, rounding: rounding)
        guard builder.build() else { throw .weightsTooLarge(layer: name) }
        return builder.result
    }
}

/// A matrix among a network's weights.
public struct MatrixPlace: Sendable, Hashable {
    public let layer: NetworkError.LayerName
    /// 0: of the layer's input; 1: of a recurrent layer's hidden state.
    public let term: Int

    public init(layer: NetworkError.LayerName, term: Int) {
        self.layer = layer
        self.term = term
    }
}

/// Why a network cannot be quantized.
public enum QuantizerError: ExplainedError, Sendable, Equatable {
    /// The normalised inputs do not fit 16 bits even without a fraction, or are no numbers.
    case inputsTooLarge(range: Double)
    /// No scale gives the layer's results their fraction bits without a risk of overflow.
    case weightsTooLarge(layer: NetworkError.LayerName)
    /// The engine refused the result.
    case refused(NetworkError)

    public var kind: FailureKind { .badData }

    /// The sentence as a program shows it.
    public var description: String { sentence.description }

    public var sentence: Sentence { "the network cannot be quantized: \(reason)" }

    /// The end of the sentence.
    var reason: Sentence {
        switch self {
        case .inputsTooLarge(let range):
            "its normalised inputs reach \(range), more than 16 bits hold\(remedy: "normalise them to a smaller range")"
        case .weightsTooLarge(let layer):
            "\(layer) has weights too large for 32-bit sums\(remedy: "normalise the inputs to a smaller range or train with a smaller learning rate or more weight decay")"
        case .refused(let error): "\(error.description)"
        }
    }
}

/// 2^exponent as a Double.
func exp2(_ exponent: Int) -> Double {
    Double(sign: .plus, exponent: exponent, significand: 1)
}

extension FloatMatrix {
    /// Each row times its gain.
    fileprivate func scaled(by gains: [Float]) -> FloatMatrix {
        var result = self
        for row in 0..<rows {
            for column in 0..<columns { result[row, column] *= gains[row] }
        }
        return result
    }
}
