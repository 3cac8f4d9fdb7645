import Models
import Quantization
package import Recordings

extension Evaluator {
    /// What `evaluate` finds beyond its sums, of sessions in parts: each part is tallied by itself, and the tallies are merged in
    /// their order. The parts make no difference, so that they may be tallied at the same time.
    ///
    /// - Returns: a result with people, curve, errors and timelines, and nothing else.
    package func findings(ofParts parts: [[RecordedSession]]) -> EvaluationResult {
        let model = pair.description
        func empty() -> FindingsTally {
            FindingsTally(labels: model.labels.count, length: model.window, decision: decision)
        }
        let evaluator = SessionEvaluator(self)
        var all = empty()
        for part in parts {
            var tally = empty()
            for session in part { tally.add(evaluator.evaluate(session)) }
            all.merge(tally)
        }
        var result = EvaluationResult(nothingOf: pair, noise: LayerNoiseMeter(pair).noise)
        result.take(all)
        return result
    }
}
