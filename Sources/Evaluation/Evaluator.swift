public import Decision
import LSTMEngine
public import ModelConversion
public import Recording
public import ReferenceModel

/// Runs the same recordings through a network in float and in Q15, as streams of overlapping windows, and compares both with the
/// truth.
///
/// Every session starts from zero state. Samples that are not scored stream through like all others, because live they would come,
/// too.
public struct Evaluator {
    /// A label of the recordings → the label of the network, or nil: then its samples are not scored.
    public typealias LabelTable = (String) -> Int?

    private let pair: NetworkPair
    private let label: LabelTable
    private let decision: DecisionParameters

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
        let model = pair.description
        var meter = try LayerNoiseMeter(pair)
        var result = emptyResult(noise: meter.noise)
        let float = try OfflineClassifier(pair.floatModel)
        let q15 = try OfflineClassifier(
            pair.weights, features: model.inputs, fractionBits: pair.quantized.inputFractionBits)
        var tally = ParityTally(length: model.window)
        var evaluated: [EvaluatedSession] = []
        for session in sessions {
            result.coverage.sessions += 1
            result.coverage.shortSessions += session.count < model.window ? 1 : 0
            let session = EvaluatedSession(
                session: session, truth: truth(of: session, &result.coverage), length: model.window,
                rate: model.rate ?? session.rate ?? 1, float: float.windows(of: session), q15: q15.windows(of: session))
            add(session, to: &result)
            tally.add(session, number: evaluated.count)
            evaluated.append(session)
        }
        result.parity = tally.result(evaluated)
        meter.measure(sessions)
        result.noise = meter.noise
        result.sources = try ErrorSources(pair, sessions: sessions)
        if let clock, let longest = sessions.max(by: { $0.count < $1.count }) {
            let columns = try model.inputs.columns(in: RecordedSession.channelNames).get()
            let times = Stopwatch(clock: clock).measure(pair, longest, columns: columns)
            result.float.cost.nanosecondsPerWindow = times?.float
            result.q15.cost.nanosecondsPerWindow = times?.q15
        }
        return result
    }

    private func emptyResult(noise: LayerNoise) -> EvaluationResult {
        let model = pair.description
        let labels = model.labels
        func empty(_ cost: RunningCost) -> EvaluationResult.Arithmetic {
            EvaluationResult.Arithmetic(
                classification: ClassificationScores(labels: labels.count), events: EventScores(labels: labels.count), cost: cost)
        }
        return EvaluationResult(
            labels: labels, restLabel: model.restIndex, window: model.window, hop: model.hop, float: empty(pair.floatCost),
            q15: empty(pair.q15Cost), noise: noise)
    }

    private func truth(of session: RecordedSession, _ coverage: inout Coverage) -> SessionTruth {
        var known: [String: Int?] = [:]
        return SessionTruth(
            session.labels.map { name in
                let found = known[name] ?? label(name)
                known[name] = .some(found)
                if found == nil { coverage.unscoredSamples[name, default: 0] += 1 }
                return found
            })
    }

    private func add(_ session: EvaluatedSession, to result: inout EvaluationResult) {
        result.coverage.samples += session.session.count
        result.coverage.seconds += Double(session.session.count) / session.rate
        result.coverage.windows += session.float.count
        result.coverage.unscoredWindows += session.truths.count { $0 == nil }
        add(session.float, session, to: &result.float)
        add(session.q15, session, to: &result.q15)
    }

    private func add(
        _ windows: [OfflineClassifier.Window], _ session: EvaluatedSession, to arithmetic: inout EvaluationResult.Arithmetic
    ) {
        for (window, truth) in zip(windows, session.truths) {
            guard let truth else { continue }
            arithmetic.classification.add(truth: truth, predicted: window.label)
            arithmetic.reliability.add(confidence: window.probabilities[window.label], isCorrect: window.label == truth)
        }
        arithmetic.events.add(
            windows, truth: session.truth, length: pair.description.window, rate: session.rate, decision: decision)
    }
}
