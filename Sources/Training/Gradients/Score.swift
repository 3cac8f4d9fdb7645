/// Sums over the answers of some sequences.
package struct Score: Sendable {
    /// Σ importance · cross-entropy, in nats.
    package internal(set) var loss = 0.0
    /// Σ importance.
    var importance = 0.0
    /// Questions that were asked, and answered rightly.
    var asked = 0
    var right = 0

    static func + (left: Score, right: Score) -> Score {
        Score(
            loss: left.loss + right.loss, importance: left.importance + right.importance, asked: left.asked + right.asked,
            right: left.right + right.right)
    }

    /// Mean cross-entropy.
    var meanLoss: Double { importance > 0 ? loss / importance : 0 }
    var accuracy: Double { asked > 0 ? Double(right) / Double(asked) : 0 }
}
