import CMotionCore

/// A sequence classifier in integers, as a model file holds it: row-major weights, shifts and biases. ARITHMETIC.md says what every
/// field does. Numbers only: when its windows begin and what becomes of their states is said where `NetworkWeights` makes the form
/// that runs.
///
/// There is no invalid one: whatever could overflow, or does not fit together, is refused when it is made, and nothing can be
/// changed later.
public struct QuantizedNetwork: Sendable, Equatable {
    /// Fraction bits of the inputs: an input n stands for n / 2^inputFractionBits.
    public let inputFractionBits: Int
    /// Kernel = stride = window, followed by a ReLU; its columns are `[sample][feature]` and its panels one sample wide.
    public let convolution: QuantizedAffine?
    /// Layers that samples pass one by one before the LSTM; none with a convolution over the whole window.
    public let front: [QuantizedFrontLayer]
    /// Stacked LSTM layers, or GRU layers, which are laid out like them; each affine has two terms, the layer's input and its own
    /// hidden state. There may be none after a convolution or front layers: the dense layers then read the one output that these
    /// give for a window.
    public let lstm: [QuantizedAffine]
    /// Dense layers; all but the last saturate to int16, the last gives Q12 logits in int32.
    public let dense: [QuantizedDense]
    /// Tells windows that are unlike all that was learned; nil: nothing does. Changes no probability.
    public let detector: QuantizedDetector?

    /// Checks every shape, range and, row by row, that no input whatsoever can overflow a 32-bit sum (ARITHMETIC.md §3.3). Time
    /// grows with the number of weights.
    ///
    /// - Throws: the first thing that does not fit, or the first row that some input could overflow.
    public init(
        inputFractionBits: Int, convolution: QuantizedAffine?, front: [QuantizedFrontLayer] = [], lstm: [QuantizedAffine],
        dense: [QuantizedDense], detector: QuantizedDetector? = nil
    ) throws(NetworkError) {
        self.inputFractionBits = inputFractionBits
        self.convolution = convolution
        self.front = front
        self.lstm = lstm
        self.dense = dense
        self.detector = detector
        try validate()
    }

    /// This network with another detector, or none.
    ///
    /// - Throws: what does not fit, as `init` does.
    public func detecting(with detector: QuantizedDetector?) throws(NetworkError) -> QuantizedNetwork {
        try QuantizedNetwork(
            inputFractionBits: inputFractionBits, convolution: convolution, front: front, lstm: lstm, dense: dense,
            detector: detector)
    }

    /// Number of input features, F.
    public var inputs: Int { convolution?.terms[0].panelWidth ?? front.first?.columns ?? lstm[0].terms[0].columns }
    /// Whether some weights are kept in 8 bits.
    public var hasBytes: Bool {
        var maps = lstm
        if let convolution { maps.append(convolution) }
        for layer in front { if let map = layer.convolution { maps.append(map) } }
        for layer in dense { maps.append(layer.affine) }
        if let detector { maps.append(detector.projection) }
        return maps.contains { map in map.terms.contains { $0.storage == .bytes } }
    }
    /// Number of labels, C.
    public var labels: Int { dense[dense.count - 1].affine.rows }
    /// Samples of the only window that the convolution can read; nil without one: then any window will do.
    public var convolutionWindow: Int? { convolution?.terms[0].panels }
}

/// An affine map in integers: `acc = bias + Σ_terms Σ_panels (Σ w·x) >> shift`, then `(acc + half) >> outputShift`.
public struct QuantizedAffine: Sendable, Equatable {
    /// One matrix for each vector that is read; all have the same number of rows.
    public var terms: [QuantizedMatrix]
    /// `[rows]`, in units of the accumulator.
    public var bias: [Int32]
    /// `[blocks]`: accumulator fraction bits minus output fraction bits, 0 … 24, for each block of 16 rows.
    public var outputShifts: [UInt8]
    /// Fraction bits of the result: 12 for LSTM gate arguments and logits.
    public var outputFractionBits: Int
    /// Of a recurrent layer, what becomes of the results; it means nothing in any other.
    public var cell = RecurrentCell.lstm

    /// A layer of these numbers; `NetworkWeights` checks their shapes.
    public init(terms: [QuantizedMatrix], bias: [Int32], outputShifts: [UInt8], outputFractionBits: Int) {
        self.terms = terms
        self.bias = bias
        self.outputShifts = outputShifts
        self.outputFractionBits = outputFractionBits
    }

    /// Number of outputs.
    public var rows: Int { bias.count }
}

/// A dense layer in integers.
public struct QuantizedDense: Sendable, Equatable {
    /// Weights and bias.
    public var affine: QuantizedAffine
    /// Whether negative outputs become 0.
    public var rectified: Bool

    /// A dense layer.
    public init(affine: QuantizedAffine, rectified: Bool) {
        self.affine = affine
        self.rectified = rectified
    }
}

/// Integer weights, row-major, with one shift for each block of 16 rows and panel of columns.
public struct QuantizedMatrix: Sendable, Equatable {
    /// What weights are kept in, in files and on devices. It changes no bit of any sum.
    public enum Storage: Sendable, Equatable {
        /// 16 bits.
        case words
        /// 8 bits: all weights lie within ±`largestByte`.
        case bytes
    }

    /// Rows that share their shifts.
    public static let blockRows = 16
    /// The largest magnitude of a weight of 8 bits.
    public static let largestByte = Int(MQ_LARGEST_BYTE)
    /// Columns of a panel everywhere but in a convolution.
    public static let panelColumns = 64

    /// Outputs.
    public var rows: Int
    /// Inputs.
    public var columns: Int
    /// Columns whose products are summed before the shift. Even unless there is one panel, or each panel is a sample of its own.
    public var panelWidth: Int
    /// `rows × columns`, row-major.
    public var weights: [Int16]
    /// `blocks × panels`, 0 … 31.
    public var shifts: [UInt8]
    /// In bytes, panels have whole fours of columns, or there is one.
    public var storage: Storage

    /// A matrix of these numbers; `QuantizedNetwork` checks their shapes.
    public init(rows: Int, columns: Int, panelWidth: Int, weights: [Int16], shifts: [UInt8], storage: Storage = .words) {
        self.rows = rows
        self.columns = columns
        self.panelWidth = panelWidth
        self.weights = weights
        self.shifts = shifts
        self.storage = storage
    }

    /// Blocks of 16 rows, the last one perhaps partly filled.
    public var blocks: Int { (rows + Self.blockRows - 1) / Self.blockRows }
    /// Panels of columns, the last one perhaps narrower.
    public var panels: Int { (columns + panelWidth - 1) / panelWidth }
}
