import LSTMEngine
import ModelConversion
import Recording
import ReferenceModel

/// An evaluation as it goes: takes in a session after the other, and keeps none but the longest.
struct EvaluationTally {
    private let evaluator: Evaluator
    private let float: OfflineClassifier
    private let q15: OfflineClassifier
    private let columns: [Int]
    private let windows: Int
    private var result: EvaluationResult
    private var parity: ParityTally
    private var meter: LayerNoiseMeter
    private var sources: ErrorSourcesMeter
    private var longest: RecordedSession?

    /// - Parameters:
    ///   - sessions: that will come, and the windows in all of them: of what is measured on some only, each has its share.
    /// - Throws: `MissingFeature` if the network reads what recordings do not hold.
    init(_ evaluator: Evaluator, sessions: Int, windows: Int) throws(MissingFeature) {
        let pair = evaluator.pair
        let model = pair.description
        self.evaluator = evaluator
        self.windows = windows
        columns = try model.inputs.columns(in: RecordedSession.channelNames).get()
        meter = try LayerNoiseMeter(pair)
        sources = try ErrorSourcesMeter(pair, sessions: sessions)
        float = try OfflineClassifier(pair.floatModel)
        q15 = try OfflineClassifier(pair.weights, features: model.inputs, fractionBits: pair.quantized.inputFractionBits)
        parity = ParityTally(length: model.window, most: windows * model.labels.count)
        result = Self.emptyResult(pair, noise: meter.noise)
    }

    /// Runs a session through both arithmetics and counts it.
    mutating func add(_ session: RecordedSession) {
        let model = evaluator.pair.description
        result.coverage.sessions += 1
        result.coverage.shortSessions += session.count < model.window ? 1 : 0
        let evaluated = EvaluatedSession(
            session: session, truth: truth(of: session), length: model.window, rate: model.rate ?? session.rate ?? 1,
            float: float.windows(of: session), q15: q15.windows(of: session))
        count(evaluated)
        parity.add(evaluated)
        meter.measure(session, of: windows)
        sources.measure(session)
        if session.count > longest?.count ?? -1 { longest = session }
    }

    /// What all sessions say.
    ///
    /// - Parameter clock: times the arithmetics.
    func result(clock: ContinuousClock?) -> EvaluationResult {
        var result = result
        result.parity = parity.result
        result.noise = meter.noise
        result.sources = sources.sources
        if let clock, let longest {
            let times = Stopwatch(clock: clock).measure(evaluator.pair, longest, columns: columns)
            result.float.cost.nanosecondsPerWindow = times?.float
            result.q15.cost.nanosecondsPerWindow = times?.q15
        }
        return result
    }

    private static func emptyResult(_ pair: NetworkPair, noise: LayerNoise) -> EvaluationResult {
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

    private mutating func truth(of session: RecordedSession) -> SessionTruth {
        var known: [String: Int?] = [:]
        return SessionTruth(
            session.labels.map { name in
                let found = known[name] ?? evaluator.label(name)
                known[name] = .some(found)
                if found == nil { result.coverage.unscoredSamples[name, default: 0] += 1 }
                return found
            })
    }

    private mutating func count(_ session: EvaluatedSession) {
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
            windows, truth: session.truth, length: evaluator.pair.description.window, rate: session.rate,
            decision: evaluator.decision)
    }
}
