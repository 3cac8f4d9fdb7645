import BenchmarkNetworks
import LSTMEngine
import MotionSignal

/// Whole windows in Q15, one after the other, for ever from the first again.
final class WindowRun {
    private let classifier: WindowClassifier
    private let inputs: [Int16]
    private let size: Int
    private let count: Int
    private var next = 0

    init(_ weights: NetworkWeights, _ subject: BenchmarkSubject) {
        classifier = WindowClassifier(weights)
        inputs = subject.inputs
        size = subject.windowSize
        count = subject.windowCount
    }

    func run(_ windows: Int) -> UInt64 {
        var sum: UInt64 = 0
        let inputs = inputs
        for _ in 0..<windows {
            let window = inputs.span.extracting(next * size..<(next + 1) * size)
            let result = classifier.predict(window: window)
            sum = sum &* 31 &+ UInt64(result.label) << 16 &+ UInt64(result.probability)
            next = next + 1 == count ? 0 : next + 1
        }
        return sum
    }

    /// Q15 probabilities of all windows from the first one on, `[n × C]`.
    func probabilities() -> [Int16] {
        next = 0
        return (0..<count).flatMap { _ in
            _ = run(1)
            return (0..<classifier.weights.shape.labels).map { classifier.probability(of: $0) }
        }
    }
}
