import Models
import Quantization
import Recordings

/// An evaluation as it goes: takes in a session after the other, and keeps of them the start of the longest alone.
struct EvaluationTally {
    private let evaluator: Evaluator
    private let columns: [Int]
    private let windows: Int
    /// Sessions that differ from each other; what comes then is evaluated once more.
    private let distinct: Int
    private var result: EvaluationResult
    private var parity: ParityTally
    private let measuresNoise: Bool
    private var meter: LayerNoiseMeter
    private var sources: ErrorSourcesMeter
    private var findings: FindingsTally
    /// As much of the longest session as is timed, and how many samples it has.
    private var longest: (start: RecordedSession, count: Int)?

    /// - Parameters:
    ///   - sessions: that will come, and the windows in all of them: of what is measured on some only, each has its share.
    ///   - times: how often over they come.
    ///   - measuresNoise: whether the noise of layers and the sources of errors are measured.
    init(_ evaluator: Evaluator, sessions: Int, windows: Int, times: Int = 1, measuresNoise: Bool = true) {
        let pair = evaluator.pair
        let model = pair.description
        self.evaluator = evaluator
        self.windows = windows
        self.measuresNoise = measuresNoise
        distinct = sessions / times
        columns = model.inputs.recordedColumns
        meter = LayerNoiseMeter(pair)
        sources = ErrorSourcesMeter(pair, sessions: sessions)
        findings = FindingsTally(labels: model.labels.count, length: model.window, decision: evaluator.decision)
        parity = ParityTally(length: model.window, most: windows * model.labels.count)
        result = EvaluationResult(nothingOf: pair, noise: meter.noise)
    }

    /// Counts a session that was run through both arithmetics.
    mutating func add(_ evaluated: EvaluatedSession) {
        let session = evaluated.session
        result.coverage.sessions += 1
        result.coverage.shortSessions += session.count < evaluator.pair.description.window ? 1 : 0
        for (label, truth) in zip(session.labels, evaluated.truth.classes) where truth == nil {
            result.coverage.unscoredSamples[label, default: 0] += 1
        }
        count(evaluated)
        parity.add(evaluated)
        findings.add(evaluated, isNew: result.coverage.sessions <= distinct)
        if measuresNoise {
            meter.measure(session, of: windows)
            sources.measure(session)
        }
        if session.count > longest?.count ?? -1 {
            let timed = min(session.count, Stopwatch.mostSamples(of: evaluator.pair.description))
            longest = (session.part(0..<timed), session.count)
        }
    }

    /// What all sessions say.
    ///
    /// - Parameter clock: times the arithmetics.
    func result(clock: ContinuousClock?) -> EvaluationResult {
        var result = result
        result.parity = parity.result
        result.noise = meter.noise
        result.take(findings)
        (result.float.events, result.q15.events) = (findings.float, findings.q15)
        result.sources = measuresNoise ? sources.sources : nil
        if let clock, let longest {
            let times = Stopwatch(clock: clock).measure(evaluator.pair, longest.start, columns: columns)
            result.float.cost.nanosecondsPerWindow = times?.float
            result.q15.cost.nanosecondsPerWindow = times?.q15
        }
        return result
    }

    private mutating func count(_ session: EvaluatedSession) {
        result.coverage.samples += session.session.count
        result.coverage.seconds += Double(session.session.count) / session.rate
        result.coverage.windows += session.float.count
        result.coverage.unscoredWindows += session.truths.count { $0 == nil }
        add(session.float, session.floatAnswers, session, to: &result.float)
        add(session.q15, session.q15Answers, session, to: &result.q15)
    }

    private func add(
        _ windows: [OfflineClassifier.Window], _ answers: [Int], _ session: EvaluatedSession,
        to arithmetic: inout EvaluationResult.Arithmetic
    ) {
        for (index, truth) in session.truths.enumerated() {
            guard let truth else { continue }
            arithmetic.classification.add(truth: truth, predicted: answers[index])
            let window = windows[index]
            arithmetic.reliability.add(
                confidence: window.probabilities[window.label], isCorrect: answers[index] == truth)
        }
    }
}
