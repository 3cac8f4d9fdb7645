import Foundation
import MotionCore

/// The network in double precision, written to be read: the oracle for quantization, import and training.
extension FloatNetwork {
    /// Probabilities of one window, one per label.
    ///
    /// - Parameters:
    ///   - window: T × F inputs as the network reads them (`normalised` has been applied), sample after sample. Without a
    ///     convolution any T will do, with front layers any with which they give something.
    ///   - state: the state before the window, replaced by the state after it. `FloatState(zeroFor:)` starts a sequence.
    public func predict(window samples: [Double], state: inout FloatState) -> [Double] {
        softmax(logits(ofFeatures: features(ofWindow: samples, state: &state)))
    }

    /// What the dense layers read of one window: the last LSTM layer's hidden state after it, or where there is no LSTM the outputs
    /// of convolution or front layers. Parameters as those of `predict`. Traps on an empty window.
    public func features(ofWindow samples: [Double], state: inout FloatState) -> [Double] {
        let inputs = inputs
        precondition(!samples.isEmpty && samples.count % inputs == 0, "a window holds whole samples of \(inputs) inputs")
        if let convolution { return step(convolution.output(of: samples), &state) }
        return steps(ofWindow: samples).reduce([]) { step($1, &state) }
    }

    /// What the LSTM reads of a window, step by step: its samples, or what front layers make of them.
    package func steps(ofWindow samples: [Double]) -> [[Double]] {
        let inputs = inputs
        let window = (0..<samples.count / inputs).map { Array(samples[$0 * inputs..<($0 + 1) * inputs]) }
        return front.reduce(window) { $1.outputs(of: $0) }
    }

    /// One step of all stacked layers.
    ///
    /// - Returns: the last layer's hidden state; without layers `input`.
    @discardableResult
    public func step(_ input: [Double], _ state: inout FloatState) -> [Double] {
        var x = input
        for (index, layer) in lstm.enumerated() {
            layer.step(x, hidden: &state.hidden[index], cell: &state.cell[index])
            x = state.hidden[index]
        }
        return x
    }

    /// Dense layers and softmax on the last hidden state. Traps without an LSTM.
    public func classify(_ state: FloatState) -> [Double] {
        softmax(logits(state))
    }

    /// The last dense layer's outputs. Traps without an LSTM.
    public func logits(_ state: FloatState) -> [Double] {
        precondition(!lstm.isEmpty, "a network without an LSTM has no state to classify")
        return logits(ofFeatures: state.hidden[state.hidden.count - 1])
    }

    /// The last dense layer's outputs for what the first one reads.
    public func logits(ofFeatures features: [Double]) -> [Double] {
        dense.reduce(features) { vector, layer in layer.output(of: vector) }
    }
}

/// exp(z) / Σ exp(z), shifted by the largest so that nothing overflows.
public func softmax(_ logits: [Double]) -> [Double] {
    let largest = logits.max() ?? 0
    let exponentials = logits.map { exp($0 - largest) }
    let sum = exponentials.reduce(0, +)
    return exponentials.map { $0 / sum }
}

extension LSTMLayer {
    /// i, f, o = σ(W x + U h + b); g = tanh(W x + U h + b); c ← f·c + i·g; h ← o·tanh(c).
    ///
    /// A GRU: z, r = σ(W x + U h + b); c, g = W x + U h + b; h ← z·h + (1 − z)·tanh(g + r·c), and no cell state.
    public func step(_ x: [Double], hidden: inout [Double], cell: inout [Double]) {
        let gates = gateArguments(x, hidden: hidden)
        guard self.cell == .lstm else {
            for unit in 0..<units {
                let z = sigmoid(gates[unit])
                let r = sigmoid(gates[units + unit])
                let candidate = tanh(gates[3 * units + unit] + r * gates[2 * units + unit])
                hidden[unit] = z * hidden[unit] + (1 - z) * candidate
            }
            return
        }
        for unit in 0..<units {
            let i = sigmoid(gates[unit])
            let f = sigmoid(gates[units + unit])
            let o = sigmoid(gates[2 * units + unit])
            let g = tanh(gates[3 * units + unit])
            cell[unit] = f * cell[unit] + i * g
            hidden[unit] = o * tanh(cell[unit])
        }
    }

    /// W x + U h + b, `[4H]`.
    public func gateArguments(_ x: [Double], hidden: [Double]) -> [Double] {
        bias.indices.map { row in
            Double(bias[row]) + inputWeights.dot(row: row, x) + hiddenWeights.dot(row: row, hidden)
        }
    }
}

extension ConvolutionLayer {
    /// ReLU(W x + b) over a whole window.
    public func output(of window: [Double]) -> [Double] {
        bias.indices.map { row in max(0, Double(bias[row]) + weights.dot(row: row, window)) }
    }
}

extension DenseLayer {
    /// W x + b, rectified if the layer is.
    public func output(of x: [Double]) -> [Double] {
        bias.indices.map { row in
            let value = Double(bias[row]) + weights.dot(row: row, x)
            return rectified ? max(0, value) : value
        }
    }
}

extension FloatMatrix {
    /// Σ_k row[k] · x[k], accumulated in double precision, in eight partial sums that a processor adds side by side.
    func dot(row: Int, _ x: [Double]) -> Double {
        precondition(x.count == columns, "a vector of \(columns) values is needed")
        return values.withUnsafeBytes { weights in
            x.withUnsafeBytes { x in
                var sums = SIMD8<Double>()
                let first = row * columns * 4
                let whole = columns / 8 * 8
                for column in stride(from: 0, to: whole, by: 8) {
                    let w = weights.loadUnaligned(fromByteOffset: first + column * 4, as: SIMD8<Float>.self)
                    sums += SIMD8<Double>(w) * x.loadUnaligned(fromByteOffset: column * 8, as: SIMD8<Double>.self)
                }
                var sum = sums.sum()
                for column in whole..<columns {
                    let w = weights.load(fromByteOffset: first + column * 4, as: Float.self)
                    sum += Double(w) * x.load(fromByteOffset: column * 8, as: Double.self)
                }
                return sum
            }
        }
    }
}

/// The logistic function.
func sigmoid(_ x: Double) -> Double {
    1 / (1 + exp(-x))
}
