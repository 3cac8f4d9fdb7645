import CMotionCore

/// The arithmetic of ARITHMETIC.md in the plainest words: the specification that every kernel must equal, bit for bit.
///
/// It evaluates whole windows on row-major arrays with 64-bit sums, and traps if a sum that the proof says fits in 32 bits does
/// not. Slow, allocating, for tests and readers.
public struct ScalarReference: Sendable {
    /// What is computed.
    public let network: QuantizedNetwork

    /// Hidden state (Q15) and cell state (Q15 in 32 bits) of each LSTM layer; of a GRU layer the hidden state in Q30 in place of
    /// the latter.
    public struct State: Sendable, Equatable {
        /// `[layers][hidden]`, Q15.
        public var hidden: [[Int16]]
        /// `[layers][hidden]`, Q15 in 32 bits.
        public var cell: [[Int32]]
    }

    /// Computes a network as the specification has it.
    public init(_ network: QuantizedNetwork) {
        self.network = network
    }

    /// The state of a sequence that has not begun.
    public var zeroState: State {
        let units = network.lstm.map { $0.rows / 4 }
        return State(
            hidden: units.map { [Int16](repeating: 0, count: $0) }, cell: units.map { [Int32](repeating: 0, count: $0) })
    }

    /// Hears what a layer's affine map gave, before anything is saturated or rectified: convolution outputs, of front layers one
    /// after the other, gate arguments of one step, dense outputs, logits.
    public typealias Observer = (NetworkError.LayerName, [Int32]) -> Void

    /// Probabilities in Q15 of one window of T samples × F inputs; `state` is the state before, then after it. Without a
    /// convolution any T but 0 will do, if front layers give something for it. Traps on part of a sample.
    ///
    /// - Parameter observe: hears every affine map in the order in which they are evaluated; it changes no bit.
    public func predict(window: [Int16], state: inout State, observe: Observer = { _, _ in }) -> [Int16] {
        precondition(!window.isEmpty && window.count % network.inputs == 0, "a window holds whole samples")
        var vector: [Int16] = []
        if let convolution = network.convolution {
            let sums = convolution.outputs(of: [window])
            observe(.convolution, sums)
            vector = step(sums.map { max(0, saturateToInt16($0)) }, &state, observe)
        } else {
            let inputs = network.inputs
            var samples = (0..<window.count / inputs).map { Array(window[$0 * inputs..<($0 + 1) * inputs]) }
            for (index, layer) in network.front.enumerated() {
                samples = layer.outputs(of: samples) { observe(.front(index), $0) }
            }
            for sample in samples { vector = step(sample, &state, observe) }
        }
        for (index, layer) in network.dense.dropLast().enumerated() {
            let sums = layer.affine.outputs(of: [vector])
            observe(.dense(index), sums)
            vector = sums.map { layer.rectified ? max(0, saturateToInt16($0)) : saturateToInt16($0) }
        }
        let logits = network.dense[network.dense.count - 1].affine.outputs(of: [vector])
        observe(.dense(network.dense.count - 1), logits)
        return Self.softmax(logits)
    }

    /// Whether a window that ended in this state is unlike all that was learned (ARITHMETIC.md §15).
    ///
    /// - Parameter label: what it was taken for.
    public func isUnknown(_ label: Int, state: State) -> Bool {
        guard let detector = network.detector, let hidden = state.hidden.last else { return false }
        return detector.distance(of: hidden, from: label) > detector.limits[label]
    }

    /// One step of all LSTM layers.
    ///
    /// - Returns: what the next layers read: the last one's hidden state, or `input` without any.
    private func step(_ input: [Int16], _ state: inout State, _ observe: Observer) -> [Int16] {
        var x = input
        for (index, layer) in network.lstm.enumerated() {
            let units = layer.rows / 4
            let sums = layer.outputs(of: [x, state.hidden[index]])
            observe(.lstm(index), sums)
            let t = sums.map { saturateToInt16($0) }
            for unit in 0..<units where layer.cell == .gru {
                let z = Int64(TanhTable.forgetGate(t[unit]))
                let r = TanhTable.sigmoid(t[units + unit])
                let argument = Int32(t[3 * units + unit]) + Int32(multiplyQ15(r, t[2 * units + unit]))
                let g = Int64(TanhTable.tanh(saturateToInt16(argument)))
                let s = (z * Int64(state.cell[index][unit]) + 0x8000) >> 16 + ((65_536 - z) * g) >> 1
                state.cell[index][unit] = Int32(s)
                state.hidden[index][unit] = Int16((s + 0x4000) >> 15)
            }
            for unit in 0..<units where layer.cell == .lstm {
                let i = TanhTable.sigmoid(t[unit])
                let f = TanhTable.forgetGate(t[units + unit])
                let o = TanhTable.sigmoid(t[2 * units + unit])
                let g = TanhTable.tanh(t[3 * units + unit])
                let kept = (Int64(f) * Int64(state.cell[index][unit]) + 0x8000) >> 16
                let c = Int32(kept) + Int32(multiplyQ15(i, g))
                state.cell[index][unit] = c
                state.hidden[index][unit] = multiplyQ15(o, TanhTable.tanh(saturateToInt16((c + 4) >> 3)))
            }
            x = state.hidden[index]
        }
        return x
    }

    /// Q15 probabilities of Q12 logits.
    static func softmax(_ logits: [Int32]) -> [Int16] {
        var largest = logits[0]
        for logit in logits { largest = max(largest, logit) }
        let exponentials = logits.map { logit in
            ExponentialTable.exponential(ofNegated: UInt32(Int64(largest) - Int64(logit)))
        }
        let sum = exponentials.reduce(0, +)
        return exponentials.map { Int16(min(32767, ($0 * 32768 + sum / 2) / sum)) }
    }
}

extension ScalarReference.State {
    /// What the engine's state holds, layer by layer. For tests: it allocates.
    package init(_ state: SequenceState, of weights: NetworkWeights) {
        var hidden = UnsafePointer(state.memory.hidden)
        var cell = UnsafePointer(state.memory.cell)
        self.init(hidden: [], cell: [])
        guard let lstm = weights.network.lstm else { return }
        for layer in 0..<weights.shape.lstmLayers {
            let units = lstm[layer].rows / 4
            self.hidden.append(Array(UnsafeBufferPointer(start: hidden, count: units)))
            self.cell.append(Array(UnsafeBufferPointer(start: cell, count: units)))
            hidden += roundedUp(units, to: 2)
            cell += units
        }
    }
}

extension QuantizedAffine {
    /// `(bias + Σ_terms Σ_panels (Σ w·x) >> shift + half) >> outputShift` for every row.
    package func outputs(of vectors: [[Int16]]) -> [Int32] {
        bias.indices.map { row in
            let block = row / QuantizedMatrix.blockRows
            var sum = bias[row]
            for (term, vector) in zip(terms, vectors) {
                for panel in 0..<term.panels {
                    let shift = Int32(term.shifts[block * term.panels + panel])
                    sum += term.panelSum(row: row, panel: panel, vector) >> shift
                }
            }
            let shift = Int32(outputShifts[block])
            return (sum + (1 << shift) >> 1) >> shift
        }
    }
}

extension QuantizedMatrix {
    /// Σ w·x over one panel of one row. Traps if it leaves 32 bits, which validation has excluded.
    fileprivate func panelSum(row: Int, panel: Int, _ x: [Int16]) -> Int32 {
        var sum: Int64 = 0
        for column in panel * panelWidth..<min((panel + 1) * panelWidth, columns) {
            sum += Int64(weights[row * columns + column]) * Int64(x[column])
        }
        return Int32(sum)
    }
}
