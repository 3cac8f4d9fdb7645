import Randomness

extension Trainer {
    /// Trains until all epochs are done, validation no longer improves, or the caller stops it.
    ///
    /// - Parameters:
    ///   - isStopped: asked before every batch; true ends training with the best weights so far.
    ///   - report: told after every epoch.
    /// - Throws: `TrainingError.diverged`; `trainedModel` then still gives what was best before.
    public func run(isStopped: () -> Bool = { false }, report: (EpochReport) -> Void = { _ in }) throws(TrainingError)
        -> TrainingResult
    {
        var history: [EpochReport] = []
        var bestLoss = Double.infinity
        var bestEpoch = 0
        for epoch in 1...max(1, options.epochs) {
            let start = ContinuousClock.now
            guard let pass = try trainOnce(epoch: epoch, isStopped: isStopped) else {
                if bestEpoch == 0 { best.copy(from: optimiser.average) }
                return TrainingResult(end: .interrupted, bestEpoch: bestEpoch, history: history)
            }
            let validated = validation.map { evaluate($0, optimiser.average) }
            let loss = validated?.meanLoss ?? -Double(epoch)
            guard loss.isFinite, optimiser.average.isFinite else { throw divergence(epoch) }
            let isBest = loss < bestLoss
            if isBest {
                bestLoss = loss
                bestEpoch = epoch
                best.copy(from: optimiser.average)
            }
            let entry = EpochReport(
                epoch: epoch, epochs: options.epochs, trainingLoss: pass.score.meanLoss, trainingAccuracy: pass.score.accuracy,
                validation: validated.map(EpochReport.Validation.init),
                gradientNorm: pass.gradientNorm, learningRate: pass.learningRate,
                seconds: (ContinuousClock.now - start) / .seconds(1), isBest: isBest)
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
        order.removeLast(order.count - options.sequence.count(of: order.count))
        let batches = (order.count + options.batch - 1) / options.batch
        let steps = batches * options.epochs
        var pass = Pass()
        for number in 0..<batches {
            if isStopped() { return nil }
            let indices = order[number * options.batch..<min(order.count, (number + 1) * options.batch)]
            let score = differentiate(Array(indices), epoch: epoch)
            guard score.loss.isFinite else { throw divergence(epoch) }
            guard score.sampleWeight > 0 else { continue }
            pass.learningRate = options.optimiser.learningRate(step: (epoch - 1) * batches + number, of: steps)
            let norm = optimiser.advance(batch.gradient, sampleWeight: score.sampleWeight, rate: pass.learningRate)
            guard norm.isFinite else { throw divergence(epoch) }
            pass.gradientNorm += norm / Double(batches)
            pass.score = pass.score + score
        }
        return pass
    }

    /// Leaves the summed gradient of some sequences in the batch.
    private func differentiate(_ indices: [Int], epoch: Int) -> Score {
        let smoothing = Float(options.labelSmoothing)
        return batch.differentiate(network.parameters, sequences: indices.count, smoothing: smoothing) { position, group, lane in
            let index = indices[position]
            var random = SeededGenerator(seed: self.options.seed, stream: 3, epoch, index)
            self.training.load(index, into: group, lane: lane, random: &random)
            group.drawMasks(lane: lane, dropout: Float(self.options.dropout), random: &random)
        }
    }
}
