import BenchmarkNetworks
import LSTMEngine
import ReferenceModel

/// The first LSTM layer of a network as a stream of windows of one sample each whose state is carried on: one step a sample.
package final class TimedSteps {
    /// Units that are shown.
    private static let shown = 8

    private let classifier: StreamingClassifier
    /// Of one sample, `[F]`.
    private var inputs: TimedInputs

    /// - Parameter samples: n × F floats that the formats are fitted to.
    init(_ network: FloatNetwork, fittedTo samples: [Float]) throws {
        var single = network
        single.window = 1
        single.hop = 1
        single.statePolicy = .carry
        single.lstm = [network.lstm[0]]
        single.labels = (0..<Self.shown).map { "unit\($0)" }
        var readOut = FloatMatrix(
            rows: Self.shown, columns: network.lstm[0].units,
            values: Array(repeating: 0, count: Self.shown * network.lstm[0].units))
        for unit in 0..<Self.shown { readOut[unit, unit] = 1 }
        single.dense = [DenseLayer(weights: readOut, bias: Array(repeating: 0, count: Self.shown), rectified: false)]
        let quantized = try single.quantised(fittedTo: samples)
        classifier = StreamingClassifier(try NetworkWeights(quantized))
        inputs = TimedInputs(count: network.inputs.count, fractionBits: quantized.inputFractionBits)
    }

    /// - Returns: nanoseconds per sample.
    package func run(_ samples: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>) -> Double {
        inputs.time(samples, items: count) { sample, inputs in
            _ = classifier.push(inputs)
            for unit in 0..<Self.shown { output[sample * Self.shown + unit] = Float(classifier.probability(of: unit)) / 32768 }
        }
    }
}
