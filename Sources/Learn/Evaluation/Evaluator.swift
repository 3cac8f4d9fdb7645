import Models
public import MotionCore
public import Quantization
public import Recordings
import Threads

/// Runs the same recordings through a network in float and in Q15, as streams of overlapping windows, and compares both with the
/// truth.
///
/// Every session starts from zero state. Samples that are not scored stream through like all others, because live they would come,
/// too.
public struct Evaluator {
    /// A label of the recordings → the label of the network, or nil: then its samples are not scored.
    public typealias LabelTable = (String) -> Int?

    let pair: NetworkPair
    let label: LabelTable
    let decision: DecisionParameters

    /// - Parameters:
    ///   - decision: how probabilities become events; the network's rest label is set here.
    ///   - label: nil for names that are the network's own.
    public init(_ pair: NetworkPair, decision: DecisionParameters = DecisionParameters(), label: LabelTable? = nil) {
        let labels = pair.description.labels
        var decision = decision
        decision.restLabel = pair.description.restIndex
        self.pair = pair
        self.decision = decision
        self.label = label ?? { labels.firstIndex(of: $0) }
    }

    /// Evaluates all sessions: seconds for an hour of motion. Allocates.
    ///
    /// - Parameters:
    ///   - sessions: at the network's rate and without gaps, one label per sample.
    ///   - clock: times the arithmetics; nil leaves the times out, so that the result is the same on every run.
    ///   - measuresNoise: whether the noise of layers and the sources of errors are measured, by slower arithmetics.
    public func evaluate(
        _ sessions: [RecordedSession], clock: ContinuousClock? = ContinuousClock(), measuresNoise: Bool = true
    ) -> EvaluationResult {
        let windows = sessions.reduce(0) { $0 + pair.description.schedule.windows(in: $1.count) }
        var tally = EvaluationTally(self, sessions: sessions.count, windows: windows, measuresNoise: measuresNoise)
        let evaluator = SessionEvaluator(self)
        for session in sessions { tally.add(evaluator.evaluate(session)) }
        return tally.result(clock: clock)
    }

    /// Evaluates what is read a part at a time, on all cores; the memory does not grow with it. The result is the same with any
    /// number of them.
    ///
    /// - Parameters:
    ///   - data: at the network's rate.
    ///   - times: how often over: to see what much motion takes.
    ///   - each: hears of each session in the order of the recordings, on one thread at a time.
    /// - Throws: as above, or what is wrong with a recording that changed since.
    public func evaluate(
        _ data: DataSetStream, times: Int = 1, clock: ContinuousClock? = ContinuousClock(),
        each: @escaping (RecordedSession) -> Void = { _ in }
    ) throws -> EvaluationResult {
        var tally = EvaluationTally(
            self, sessions: data.sessionCount * times, windows: data.windowCount * times, times: times)
        let evaluators = (0..<AllCores.count).map { _ in SessionEvaluator(self) }
        let parts = data.parts(times: times)
        let crew = InOrder<DataSetStream.Part, [EvaluatedSession]>(
            workers: evaluators.count,
            // As many of the longest as there are workers, of which each is in one's hands.
            room: (evaluators.count - 1) * RecordingStream.longestPart + 1, size: \.count,
            next: { try parts.next() },
            work: { worker, part in try data.sessions(of: part).map(evaluators[worker].evaluate) },
            handOn: { sessions in
                for session in sessions {
                    tally.add(session)
                    each(session.session)
                }
            })
        try crew.run()
        return tally.result(clock: clock)
    }
}
