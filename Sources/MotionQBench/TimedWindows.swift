import BenchmarkNetworks
import LSTMEngine
import ReferenceModel

/// A network that answers windows of floats in Q15, and times itself.
final class TimedWindows {
    private let classifier: WindowClassifier
    private let converter: InputConverter
    private let labels: Int
    /// `[T × F]` of one window, in Q-format.
    private var inputs: [Int16]

    /// - Parameter windows: n × T × F floats that the formats are fitted to.
    init(_ network: FloatNetwork, fittedTo windows: [Float]) throws {
        let quantized = try network.quantised(fittedTo: windows)
        classifier = WindowClassifier(try NetworkWeights(quantized))
        converter = InputConverter(fractionBits: quantized.inputFractionBits)
        labels = network.labels.count
        inputs = Array(repeating: 0, count: network.window * network.inputs.count)
    }

    /// - Returns: nanoseconds per window.
    func run(_ windows: UnsafePointer<Float>, count: Int, into probabilities: UnsafeMutablePointer<Float>) -> Double {
        let size = inputs.count
        let start = ContinuousClock.now
        inputs.withUnsafeMutableBufferPointer { inputs in
            guard let base = inputs.baseAddress else { return }
            for window in 0..<count {
                converter.convert(windows + window * size, count: size, into: base)
                classifier.predict(window: inputs.span)
                classifier.writeProbabilities(to: probabilities + window * labels, count: labels)
            }
        }
        return start.duration(to: .now) / .nanoseconds(1) / Double(count)
    }
}

extension WindowClassifier {
    /// The probabilities of the last window, 0 … 1.
    fileprivate func writeProbabilities(to output: UnsafeMutablePointer<Float>, count: Int) {
        for label in 0..<count { output[label] = Float(probability(of: label)) / 32768 }
    }
}
