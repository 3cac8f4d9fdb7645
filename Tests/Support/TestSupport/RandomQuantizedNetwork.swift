import MotionCore
import Randomness

/// Dimensions of a network for tests.
public struct NetworkDimensions: Sendable, CustomStringConvertible {
    public var window: Int
    public var hop: Int
    public var inputs: Int
    public var convolution: Int?
    public var lstm: [Int]
    public var dense: [Int]
    public var front: [FrontDimensions]
    /// Which of the recurrent layers are GRUs.
    public var gru: Set<Int>
    /// Whether weights have 8 bits, but for those of a convolution over the window whose panels are no fours of columns.
    public var bytes: Bool

    public init(
        _ window: Int, _ hop: Int, _ inputs: Int, _ convolution: Int?, _ lstm: [Int], _ dense: [Int],
        front: [FrontDimensions] = [], gru: Set<Int> = [], bytes: Bool = false
    ) {
        self.gru = gru
        self.bytes = bytes
        self.window = window
        self.hop = hop
        self.inputs = inputs
        self.convolution = convolution
        self.lstm = lstm
        self.dense = dense
        self.front = front
    }

    public var description: String {
        let first = front.map { "\($0.units.map(String.init) ?? ($0.flag ? "mean" : "max")) over \($0.field.taps)" }
        let kind = gru.isEmpty ? "" : " GRU \(gru.sorted())"
        return "T=\(window) S=\(hop) F=\(inputs) conv=\(convolution.map(String.init) ?? "–") front \(first) LSTM \(lstm) "
            + "dense \(dense)\(kind)\(bytes ? " in bytes" : "")"
    }
}

/// A random integer network that passes validation, with weights as large as the proof against overflow allows.
public func randomQuantizedNetwork(_ shape: NetworkDimensions, carriesState: Bool, seed: UInt64) -> TestNetwork {
    var generator = SeededGenerator(seed: seed)
    var columns = shape.inputs
    var convolution: QuantizedAffine?
    if let outputs = shape.convolution {
        let term = (columns: shape.window * columns, panelWidth: columns)
        convolution = randomAffine(rows: outputs, terms: [term], outputBits: 11, bytes: shape.bytes, using: &generator)
        columns = outputs
    }
    let wide = QuantizedMatrix.panelColumns
    var front: [QuantizedFrontLayer] = []
    for layer in shape.front {
        var operation = layer.flag ? FrontOperation<QuantizedDense>.average : .maximum
        if let units = layer.units {
            let term = (columns: layer.field.taps * columns, panelWidth: wide)
            let map = randomAffine(rows: units, terms: [term], outputBits: 11, bytes: shape.bytes, using: &generator)
            operation = .convolution(QuantizedDense(affine: map, rectified: layer.flag))
        }
        front.append(QuantizedFrontLayer(field: layer.field, columns: columns, operation: operation))
        columns = layer.units ?? columns
    }
    var lstm: [QuantizedAffine] = []
    for (index, units) in shape.lstm.enumerated() {
        let terms = [(columns: columns, panelWidth: wide), (columns: units, panelWidth: wide)]
        lstm.append(randomAffine(rows: 4 * units, terms: terms, outputBits: 12, bytes: shape.bytes, using: &generator))
        if shape.gru.contains(index) { lstm[index].cell = .gru }
        columns = units
    }
    var dense: [QuantizedDense] = []
    for (index, outputs) in shape.dense.enumerated() {
        let isLast = index + 1 == shape.dense.count
        let affine = randomAffine(
            rows: outputs, terms: [(columns: columns, panelWidth: wide)], outputBits: isLast ? 12 : 10, bytes: shape.bytes,
            using: &generator)
        dense.append(QuantizedDense(affine: affine, rectified: !isLast && index % 2 == 0))
        columns = outputs
    }
    do throws(NetworkError) {
        return TestNetwork(
            try QuantizedNetwork(inputFractionBits: 9, convolution: convolution, front: front, lstm: lstm, dense: dense),
            schedule: WindowSchedule(length: shape.window, hop: shape.hop), statePolicy: carriesState ? .carry : .reset)
    } catch {
        preconditionFailure("the weights leave room for every sum: \(error)")
    }
}

/// Each panel's row sums reach at most 2¹⁶ − 1 and the shifts leave room for all panels and the bias.
func randomAffine(
    rows: Int, terms: [(columns: Int, panelWidth: Int)], outputBits: Int, bytes: Bool = false,
    using generator: inout SeededGenerator
) -> QuantizedAffine {
    let blocks = (rows + 15) / 16
    let panels = terms.reduce(0) { $0 + ($1.columns + $1.panelWidth - 1) / $1.panelWidth }
    // 2³¹ per panel and half a share for the bias must fit 2³¹ together.
    let least = UInt8((panels + 1).bitWidth - (panels + 1).leadingZeroBitCount)
    let matrices = terms.map { term in
        let count = (term.columns + term.panelWidth - 1) / term.panelWidth
        let isBytes = bytes && (count == 1 || term.panelWidth % 4 == 0)
        let largest = min(isBytes ? 127 : 32767, 65535 / min(term.columns, term.panelWidth))
        return QuantizedMatrix(
            rows: rows, columns: term.columns, panelWidth: term.panelWidth,
            weights: (0..<rows * term.columns).map { _ in Int16.random(in: Int16(-largest)...Int16(largest), using: &generator) },
            shifts: (0..<blocks * count).map { _ in UInt8.random(in: least...least + 3, using: &generator) },
            storage: isBytes ? .bytes : .words)
    }
    return QuantizedAffine(
        terms: matrices, bias: (0..<rows).map { _ in Int32.random(in: -100_000_000...100_000_000, using: &generator) },
        outputShifts: (0..<blocks).map { _ in UInt8.random(in: 12...16, using: &generator) }, outputFractionBits: outputBits)
}
