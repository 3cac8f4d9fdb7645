import BenchmarkNetworks
import LSTMEngine
import ReferenceModel

/// A network that answers windows of floats in Q15, and times itself.
package final class TimedWindows {
    private let classifier: WindowClassifier
    private let labels: Int
    /// Of one window, `[T × F]`.
    private var inputs: TimedInputs

    /// - Parameter windows: n × T × F floats that the formats are fitted to.
    init(_ network: FloatNetwork, fittedTo windows: [Float]) throws {
        let quantized = try network.quantised(fittedTo: windows)
        classifier = WindowClassifier(try NetworkWeights(quantized))
        labels = network.labels.count
        inputs = TimedInputs(count: network.window * network.inputs.count, fractionBits: quantized.inputFractionBits)
    }

    /// - Returns: nanoseconds per window.
    package func run(_ windows: UnsafePointer<Float>, count: Int, into probabilities: UnsafeMutablePointer<Float>) -> Double {
        inputs.time(windows, items: count) { window, inputs in
            classifier.predict(window: inputs)
            for label in 0..<labels { probabilities[window * labels + label] = Float(classifier.probability(of: label)) / 32768 }
        }
    }
}
