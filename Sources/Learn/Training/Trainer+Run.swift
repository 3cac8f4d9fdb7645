import MotionCore
import Randomness
import Recordings

extension Trainer {
    /// Trains until all passes are done, validation no longer improves, or the caller stops it.
    ///
    /// - Parameters:
    ///   - isStopped: asked before every batch; true ends training with the best weights so far.
    ///   - report: told after every pass.
    /// - Throws: `TrainingError.diverged`; `trainedModel` then still gives what was best before.
    public func run(isStopped: () -> Bool = { false }, report: (EpochReport) -> Void = { _ in }) throws(TrainingError)
        -> TrainingResult
    {
        var course = Course()
        let cycles = options.length.passes(stepsInPass: stepsInPass)
        for (index, passes) in cycles.enumerated() {
            let lossBefore = course.bestLoss
            for pass in 1...passes {
                let place = Place(
                    epoch: course.history.count + 1, last: course.history.count + 1 + passes - pass, pass: pass, passes: passes,
                    cycle: index + 1, cycles: cycles.count, most: cycles.reduce(0, +))
                guard let entry = try trainAndValidate(place, &course, isStopped: isStopped) else {
                    if course.bestEpoch == 0 { best.copy(from: optimiser.average) }
                    return course.result(.interrupted)
                }
                report(entry)
                if let patience = options.length.patience, place.epoch - course.bestEpoch >= patience {
                    return course.result(.stoppedEarly)
                }
            }
            if validation != nil, index > 0, course.bestLoss > lossBefore * (1 - TrainingLength.leastGain) {
                return course.result(.converged)
            }
        }
        return course.result(.completed)
    }

    /// What training has come to.
    private struct Course {
        var history: [EpochReport] = []
        var bestLoss = Double.infinity
        var bestEpoch = 0

        func result(_ end: TrainingEnd) -> TrainingResult {
            TrainingResult(end: end, bestEpoch: bestEpoch, history: history)
        }
    }

    /// Where in the plan a pass stands; everything counts from 1.
    private struct Place {
        var epoch: Int
        /// The cycle's last epoch.
        var last: Int
        /// In its cycle, of `passes`.
        var pass: Int
        var passes: Int
        var cycle: Int
        var cycles: Int
        /// Epochs of all cycles.
        var most: Int
    }

    /// One pass; the weights are kept if they are the best so far. nil if it was stopped.
    private func trainAndValidate(
        _ place: Place, _ course: inout Course, isStopped: () -> Bool
    ) throws(TrainingError) -> EpochReport? {
        let start = ContinuousClock.now
        guard let pass = try trainOnce(place, isStopped: isStopped) else { return nil }
        let validated = validation.map { evaluate($0, optimiser.average) }
        let loss = validated?.meanLoss ?? -Double(place.epoch)
        guard loss.isFinite, optimiser.average.isFinite else { throw divergence(place.epoch) }
        let isBest = loss < course.bestLoss
        if isBest {
            (course.bestLoss, course.bestEpoch) = (loss, place.epoch)
            best.copy(from: optimiser.average)
        }
        let entry = EpochReport(
            epoch: place.epoch, epochs: place.last, cycle: place.cycle, cycles: place.cycles, mostEpochs: place.most,
            steps: steps,
            trainingLoss: pass.score.meanLoss, trainingAccuracy: pass.score.accuracy,
            validation: validated.map { Validation($0, classes: data.classes.count) },
            gradientNorm: pass.gradientNorm, learningRate: pass.learningRate,
            seconds: (ContinuousClock.now - start) / .seconds(1), isBest: isBest)
        course.history.append(entry)
        return entry
    }

    func divergence(_ epoch: Int) -> TrainingError {
        .diverged(epoch: epoch, learningRate: options.optimiser.learningRate)
    }

    struct Pass {
        var score = Score()
        var gradientNorm = 0.0
        var learningRate = 0.0
    }

    /// Steps of the optimiser in one pass.
    private var stepsInPass: Int {
        (options.sequence.count(of: training.set.sequences.count) + counterexamplesInPass + options.batch - 1) / options.batch
    }

    private var counterexamplesInPass: Int {
        min(training.set.counterexamples.count, Int(saturating: options.counterexamples * Double(training.set.sequences.count)))
    }

    /// One pass over the training sequences; nil if it was stopped.
    private func trainOnce(_ place: Place, isStopped: () -> Bool) throws(TrainingError) -> Pass? {
        let epoch = place.epoch
        var order = Array(training.set.sequences.indices)
        var random = SeededGenerator(seed: options.seed, stream: 2, epoch)
        order.shuffle(using: &random)
        order.removeLast(order.count - options.sequence.count(of: order.count))
        if counterexamplesInPass > 0 {
            let first = training.set.sequences.count
            let others = Array(first..<first + training.set.counterexamples.count).shuffled(using: &random)
            order = (order + others.prefix(counterexamplesInPass)).shuffled(using: &random)
        }
        let batches = stepsInPass
        var pass = Pass()
        for number in 0..<batches {
            if isStopped() { return nil }
            let indices = order[number * options.batch..<min(order.count, (number + 1) * options.batch)]
            let score = differentiate(Array(indices), epoch: epoch)
            guard score.loss.isFinite else { throw divergence(epoch) }
            let samples = score.sampleWeight + score.counterexamples
            guard samples > 0 else { continue }
            pass.learningRate = options.optimiser.learningRate(
                step: (place.pass - 1) * batches + number, of: batches * place.passes)
            let norm = optimiser.advance(batch.gradient, sampleWeight: samples, rate: pass.learningRate)
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
