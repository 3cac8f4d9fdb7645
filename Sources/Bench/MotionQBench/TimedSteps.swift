import Models
import MotionCore
import Quantization

/// The first LSTM layer of a network as a stream of windows of one sample each whose state is carried on: one step a sample.
package final class TimedSteps {
    /// Units that are shown.
    private static let shown = 8

    private let classifier: OwnedWindowStream
    /// Of one sample, `[F]`.
    private var inputs: TimedInputs

    /// - Parameter samples: n × F floats that the formats are fitted to.
    init(_ network: FloatNetwork, fittedTo samples: [Float]) throws {
        var readOut = FloatMatrix(
            rows: Self.shown, columns: network.lstm[0].units,
            values: Array(repeating: 0, count: Self.shown * network.lstm[0].units))
        for unit in 0..<Self.shown { readOut[unit, unit] = 1 }
        let head = DenseLayer(weights: readOut, bias: Array(repeating: 0, count: Self.shown), rectified: false)
        let single = FloatNetwork(convolution: nil, lstm: [network.lstm[0]], dense: [head])
        let quantized = try single.quantized(fittedTo: samples, length: 1)
        classifier = OwnedWindowStream(
            try NetworkWeights(quantized, schedule: WindowSchedule(length: 1, hop: 1), statePolicy: .carry))
        inputs = TimedInputs(count: network.inputs, fractionBits: quantized.inputFractionBits)
    }

    /// - Returns: nanoseconds per sample.
    package func run(_ samples: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>) -> Double {
        inputs.time(samples, items: count) { sample, inputs in
            _ = classifier.push(inputs)
            for unit in 0..<Self.shown { output[sample * Self.shown + unit] = Float(classifier.probability(of: unit)) / 32768 }
        }
    }
}
