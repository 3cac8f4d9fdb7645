import Models
import MotionCore
import Quantization

/// A network that answers windows of floats in Q15, and times itself.
package final class TimedWindows {
    private let classifier: WindowClassifier
    private let labels: Int
    /// Of one window, `[T × F]`.
    private var inputs: TimedInputs

    /// - Parameter windows: n × T × F floats that the formats are fitted to.
    init(_ model: FloatModel, fittedTo windows: [Float]) throws {
        let about = model.description
        let quantized = try model.network.quantized(fittedTo: windows, length: about.window)
        classifier = WindowClassifier(
            try NetworkWeights(quantized, schedule: about.schedule, statePolicy: about.statePolicy))
        labels = quantized.labels
        inputs = TimedInputs(count: about.window * quantized.inputs, fractionBits: quantized.inputFractionBits)
    }

    /// - Returns: nanoseconds per window.
    package func run(_ windows: UnsafePointer<Float>, count: Int, into probabilities: UnsafeMutablePointer<Float>) -> Double {
        inputs.time(windows, items: count) { window, inputs in
            classifier.predict(window: inputs)
            for label in 0..<labels { probabilities[window * labels + label] = Float(classifier.probability(of: label)) / 32768 }
        }
    }
}
