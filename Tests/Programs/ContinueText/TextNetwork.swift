package import Models
package import MotionCore
import Quantization
package import Training

/// An LSTM that has learned a passage by heart, in float and in Q15. Reads a word a step, one input for each word of the
/// vocabulary; answers the next word, or that there is none.
package struct TextNetwork: Sendable {
    /// The label after the last word.
    package static let end = "<end>"
    package let words: [String]
    package let float: FloatNetwork
    package let quantized: NetworkWeights
    /// What 1 is as an integer input.
    package let one: Int16

    /// Learns to go on from any opening's first two words. Takes seconds. The same on every run on one machine.
    package init(learning passage: Passage, units: Int = 48, options: SequenceTrainingOptions = Self.options) throws {
        let words = passage.vocabulary
        let labels = words + [Self.end]
        self.words = words
        let sequences = passage.openings.map { opening in
            // After the first word alone, several words may follow.
            let targets = (opening.dropFirst() + [Self.end]).enumerated().map { step, word in
                step == 0 ? nil : labels.firstIndex(of: word)
            }
            return SupervisedSequence(inputs: opening.map { word in words.map { $0 == word ? 1 : 0 } }, targets: targets)
        }
        let plan = NetworkPlan(inputs: words.count, lstmUnits: [units], classes: labels.count)
        let trainer = SequenceTrainer(plan, on: sequences, options: options)
        try trainer.run()
        let model = trainer.trainedModel(inputs: words, labels: labels)
        let network = model.network
        var ranges = ActivationRanges(unseen: network)
        for sequence in sequences {
            var state = FloatState(zeroFor: network)
            for input in sequence.inputs { ranges.observe(window: input.map(Double.init), of: network, state: &state) }
        }
        let integers = try Quantizer.quantize(network, ranges: ranges)
        float = network
        quantized = try NetworkWeights(
            integers, schedule: model.description.schedule, statePolicy: model.description.statePolicy)
        one = 1 << integers.inputFractionBits
    }

    /// Enough to know the poem by heart.
    package static var options: SequenceTrainingOptions {
        var options = SequenceTrainingOptions()
        options.steps = 200
        options.optimiser.learningRate = 0.02
        options.optimiser.averaging = 0.9
        return options
    }
}
