import Foundation

extension SequenceGroup {
    /// Softmax cross-entropy at every supervised step. The logits become their gradients: sample weight · (p − q), where q is 1 for
    /// the target and 0 else, moved towards 1 / classes by `smoothing` (Szegedy et al. 2016).
    package func scoreAndDifferentiate(smoothing: Float) -> Score {
        var score = Score()
        let classes = layout.plan.classes
        score.confusion = [Int](repeating: 0, count: classes * classes)
        for position in supervisedSteps.indices {
            let logits = head.logits(position)
            for lane in 0..<laneCount {
                let target = Int(targets[position * laneCount + lane])
                let weight = sampleWeights[position * laneCount + lane]
                guard target != Int(Self.counterexample) else {
                    score.counterexamples += 1
                    makeGradient(logits + lane, classes, nil, weight, 1)
                    continue
                }
                guard target >= 0 else {
                    for row in 0..<classes { logits[row * laneCount + lane] = 0 }
                    continue
                }
                score.supervised += 1
                score.sampleWeight += Double(weight)
                differentiate(logits + lane, classes, target, weight, smoothing, &score)
            }
        }
        return score
    }

    private func differentiate(
        _ logits: UnsafeMutablePointer<Float>, _ classes: Int, _ target: Int, _ weight: Float, _ smoothing: Float,
        _ score: inout Score
    ) {
        var best = 0
        for row in 1..<classes where logits[row * laneCount] > logits[best * laneCount] { best = row }
        if best == target { score.correct += 1 }
        score.confusion[target * classes + best] += 1
        score.loss += Double(weight * makeGradient(logits, classes, target, weight, smoothing))
    }

    /// - Parameter target: nil for no class more than any other, with a smoothing of 1.
    /// - Returns: the cross-entropy.
    @discardableResult
    private func makeGradient(
        _ logits: UnsafeMutablePointer<Float>, _ classes: Int, _ target: Int?, _ weight: Float, _ smoothing: Float
    ) -> Float {
        var largest = logits[0]
        for row in 1..<classes { largest = max(largest, logits[row * laneCount]) }
        var sum: Float = 0
        for row in 0..<classes { sum += exp(logits[row * laneCount] - largest) }
        let logSum = largest + log(sum)
        let off = smoothing / Float(classes)
        var loss: Float = 0
        for row in 0..<classes {
            let wanted = off + (row == target ? 1 - smoothing : 0)
            let logProbability = logits[row * laneCount] - logSum
            loss -= wanted * logProbability
            logits[row * laneCount] = weight * (exp(logProbability) - wanted)
        }
        return loss
    }
}
