import BenchmarkNetworks
import LSTMEngine
import ReferenceModel

/// The first LSTM layer of a network as a stream of windows of one sample each whose state is carried on: one step a sample.
final class TimedSteps {
    /// Units that are shown.
    private static let shown = 8

    private let classifier: StreamingClassifier
    private let converter: InputConverter
    /// `[F]` of one sample, in Q-format.
    private var inputs: [Int16]

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
        converter = InputConverter(fractionBits: quantized.inputFractionBits)
        inputs = Array(repeating: 0, count: network.inputs.count)
    }

    /// - Returns: nanoseconds per sample.
    func run(_ samples: UnsafePointer<Float>, count: Int, into output: UnsafeMutablePointer<Float>) -> Double {
        let size = inputs.count
        let start = ContinuousClock.now
        inputs.withUnsafeMutableBufferPointer { inputs in
            guard let base = inputs.baseAddress else { return }
            for sample in 0..<count {
                converter.convert(samples + sample * size, count: size, into: base)
                _ = classifier.push(inputs.span)
                for unit in 0..<Self.shown {
                    output[sample * Self.shown + unit] = Float(classifier.probability(of: unit)) / 32768
                }
            }
        }
        return start.duration(to: .now) / .nanoseconds(1) / Double(count)
    }
}
