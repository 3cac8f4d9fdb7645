/// Sums over the supervised steps of some sequences.
package struct Score: Sendable {
    /// Σ sample weight · cross-entropy, in nats.
    package internal(set) var loss = 0.0
    /// Σ sample weight.
    var sampleWeight = 0.0
    /// Counterexamples, whose gradient counts like that of a sample weight of 1 each and whose cross-entropy is left out.
    var counterexamples = 0.0
    /// Steps with a target, and those of them whose most probable class was the target.
    var supervised = 0
    var correct = 0
    /// `classes × classes`: steps by their target, then by the class found; empty before any.
    var confusion: [Int] = []

    static func + (left: Score, right: Score) -> Score {
        Score(
            loss: left.loss + right.loss, sampleWeight: left.sampleWeight + right.sampleWeight,
            counterexamples: left.counterexamples + right.counterexamples,
            supervised: left.supervised + right.supervised, correct: left.correct + right.correct,
            confusion: left.confusion.isEmpty
                ? right.confusion
                : right.confusion.isEmpty ? left.confusion : zip(left.confusion, right.confusion).map(+))
    }

    /// Mean cross-entropy.
    var meanLoss: Double { sampleWeight > 0 ? loss / sampleWeight : 0 }
    var accuracy: Double { supervised > 0 ? Double(correct) / Double(supervised) : 0 }
}
