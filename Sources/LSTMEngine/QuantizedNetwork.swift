public import Windows

/// A sequence classifier in integers, as a model file holds it: row-major weights, shifts and biases. ARITHMETIC.md says what every
/// field does. `NetworkWeights` turns it into the form that runs, and refuses what could overflow.
public struct QuantizedNetwork: Sendable, Equatable {
    /// Window length and hop in samples.
    public var schedule: WindowSchedule
    /// Whether a slot keeps its state from one of its windows to the next.
    public var carriesState: Bool
    /// Number of input features, F.
    public var inputs: Int
    /// Fraction bits of the inputs: an input n stands for n / 2^inputFractionBits.
    public var inputFractionBits: Int
    /// Kernel = stride = window, ReLU behind it; its columns are `[sample][feature]` and its panels one sample wide.
    public var convolution: QuantizedAffine?
    /// Stacked LSTM layers; each affine has two terms, the layer's input and its own hidden state.
    public var lstm: [QuantizedAffine]
    /// Dense layers; all but the last saturate to int16, the last gives Q12 logits in int32.
    public var dense: [QuantizedDense]

    public init(
        schedule: WindowSchedule, carriesState: Bool, inputs: Int, inputFractionBits: Int,
        convolution: QuantizedAffine?, lstm: [QuantizedAffine], dense: [QuantizedDense]
    ) {
        self.schedule = schedule
        self.carriesState = carriesState
        self.inputs = inputs
        self.inputFractionBits = inputFractionBits
        self.convolution = convolution
        self.lstm = lstm
        self.dense = dense
    }
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
    public var affine: QuantizedAffine
    /// Whether negative outputs become 0.
    public var rectified: Bool

    public init(affine: QuantizedAffine, rectified: Bool) {
        self.affine = affine
        self.rectified = rectified
    }
}

/// Int16 weights, row-major, with one shift for each block of 16 rows and panel of columns.
public struct QuantizedMatrix: Sendable, Equatable {
    /// Rows that share their shifts.
    public static let blockRows = 16
    /// Columns of a panel everywhere but in a convolution.
    public static let panelColumns = 64

    public var rows: Int
    public var columns: Int
    /// Columns whose products are summed before the shift. Even unless there is one panel, or each panel is a sample of its own.
    public var panelWidth: Int
    /// `rows × columns`, row-major.
    public var weights: [Int16]
    /// `blocks × panels`, 0 … 31.
    public var shifts: [UInt8]

    public init(rows: Int, columns: Int, panelWidth: Int, weights: [Int16], shifts: [UInt8]) {
        self.rows = rows
        self.columns = columns
        self.panelWidth = panelWidth
        self.weights = weights
        self.shifts = shifts
    }

    /// Blocks of 16 rows, the last one perhaps partly filled.
    public var blocks: Int { (rows + Self.blockRows - 1) / Self.blockRows }
    /// Panels of columns, the last one perhaps narrower.
    public var panels: Int { (columns + panelWidth - 1) / panelWidth }
}
