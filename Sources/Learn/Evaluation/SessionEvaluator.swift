import Models
import MotionCore
import Quantization
import Recordings

/// Runs sessions through both arithmetics, one at a time; each core has its own.
struct SessionEvaluator {
    private let description: ModelDescription
    private let label: Evaluator.LabelTable
    private let float: OfflineClassifier
    private let q15: OfflineClassifier

    init(_ evaluator: Evaluator) {
        let pair = evaluator.pair
        description = pair.description
        label = evaluator.label
        float = OfflineClassifier(pair.floatModel)
        q15 = OfflineClassifier(
            pair.weights, features: pair.description.inputs, fractionBits: pair.quantized.inputFractionBits)
    }

    /// From zero state.
    func evaluate(_ session: RecordedSession) -> EvaluatedSession {
        EvaluatedSession(
            session: session, truth: truth(of: session), length: description.window, rate: rate(of: session),
            restLabel: description.restIndex, float: float.windows(of: session), q15: windows(of: session))
    }

    /// In Q15 alone, from zero state.
    func windows(of session: RecordedSession) -> [OfflineClassifier.Window] { q15.windows(of: session) }

    func rate(of session: RecordedSession) -> Double { description.rate ?? session.rate ?? 1 }

    func truth(of session: RecordedSession) -> SessionTruth {
        var known: [String: Int?] = [:]
        return SessionTruth(
            session.labels.map { name in
                let found = known[name] ?? label(name)
                known[name] = .some(found)
                return found
            })
    }
}
