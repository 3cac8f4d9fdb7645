import Dispatch
import Randomness

extension Trainer {
    /// Trains until all epochs are done, validation no longer improves, or somebody wants to stop.
    ///
    /// - Parameters:
    ///   - isStopped: asked before every batch; true ends training with the best weights so far.
    ///   - report: told after every epoch.
    /// - Throws: `TrainingError.diverged`; `trainedNetwork` then still gives what was best before.
    public func run(isStopped: () -> Bool = { false }, report: (EpochReport) -> Void = { _ in }) throws(TrainingError)
        -> TrainingResult
    {
        var history: [EpochReport] = []
        var bestLoss = Double.infinity
        var bestEpoch = 0
        for epoch in 1...max(1, options.epochs) {
            guard let pass = try trainOnce(epoch: epoch, isStopped: isStopped) else {
                if bestEpoch == 0 { best.copy(from: optimiser.average) }
                return TrainingResult(end: .interrupted, bestEpoch: bestEpoch, history: history)
            }
            let validated = validation.map { evaluate($0, optimiser.average) }
            let loss = validated?.meanLoss ?? -Double(epoch)
            guard validated == nil || loss.isFinite else { throw divergence(epoch) }
            let isBest = loss < bestLoss
            if isBest {
                bestLoss = loss
                bestEpoch = epoch
                best.copy(from: optimiser.average)
            }
            let entry = EpochReport(
                epoch: epoch, epochs: options.epochs, trainingLoss: pass.score.meanLoss, trainingAccuracy: pass.score.accuracy,
                validation: validated.map { EpochReport.Validation(loss: $0.meanLoss, accuracy: $0.accuracy) },
                gradientNorm: pass.gradientNorm, learningRate: pass.learningRate, isBest: isBest)
            history.append(entry)
            report(entry)
            if epoch - bestEpoch >= options.patience {
                return TrainingResult(end: .stoppedEarly, bestEpoch: bestEpoch, history: history)
            }
        }
        return TrainingResult(end: .completed, bestEpoch: bestEpoch, history: history)
    }

    func divergence(_ epoch: Int) -> TrainingError {
        .diverged(epoch: epoch, learningRate: options.optimiser.learningRate)
    }

    struct Pass {
        var score = Score()
        var gradientNorm = 0.0
        var learningRate = 0.0
    }

    /// One pass over the training sequences; nil if it was stopped.
    private func trainOnce(epoch: Int, isStopped: () -> Bool) throws(TrainingError) -> Pass? {
        var order = Array(training.set.sequences.indices)
        var random = SeededGenerator(seed: options.seed, stream: 2, epoch)
        order.shuffle(using: &random)
        // Sequences of several windows overlap: a pass takes as many as hold as many windows as there are.
        order.removeLast(order.count - max(1, order.count / options.sequence.windows))
        let batches = (order.count + options.batch - 1) / options.batch
        let steps = batches * options.epochs
        var pass = Pass()
        for batch in 0..<batches {
            if isStopped() { return nil }
            let indices = order[batch * options.batch..<min(order.count, (batch + 1) * options.batch)]
            packed.pack(network.parameters)
            let score = differentiate(Array(indices), epoch: epoch)
            guard score.loss.isFinite else { throw divergence(epoch) }
            guard score.importance > 0 else { continue }
            pass.learningRate = options.optimiser.learningRate(step: (epoch - 1) * batches + batch, of: steps)
            let norm = optimiser.advance(groups[0].gradient, importance: score.importance, rate: pass.learningRate)
            guard norm.isFinite else { throw divergence(epoch) }
            pass.gradientNorm += norm / Double(batches)
            pass.score = pass.score + score
        }
        return pass
    }

    /// Leaves the summed gradient of some sequences in the first group.
    private func differentiate(_ indices: [Int], epoch: Int) -> Score {
        let used = (indices.count + laneCount - 1) / laneCount
        let scores = concurrently(used) { number in
            let group = self.groups[number]
            for lane in 0..<laneCount {
                let position = number * laneCount + lane
                guard position < indices.count else {
                    self.training.clear(group, lane: lane)
                    continue
                }
                var random = SeededGenerator(
                    seed: self.options.seed, stream: 3, epoch, indices[position])
                self.training.load(indices[position], into: group, lane: lane, random: &random)
                group.drawMasks(lane: lane, dropout: Float(self.options.dropout), random: &random)
            }
            group.forward(self.packed)
            let score = group.scoreAndDifferentiate(smoothing: Float(self.options.labelSmoothing))
            group.backward(self.packed)
            return score
        }
        for group in groups[1..<max(1, used)] { groups[0].addGradient(of: group) }
        return scores.reduce(Score(), +)
    }

    /// The results of `count` tasks on all cores, in order. Tasks touch nothing in common but what they only read.
    func concurrently(_ count: Int, _ task: (Int) -> Score) -> [Score] {
        withoutActuallyEscaping(task) { task in
            let shared = UncheckedTask(call: task)
            return [Score](unsafeUninitializedCapacity: count) { scores, initialized in
                let results = UncheckedResults(start: scores)
                DispatchQueue.concurrentPerform(iterations: count) { number in
                    (results.start.baseAddress! + number).initialize(to: shared.call(number))
                }
                initialized = count
            }
        }
    }

    private struct UncheckedTask: @unchecked Sendable {
        let call: (Int) -> Score
    }

    private struct UncheckedResults: @unchecked Sendable {
        let start: UnsafeMutableBufferPointer<Score>
    }
}
