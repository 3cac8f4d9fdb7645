import Models
import MotionCore
import Quantization

/// Windows' samples as one stream through all slots, for ever from the first again.
final class StreamRun {
    private let classifier: OwnedWindowStream
    private let inputs: [Int16]
    private let features: Int
    private let count: Int
    private var next = 0
    private let hop: Int
    /// What single pushes took, in nanoseconds, the latest whole hops; empty unless they are timed.
    private var pushes: [UInt32] = []
    private var timed = 0

    /// All slots are in flight when it returns, and a window has just been completed.
    init(_ weights: NetworkWeights, _ subject: BenchmarkSubject) {
        classifier = OwnedWindowStream(weights)
        inputs = subject.inputs
        features = subject.quantized.inputs
        count = inputs.count / features
        hop = subject.description.hop
        _ = run(subject.description.window)
    }

    func run(_ samples: Int) -> UInt64 {
        var sum: UInt64 = 0
        for _ in 0..<samples {
            if let window = push() { sum = sum &* 31 &+ UInt64(window.label) << 16 &+ UInt64(window.probability) }
        }
        return sum
    }

    /// Runs and times every single push, from call to return. That includes reading the clock once.
    ///
    /// - Parameter samples: whole hops, so that it ends with a decision as it began.
    func runTimed(_ samples: Int) -> UInt64 {
        var sum: UInt64 = 0
        if pushes.isEmpty { pushes = Array(repeating: 0, count: max(1, Self.kept / hop) * hop) }
        for _ in 0..<samples {
            let start = nanoseconds()
            let window = push()
            pushes[timed % pushes.count] = UInt32(clamping: nanoseconds() - start)
            timed += 1
            if let window { sum = sum &* 31 &+ UInt64(window.probability) }
        }
        return sum
    }

    /// What `runTimed` timed, by the distance from the last decision: one for each sample of a hop, the pushes that decide first.
    var pushTimes: [PushTimes] {
        PushTimes.byDistance(pushes.prefix(timed).map(Double.init), hop: hop)
    }

    /// Q15 probabilities of all windows of a stream that begins with the first sample, `[n × C]`; `samples` are at most all
    /// that there are.
    func probabilities(samples: Int) -> [Int16] {
        classifier.restart()
        next = 0
        var result: [Int16] = []
        for _ in 0..<min(samples, count) where push() != nil {
            result += (0..<classifier.weights.shape.labels).map { classifier.probability(of: $0) }
        }
        return result
    }

    /// Times of pushes that are kept, about.
    private static let kept = 1 << 18

    @inline(__always)
    private func push() -> ClassifiedWindow? {
        let inputs = inputs
        let sample = inputs.span.extracting(next * features..<(next + 1) * features)
        let window = classifier.push(sample)
        next = next + 1 == count ? 0 : next + 1
        return window
    }
}
