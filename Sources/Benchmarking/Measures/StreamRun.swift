import BenchmarkNetworks
import LSTMEngine
import MotionSignal

/// The same windows' samples as one stream through all slots, for ever from the first again.
final class StreamRun {
    private let classifier: StreamingClassifier
    private let inputs: [Int16]
    private let features: Int
    private let count: Int
    private var next = 0
    /// What pushes that completed a window took, in nanoseconds, the latest ones; empty unless they are timed.
    private var latencies: [Double] = []
    private var timed = 0

    /// All slots are in flight when it returns, and a window has just been completed.
    init(_ weights: NetworkWeights, _ subject: BenchmarkSubject) {
        classifier = StreamingClassifier(weights)
        inputs = subject.inputs
        features = subject.quantized.inputs
        count = inputs.count / features
        _ = run(subject.quantized.schedule.length)
    }

    func run(_ samples: Int) -> UInt64 {
        var sum: UInt64 = 0
        for _ in 0..<samples {
            if let window = push() { sum = sum &* 31 &+ UInt64(window.label) << 16 &+ UInt64(window.probability) }
        }
        return sum
    }

    /// The same, timing each push that completes a window, from call to return. It includes reading the clock once.
    func runTimed(_ samples: Int) -> UInt64 {
        var sum: UInt64 = 0
        if latencies.isEmpty { latencies = Array(repeating: 0, count: Self.kept) }
        for _ in 0..<samples {
            let start = nanoseconds()
            guard let window = push() else { continue }
            latencies[timed % Self.kept] = Double(nanoseconds() - start)
            timed += 1
            sum = sum &* 31 &+ UInt64(window.probability)
        }
        return sum
    }

    /// Nanoseconds from the call with a window's last sample to its decision.
    var decisionTimes: [Double] { Array(latencies.prefix(timed)) }

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

    /// Latencies that are kept.
    private static let kept = 1 << 16

    @inline(__always)
    private func push() -> ClassifiedWindow? {
        let inputs = inputs
        let sample = inputs.span.extracting(next * features..<(next + 1) * features)
        let window = classifier.push(sample)
        next = next + 1 == count ? 0 : next + 1
        return window
    }
}
