import ArgumentParser
import MotionQWorkshop
import Recordings
import Training

/// The network's size and how it is trained.
struct TrainingSettings: ParsableArguments {
    @Option(
        help:
            """
            Channels to read, by name or group (acceleration, gravity …), separated by commas. Default: all in common.
            """)
    var inputs: String?
    @Option(help: "any: the sensor may sit in any way; needs six axes.") var mounting = Mounting.recorded
    @Option(
        help: .rare("person: channels that are no motion, min–max by each person's range (docs/CHANNELS.md)."))
    var normalise = LearningSettings.Normalisation.all
    @Option(
        help: .rare(
            """
            The label that means that nothing happens. Default: the only one called rest, rest_it, idle, nothing or none.
            """))
    var rest: String?
    @Option(help: "Units of a layer. Default: 32; 64 with --layers 0.") var hidden: Int?
    @Option(help: "LSTM layers; 0: no LSTM, single samples.") var layers = 1
    @Option(help: .rare("Units of a rectified dense layer in front of the last one; 0 for none.")) var dense = 0
    @Option(
        help: .rare(
            """
            reset: every window starts from zero; carry: from its slot's last state; auto: the better one on validation \
            subjects, else reset.
            """))
    var state = LearningSettings.State.auto
    @Option(help: .rare("Windows in a row through which the state is carried in training.")) var context = 16
    @Option(help: .rare("Steps of the optimiser. Default: 3000, doubled up to 24000 while that helps people kept out.")) var steps:
        Int?
    @Option(help: "Passes over the data. Default: as long as it helps.") var epochs: Int?
    @Option(help: .rare("With --epochs: passes without improvement on the validation subjects after which training ends."))
    var patience = 15
    @Option(help: .rare("Windows (carry: sequences of windows) in a gradient. Default: 64, carry 16.")) var batch: Int?
    @Option(
        help: .rare(
            """
            Number by which the logits are divided after training; 1 leaves them. Default: what suits people kept out, or \
            0.85.
            """))
    var temperature: Double?
    @Option(help: "Seed of weights, order and variations.") var seed: UInt64 = 1
    @Option(help: .rare("Largest learning rate. Default: 0.004, carry 0.008.")) var learningRate: Double?
    @Option(help: .rare("Weight decay.")) var weightDecay = LearningSettings().weightDecay
    @Option(help: .rare("Fraction of a layer's outputs that is left out.")) var dropout = LearningSettings().dropout
    @Flag(help: "Also learn to tell what is unlike all labels: unknown.") var unknown = false
    @Flag(
        inversion: .prefixedNo,
        help: .rare("Keep in the model what its motion was like (up to 15 kB), so that other motion is noticed.")) var knownMotion =
        true
    @Option(
        help: .rare(
            """
            For each stroke so many that are to be taken for no label. Default: 0.5 for strokes with --unknown, else 0.
            """))
    var counterexamples: Double?
    @Flag(help: .rare("Make every class count alike, however rare it is.")) var balance = false
    @OptionGroup var variation: VariationSettings

    enum Mounting: String, ExpressibleByArgument, CaseIterable { case recorded, any }

    /// What is asked for; what `check` refuses is not looked at again.
    var request: LearningSettings {
        var request = LearningSettings()
        // As they were written: the model file says so.
        request.inputs = inputs?.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        request.isMountedAnyWay = mounting == .any
        (request.rest, request.hidden, request.layers, request.dense) = (rest, hidden, layers, dense)
        (request.state, request.normalisation) = (state, normalise)
        request.context = context
        request.length = epochs.map { .passes($0, patience: patience) } ?? steps.map { .cycles(first: $0, most: 1) }
        (request.batch, request.temperature, request.seed) = (batch, temperature, seed)
        (request.learningRate, request.weightDecay, request.dropout) = (learningRate, weightDecay, dropout)
        (request.tellsUnknown, request.counterexamples, request.balancesClasses) = (unknown, counterexamples, balance)
        request.keepsKnownMotion = knownMotion
        request.variations = variation.request
        return request
    }

    /// What only an option can say: the rest is the request's to refuse.
    func check() throws {
        if mounting == .recorded, let inputs { _ = try commaSeparated(inputs, "--inputs") }
        guard steps == nil || epochs == nil else { throw ValidationError("choose one of --steps and --epochs") }
        // Also without --epochs, where it counts for nothing.
        try refusing(TrainingLength.passes(epochs ?? 1, patience: patience).check)
    }
}
