import Foundation
package import Models
import MotionCore

/// The float network with some parts of the integers' arithmetic switched on, in double precision (ARITHMETIC.md §3 to §6).
///
/// With all of them on it is the engine but for what panels lose in their shifts, which is far below a step of any result.
package struct SwitchedNetwork {
    private let float: FloatNetwork
    private let quantized: QuantizedNetwork
    private let parts: Parts

    package init(_ pair: NetworkPair, parts: Set<ErrorSources.Source>) {
        float = parts.contains(.weights) ? FloatNetwork(pair.quantized) : pair.float
        quantized = pair.quantized
        self.parts = Parts(parts)
    }

    /// Probabilities of all windows in so many samples, one window after the other, from zero state.
    ///
    /// - Parameter inputs: as the float network reads them, sample after sample.
    package func probabilities(ofWindowsIn inputs: [Double], _ description: ModelDescription) -> [[Double]] {
        let (schedule, features) = (description.schedule, description.inputs.count)
        var states = Array(repeating: FloatState(zeroFor: float), count: schedule.slots)
        return stride(from: 0, through: inputs.count / features - schedule.length, by: schedule.hop).map { start in
            let slot = start / schedule.hop % schedule.slots
            if description.statePolicy == .reset { states[slot] = FloatState(zeroFor: float) }
            return predict(
                window: Array(inputs[start * features..<(start + schedule.length) * features]), state: &states[slot])
        }
    }

    private func predict(window: [Double], state: inout FloatState) -> [Double] {
        let window = parts.inputs ? window.map { Self.steps($0, bits: quantized.inputFractionBits) } : window
        var vector: [Double] = []
        if let convolution = float.convolution {
            vector = step(handedOn(convolution.output(of: window), bits: quantized.convolution?.outputFractionBits), &state)
        } else {
            let inputs = float.inputs
            var samples = stride(from: 0, to: window.count, by: inputs).map { Array(window[$0..<$0 + inputs]) }
            var bits = quantized.inputFractionBits
            for (layer, integers) in zip(float.front, quantized.front) {
                bits = integers.convolution?.outputFractionBits ?? bits
                samples = layer.outputs(of: samples).map { handedOn($0, bits: bits) }
            }
            for sample in samples { vector = step(sample, &state) }
        }
        for (layer, integers) in zip(float.dense, quantized.dense.dropLast()) {
            vector = handedOn(layer.output(of: vector), bits: integers.affine.outputFractionBits)
        }
        return probabilities(float.dense[float.dense.count - 1].output(of: vector))
    }

    /// What the last layer hands on.
    private func step(_ input: [Double], _ state: inout FloatState) -> [Double] {
        var x = input
        for (index, layer) in float.lstm.enumerated() {
            let arguments = layer.gateArguments(x, hidden: state.hidden[index])
            let units = layer.units
            for unit in 0..<units where layer.cell == .gru {
                let z = forget(tanh(argument(arguments[unit] / 2)))
                let r = sigmoid(tanh(argument(arguments[units + unit] / 2)))
                let kept = product(r, argument(arguments[2 * units + unit]), bits: 12)
                let g = tanh(argument(argument(arguments[3 * units + unit]) + kept))
                // The state has 30 bits, of which half are handed on.
                let hidden = z * state.cell[index][unit] + (1 - z) * g
                state.cell[index][unit] = hidden
                state.hidden[index][unit] = parts.state ? Self.steps(hidden, bits: 15) : hidden
            }
            for unit in 0..<units where layer.cell == .lstm {
                // Half the argument, as in the integers: σ(x) = ½ + ½ tanh(x / 2).
                let i = sigmoid(tanh(argument(arguments[unit] / 2)))
                let f = forget(tanh(argument(arguments[units + unit] / 2)))
                let o = sigmoid(tanh(argument(arguments[2 * units + unit] / 2)))
                let g = tanh(argument(arguments[3 * units + unit]))
                let cell = product(f, state.cell[index][unit]) + product(i, g)
                state.cell[index][unit] = cell
                state.hidden[index][unit] = product(o, tanh(parts.state ? Self.steps(cell, bits: 12) : cell))
            }
            x = state.hidden[index]
        }
        return x
    }

    private func argument(_ value: Double) -> Double {
        parts.gates ? Self.steps(value, bits: 12) : value
    }

    /// tanh, or the table at the nearest of its arguments, moved to this one.
    private func tanh(_ x: Double) -> Double {
        let exact = Foundation.tanh(x)
        guard parts.tables else { return exact }
        let nearest = Int16(saturating: max(-32_768, min(32_767, (x * 4096).rounded())))
        // In this order nothing is lost where x is an argument of the table.
        return Double(TanhTable.tanh(nearest)) / 32_768 + (exact - Foundation.tanh(Double(nearest) / 4096))
    }

    /// Of the tanh of half the argument. The integers drop a bit of it: half a step or nothing, a quarter in the mean. Of a tanh
    /// that is no integer, rounding down would drop twice as much.
    private func sigmoid(_ t: Double) -> Double {
        guard parts.gates else { return 0.5 + t / 2 }
        return 0.5 + (t * 16_384 + (parts.tables ? 0 : 0.25)).rounded(.down) / 32_768
    }

    private func forget(_ t: Double) -> Double {
        parts.gates ? 0.5 + min(t, 32_766 / 32_768) / 2 : 0.5 + t / 2
    }

    private func product(_ a: Double, _ b: Double, bits: Int = 15) -> Double {
        let one = Double(sign: .plus, exponent: bits, significand: 1)
        return parts.state ? (a * b * one + 0.5).rounded(.down) / one : a * b
    }

    private func handedOn(_ values: [Double], bits: Int?) -> [Double] {
        guard let bits, parts.results else { return values }
        return values.map { Self.steps($0, bits: bits) }
    }

    private func probabilities(_ values: [Double]) -> [Double] {
        let logits = parts.results ? values.map { ($0 * 4096 + 0.5).rounded(.down) / 4096 } : values
        let largest = logits.max() ?? 0
        let exponentials = logits.map { exponential(of: largest - $0) }
        let sum = exponentials.reduce(0, +)
        return exponentials.map { parts.results ? min(32_767, ($0 / sum * 32_768).rounded()) / 32_768 : $0 / sum }
    }

    /// e^−d, or the table at the nearest of its arguments, moved to this one.
    private func exponential(of difference: Double) -> Double {
        let exact = exp(-difference)
        guard parts.tables else { return exact }
        let nearest = UInt32(saturating: min(difference * 4096, 1_000_000).rounded())
        return Double(ExponentialTable.exponential(ofNegated: nearest)) / 65_536 + (exact - exp(-Double(nearest) / 4096))
    }

    /// To the nearest step, ties upwards, saturated to 16 bits.
    private static func steps(_ value: Double, bits: Int) -> Double {
        let one = Double(sign: .plus, exponent: bits, significand: 1)
        return max(-32_768, min(32_767, (value * one + 0.5).rounded(.down))) / one
    }

    /// The parts that are on, as the innermost loop asks for them: a set would be most of its time.
    private struct Parts {
        let inputs: Bool
        let gates: Bool
        let state: Bool
        let tables: Bool
        let results: Bool

        init(_ parts: Set<ErrorSources.Source>) {
            inputs = parts.contains(.inputs)
            gates = parts.contains(.gates)
            state = parts.contains(.state)
            tables = parts.contains(.tables)
            results = parts.contains(.results)
        }
    }
}
