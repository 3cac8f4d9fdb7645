public import Decision
public import ModelConversion
public import Recording
public import ReferenceModel
import Windows

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
    /// - Throws: `MissingFeature` if the network reads what recordings do not hold.
    public func evaluate(
        _ sessions: [RecordedSession], clock: ContinuousClock? = ContinuousClock()
    ) throws(MissingFeature) -> EvaluationResult {
        let windows = sessions.reduce(0) { $0 + pair.description.schedule.windows(in: $1.count) }
        var tally = try EvaluationTally(self, sessions: sessions.count, windows: windows)
        for session in sessions { tally.add(session) }
        return tally.result(clock: clock)
    }

    /// Evaluates what is read a session at a time, and reads it twice; the memory does not grow with it.
    ///
    /// - Parameter data: at the network's rate.
    /// - Throws: as above, or what is wrong with a recording that changed since.
    public func evaluate(_ data: DataSetStream, clock: ContinuousClock? = ContinuousClock()) throws -> EvaluationResult {
        var (sessions, windows) = (0, 0)
        try data.forEachSession { session in
            sessions += 1
            windows += pair.description.schedule.windows(in: session.count)
        }
        var tally = try EvaluationTally(self, sessions: sessions, windows: windows)
        try data.forEachSession { tally.add($0) }
        return tally.result(clock: clock)
    }
}
