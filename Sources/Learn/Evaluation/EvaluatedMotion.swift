import Models
import Quantization
public import Recordings

/// A session that was evaluated, to be looked at.
public struct EvaluatedMotion {
    /// At `rate`, without gaps, with the labels of the recordings.
    public let session: RecordedSession
    /// Samples per second.
    public let rate: Double
    /// Its windows in Q15, from zero state.
    public let windows: [OfflineClassifier.Window]
}

extension Evaluator {
    /// Reads a session once more and runs it through the Q15 network: what is behind a figure, to be looked at.
    ///
    /// - Parameters:
    ///   - number: of the session, in the order in which all are evaluated (`ConfusedStretch.number`).
    ///   - data: what was evaluated.
    /// - Returns: nil where the recordings do not hold it any more.
    /// - Throws: what is wrong with a recording that changed since.
    public func motion(_ number: Int, in data: DataSetStream) throws -> EvaluatedMotion? {
        let parts = data.parts()
        var passed = 0
        while let part = try parts.next() {
            let sessions = try data.sessions(of: part)
            defer { passed += sessions.count }
            guard sessions.indices.contains(number - passed) else { continue }
            return motion(of: sessions[number - passed])
        }
        return nil
    }

    /// Runs a session through the Q15 network, from zero state.
    public func motion(of session: RecordedSession) -> EvaluatedMotion {
        let evaluator = SessionEvaluator(self)
        return EvaluatedMotion(session: session, rate: evaluator.rate(of: session), windows: evaluator.windows(of: session))
    }

    /// Runs sessions through the Q15 network once, so that many decisions can be tried on them at once.
    public func tuning(on sessions: [RecordedSession]) -> DecisionTuning {
        let model = pair.description
        var tuning = DecisionTuning(
            labels: model.labels.count, restLabel: model.restIndex, window: model.window,
            rate: model.rate ?? sessions.first?.rate ?? 1)
        let evaluator = SessionEvaluator(self)
        for session in sessions { tuning.add(evaluator.windows(of: session), truth: evaluator.truth(of: session)) }
        return tuning
    }
}
