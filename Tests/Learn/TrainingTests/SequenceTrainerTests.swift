import Models
import Testing
import Training

/// Sequences whose first step says what is to be answered after the last.
@Suite("A trainer of sequences")
struct SequenceTrainerTests {
    private static let plan = NetworkPlan(inputs: 3, lstmUnits: [8], classes: 2)

    private static func sequence(_ answer: Int, length: Int) -> SupervisedSequence {
        var inputs = [[Float]](repeating: [0, 0, 1], count: length)
        inputs[0] = answer == 0 ? [1, 0, 0] : [0, 1, 0]
        return SupervisedSequence(inputs: inputs, targets: [Int?](repeating: nil, count: length - 1) + [answer])
    }

    private static func train(_ sequences: [SupervisedSequence], steps: Int) throws -> (network: FloatNetwork, losses: [Double]) {
        var options = SequenceTrainingOptions()
        options.steps = steps
        options.optimiser.learningRate = 0.03
        options.optimiser.averaging = 0.9
        let trainer = SequenceTrainer(plan, on: sequences, options: options)
        let losses = try trainer.run()
        return (trainer.trainedModel(inputs: ["zero", "one", "wait"], labels: ["zero", "one"]).network, losses)
    }

    @Test("makes a network remember until the end what only the first step said", arguments: [0, 1])
    func remembers(_ answer: Int) throws {
        let network = try Self.train([Self.sequence(0, length: 12), Self.sequence(1, length: 9)], steps: 100).network
        var state = FloatState(zeroFor: network)
        var probabilities: [Double] = []
        for input in Self.sequence(answer, length: 10).inputs {
            probabilities = network.predict(window: input.map(Double.init), state: &state)
        }
        #expect(probabilities[answer] > 0.95)
    }

    @Test("begins with the loss of not knowing")
    func firstLoss() throws {
        let losses = try Self.train([Self.sequence(0, length: 5), Self.sequence(1, length: 5)], steps: 1).losses
        #expect(abs(losses[0] - 0.693) < 0.1)
    }

    @Test("gives the same weights for the same seed, bit for bit")
    func deterministic() throws {
        let sequences = (0..<40).map { Self.sequence($0 % 2, length: 3 + $0 % 5) }
        #expect(try Self.train(sequences, steps: 5).network == Self.train(sequences, steps: 5).network)
    }

    @Test("learns nothing from steps after the last target")
    func unasked() throws {
        let short = Self.sequence(1, length: 5)
        var long = short
        long.inputs += [[1, -1, 0.5], [2, 2, 2]]
        long.targets += [nil, nil]
        #expect(try Self.train([short], steps: 5).network == Self.train([long], steps: 5).network)
    }

    @Test("says in which step the loss became no number")
    func divergence() {
        var sequence = Self.sequence(1, length: 2)
        sequence.inputs[1][0] = .nan
        #expect(throws: TrainingError.diverged(epoch: 1, learningRate: 0.03)) { try Self.train([sequence], steps: 5) }
    }
}
