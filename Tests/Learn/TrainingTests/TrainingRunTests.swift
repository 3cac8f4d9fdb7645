import Models
import Recordings
import Testing
import Training

/// How training begins, goes on and ends.
@Suite("A trainer's run")
struct TrainingRunTests {
    private static var options: TrainingOptions {
        var options = TrainingOptions.singleWindows
        options.lstmUnits = [6]
        options.length = .passes(6)
        options.batch = 50
        options.optimiser.averaging = 0.9
        return options
    }

    private static let classes = ["slow", "fast"]

    private static func trainer(_ options: TrainingOptions, validated: Bool = true) throws -> Trainer {
        try Trainer(
            training: dataSet(waves(people: 0..<4), kept: classes),
            validation: validated ? dataSet(waves(people: 6..<8), kept: classes) : nil, features: ["ax", "gy"], options: options)
    }

    private static func model(_ options: TrainingOptions, usesOneCore: Bool = false) throws -> FloatModel {
        let trainer = try trainer(options)
        trainer.usesOneCore = usesOneCore
        _ = try trainer.run()
        return trainer.trainedModel(restLabel: nil, rate: 25)
    }

    private static var carrying: TrainingOptions {
        var options = options
        options.sequence = SequencePlan(windows: 3)
        return options
    }

    @Test("gives the same weights for the same seed, bit for bit", arguments: [options, carrying])
    func sameSeed(_ options: TrainingOptions) throws {
        #expect(try Self.model(options) == Self.model(options))
    }

    @Test("gives the same weights with any number of cores, bit for bit", arguments: [options, carrying])
    func cores(_ options: TrainingOptions) throws {
        #expect(try Self.model(options) == Self.model(options, usesOneCore: true))
    }

    @Test("gives other weights for another seed")
    func otherSeed() throws {
        var other = Self.options
        other.seed = 2
        #expect(try Self.model(Self.options) != Self.model(other))
    }

    @Test("reports every epoch, and keeps the best by validation")
    func best() throws {
        let trainer = try Self.trainer(Self.options)
        var reported: [EpochReport] = []
        let result = try trainer.run(report: { reported.append($0) })
        let losses = result.history.compactMap(\.validation?.loss)
        #expect(result.end == .completed && reported == result.history && losses.count == 6)
        #expect(losses.min() == losses[result.bestEpoch - 1])
    }

    @Test("stops when validation no longer improves, and keeps the best epoch's weights")
    func earlyStopping() throws {
        var options = Self.options
        options.length = .passes(400, patience: 4)
        options.optimiser.learningRate = 0.05
        // Validated with the labels turned round: what is learned makes it worse.
        let turned = waves(people: 6..<8).map { session in
            var session = session
            session.labels = session.labels.map { $0 == "slow" ? "fast" : "slow" }
            return session
        }
        let validation = try dataSet(turned, kept: Self.classes)
        let trainer = try Trainer(
            training: dataSet(waves(people: 0..<4), kept: Self.classes), validation: validation, features: ["ax", "gy"],
            options: options)
        let result = try trainer.run()
        #expect(result.end == .stoppedEarly && result.history.count == result.bestEpoch + 4)
        #expect(trainer.score(validation).loss == result.history[result.bestEpoch - 1].validation?.loss)
    }

    @Test("that is interrupted keeps the best epoch so far")
    func interruption() throws {
        let trainer = try Self.trainer(Self.options)
        var epochs = 0
        let result = try trainer.run(isStopped: { epochs == 3 }, report: { _ in epochs += 1 })
        #expect(result.end == .interrupted && result.history.count == 3 && result.bestEpoch > 0)
        let loss = trainer.score(try dataSet(waves(people: 6..<8), kept: Self.classes)).loss
        #expect(loss == result.history[result.bestEpoch - 1].validation?.loss)
    }

    @Test("that is interrupted in its first epoch keeps what it has learned so far")
    func earlyInterruption() throws {
        let trainer = try Self.trainer(Self.options)
        let before = trainer.trainedModel(restLabel: nil, rate: nil)
        var batches = 0
        let result = try trainer.run(isStopped: {
            batches += 1
            return batches > 2
        })
        #expect(result.end == .interrupted && result.bestEpoch == 0 && trainer.steps == 2)
        #expect(trainer.trainedModel(restLabel: nil, rate: nil) != before)
    }

    @Test("that is interrupted at once has gone no step")
    func nothingLearned() throws {
        let trainer = try Self.trainer(Self.options)
        #expect(try trainer.run(isStopped: { true }).end == .interrupted && trainer.steps == 0)
    }

    @Test("says that it diverged, with epoch and learning rate", arguments: [true, false])
    func divergence(_ validated: Bool) throws {
        var options = Self.options
        options.optimiser.learningRate = 1000
        options.optimiser.weightDecay = 10
        let trainer = try Self.trainer(options, validated: validated)
        #expect {
            try trainer.run()
        } throws: { error in
            if case .diverged(1..., learningRate: 1000) = error as? TrainingError { true } else { false }
        }
    }

    /// The weights leave the finite numbers in the very last step, after which no gradient is looked at any more.
    @Test("never ends with weights that are no finite numbers", arguments: 1...14)
    func finiteWeights(_ epochs: Int) throws {
        var options = Self.options
        options.length = .passes(epochs)
        options.batch = 4096
        options.optimiser.warmUp = 0
        options.optimiser.learningRate = 1000
        options.optimiser.weightDecay = 10
        let trainer = try Self.trainer(options, validated: false)
        do {
            _ = try trainer.run()
        } catch {
            guard case .diverged(1..., learningRate: 1000) = error else { throw error }
            return
        }
        let network = trainer.trainedModel(restLabel: nil, rate: nil).network
        #expect(network.dense[0].weights.values.allSatisfy(\.isFinite) && network.dense[0].bias.allSatisfy(\.isFinite))
    }

    @Test("makes the last batch of an epoch of what is left over", arguments: [1, 7, 1000])
    func partialBatches(_ batch: Int) throws {
        var options = Self.options
        options.batch = batch
        options.length = .passes(1)
        let trainer = try Self.trainer(options)
        _ = try trainer.run()
        let windows = try dataSet(waves(people: 0..<4), kept: Self.classes).windows.count
        #expect(trainer.steps == (windows + batch - 1) / batch)
    }
}
