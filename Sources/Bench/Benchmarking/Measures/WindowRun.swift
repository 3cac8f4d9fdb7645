package import MotionCore
package import Quantization

/// Whole windows in Q15, one after the other, for ever from the first again.
///
/// What is timed begins where the network's windows begin: from zero, or, if it carries its state, from the state after the window
/// before. Zero state spares the first step's hidden product, which a stream of such a network must do: from zero the two would not
/// do the same work.
package final class WindowRun {
    private let classifier: WindowClassifier
    /// Goes on from window to window; nil for a network whose windows begin from zero.
    private let carried: SequenceState?
    private let inputs: [Int16]
    private let size: Int
    private let count: Int
    private var next = 0

    package init(_ weights: NetworkWeights, _ subject: BenchmarkSubject) {
        classifier = WindowClassifier(weights)
        carried = weights.shape.carriesState ? SequenceState(for: weights) : nil
        inputs = subject.inputs
        size = subject.windowSize
        count = subject.windowCount
    }

    package func run(_ windows: Int) -> UInt64 {
        var sum: UInt64 = 0
        let inputs = inputs
        for _ in 0..<windows {
            let window = inputs.span.extracting(next * size..<(next + 1) * size)
            let result: ClassifiedWindow
            if let carried {
                result = classifier.predict(window: window, state: carried)
            } else {
                result = classifier.predict(window: window)
            }
            sum = sum &* 31 &+ UInt64(result.label) << 16 &+ UInt64(result.probability)
            next = next + 1 == count ? 0 : next + 1
        }
        return sum
    }

    /// Q15 probabilities of all windows, each from zero state, `[n × C]`.
    package func probabilities() -> [Int16] {
        let inputs = inputs
        var result: [Int16] = []
        for index in 0..<count {
            let window = inputs.span.extracting(index * size..<(index + 1) * size)
            classifier.predict(window: window)
            result += (0..<classifier.weights.shape.labels).map { classifier.probability(of: $0) }
        }
        return result
    }
}
