import Formatting
import Models
import MotionCore
import Quantization
import Recordings

/// Times both arithmetics on the same stretch of a recording, turn by turn, so that a busy machine disturbs both alike.
struct Stopwatch {
    let clock: ContinuousClock
    /// Turns of each; the median counts.
    private static let turns = 7
    /// Windows of a turn, at most.
    private static let windows = 40

    /// Samples of a session that are looked at, at most.
    static func mostSamples(of model: ModelDescription) -> Int { (windows - 1) * model.hop + model.window }

    /// Nanoseconds per window: float, then Q15. Both are pushed sample by sample; making the inputs is not timed.
    func measure(_ pair: NetworkPair, _ session: RecordedSession, columns: [Int]) -> (float: Double, q15: Double)? {
        let model = pair.description
        let windows = min(Self.windows, (session.count - model.window + model.hop) / model.hop)
        guard windows > 0 else { return nil }
        let samples = (0..<(windows - 1) * model.hop + model.window).map { index in
            session.quantities(columns, at: index)
        }
        let inputs = samples.map { model.inputs.quantized($0, fractionBits: pair.quantized.inputFractionBits) }
        let classifier = OwnedWindowStream(pair.weights)
        var times: (float: [Double], q15: [Double]) = ([], [])
        for _ in 0..<Self.turns {
            times.float.append(
                nanoseconds {
                    var classifier = FloatWindowStream(pair.floatModel)
                    for sample in samples { _ = classifier.push(sample) }
                })
            times.q15.append(
                nanoseconds {
                    classifier.restart()
                    for sample in inputs { _ = classifier.push(sample.span) }
                })
        }
        guard let float = times.float.quantile(0.5, .nearest), let q15 = times.q15.quantile(0.5, .nearest) else { return nil }
        return (float / Double(windows), q15 / Double(windows))
    }

    private func nanoseconds(_ work: () -> Void) -> Double {
        let start = clock.now
        work()
        return start.duration(to: clock.now) / .nanoseconds(1)
    }
}
