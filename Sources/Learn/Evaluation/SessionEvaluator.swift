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
            session: session, truth: truth(of: session), length: description.window,
            rate: description.rate ?? session.rate ?? 1, restLabel: description.restIndex, float: float.windows(of: session),
            q15: q15.windows(of: session))
    }

    private func truth(of session: RecordedSession) -> SessionTruth {
        var known: [String: Int?] = [:]
        return SessionTruth(
            session.labels.map { name in
                let found = known[name] ?? label(name)
                known[name] = .some(found)
                return found
            })
    }
}
