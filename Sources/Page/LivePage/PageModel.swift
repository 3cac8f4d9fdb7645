import LiveLoop
package import MotionCore

/// The model whose windows a page shows.
package struct PageModel: Sendable {
    /// In its order; empty without a model.
    package var labels: [String] = []
    /// What it is called, in a person's words.
    package var title = ""
    /// How its probabilities become events, with its rest label; nil without a model.
    package var decision: DecisionParameters?
    /// Whether each of its windows is a stroke, which has nothing to do with the one before.
    package var readsStrokes = false

    package init() {}

    /// Why its windows lead to what they do.
    var reasons: DecisionReasons? { decision.map { DecisionReasons(labels: labels.count, $0) } }
}
