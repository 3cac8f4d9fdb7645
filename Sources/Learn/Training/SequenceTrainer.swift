public import Models
import MotionCore

/// Trains a stacked LSTM with dense layers on sequences of any kind: a target after every step, the state carried on.
///
///     let trainer = SequenceTrainer(NetworkPlan(inputs: 70, lstmUnits: [48], classes: 71), on: sequences, options: options)
///     try trainer.run()
///     let model = trainer.trainedModel(inputs: words, labels: words + ["<end>"])
///
/// Every step of the optimiser takes all sequences: for sets as small as a poem. `Trainer` is for recorded motion.
///
/// Sequences, options and a seed give the same weights each time, bit for bit, on the same machine, with any number of cores.
public final class SequenceTrainer {
    private let plan: NetworkPlan
    private let sequences: [SupervisedSequence]
    private let options: SequenceTrainingOptions
    private let network: TrainableNetwork
    private let optimiser: Adam
    private let batch: GradientBatch
    private let steps: Int

    /// Traps on a sequence that does not fit the plan, or a plan without an LSTM. Sequences may differ in length.
    public init(_ plan: NetworkPlan, on sequences: [SupervisedSequence], options: SequenceTrainingOptions) {
        precondition(!plan.lstmUnits.isEmpty, "a state that is carried on needs LSTM layers")
        precondition(!sequences.isEmpty, "there must be a sequence to learn from")
        for sequence in sequences { sequence.requireFit(to: plan) }
        self.plan = plan
        self.sequences = sequences
        self.options = options
        steps = sequences.map(\.targets.count).max() ?? 1
        network = TrainableNetwork(plan, seed: options.seed)
        optimiser = Adam(network, options: options.optimiser, kernels: .best)
        batch = GradientBatch(
            network.layout, sequences: sequences.count, steps: steps, supervisedSteps: Array(0..<steps), kernels: .best)
    }

    /// Takes all steps.
    ///
    /// - Returns: mean cross-entropy in nats over all targets before each step, `options.steps` numbers.
    /// - Throws: `TrainingError.diverged`, with the step for the epoch.
    @discardableResult
    public func run() throws(TrainingError) -> [Double] {
        var losses: [Double] = []
        for step in 0..<options.steps {
            let score = batch.differentiate(network.parameters, sequences: sequences.count, smoothing: 0, load: load)
            let rate = options.optimiser.learningRate(step: step, of: options.steps)
            let norm = optimiser.advance(batch.gradient, sampleWeight: score.sampleWeight, rate: rate)
            guard score.loss.isFinite, norm.isFinite else {
                throw .diverged(epoch: step + 1, learningRate: options.optimiser.learningRate)
            }
            losses.append(score.meanLoss)
        }
        return losses
    }

    /// The average of the weights so far, as a model whose windows are single steps and whose state is carried.
    ///
    /// Traps if there are not as many names as the plan has inputs and classes.
    public func trainedModel(inputs: [String], labels: [String]) -> FloatModel {
        precondition(inputs.count == plan.inputs && labels.count == plan.classes, "every input and every class has a name")
        let description = ModelDescription(
            labels: labels, restLabel: nil, schedule: WindowSchedule(length: 1, hop: 1), statePolicy: .carry, rate: nil,
            inputs: inputs.map { InputFeature(name: $0) })
        return FloatModel(description, network.floatNetwork(of: optimiser.average))
    }

    /// After the end of a short sequence there are no targets; what a lane's inputs hold there does not matter.
    private func load(_ position: Int, into group: SequenceGroup, lane: Int) {
        let sequence = sequences[position]
        for step in 0..<steps {
            let target = step < sequence.targets.count ? sequence.targets[step] : nil
            group.setTarget(target, sampleWeight: 1, position: step, lane: lane)
            guard step < sequence.inputs.count else { continue }
            for (feature, value) in sequence.inputs[step].enumerated() {
                group.setInput(value, step: step, feature: feature, lane: lane)
            }
        }
    }
}
