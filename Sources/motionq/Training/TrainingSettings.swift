import ArgumentParser
import MotionQWorkshop
import Recordings
import Training

/// The network's size and how it is trained.
struct TrainingSettings: ParsableArguments {
    @Option(
        name: [.customLong("inputs"), .customLong("features")],
        help: """
            What the network reads, in that order, separated by commas: acceleration (ax, ay, az in g) and rotation (gx, gy, gz \
            in rad/s), what an orientation filter tells from these: attitude (roll, pitch, yaw in rad), gravity (gravity_x …) \
            and user (user_x …, the acceleration without gravity), and other columns by their names. Default: all channels that \
            the recordings have in common.
            """)
    var inputs: String?
    @Option(
        help: """
            recorded: the sensor sits as it did in the recordings. any: it may sit in any way, another one each time; the network \
            reads acceleration without gravity and rotation in a level frame (--inputs level), which needs all six axes and \
            gravity.
            """)
    var mounting = Mounting.recorded
    @Option(
        help: """
            all: channels that are no motion as they are recorded. person: each as a share of its person's own range, which run \
            learns of the wearer in its first seconds.
            """)
    var normalise = LearningSettings.Normalisation.all
    @Option(help: "The label that means that nothing happens. Default: the only one called rest, rest_it, idle, nothing or none.")
    var rest: String?
    @Option(help: "Units of each LSTM layer. Default: 32; 64 with --layers 0.") var hidden: Int?
    @Option(help: "LSTM layers; 0: --hidden units read a single sample, or a whole --window, and nothing before it.") var layers = 1
    @Option(help: "Units of a rectified dense layer in front of the last one; 0 for none.") var dense = 0
    @Option(
        help: """
            reset: every window starts from zero; carry: it goes on with the state of the last one of its slot; auto: with \
            validation subjects both are trained and the better one is kept, without them reset.
            """)
    var state = LearningSettings.State.auto
    @Option(help: "Windows in a row through which the state is carried in training.") var context = 16
    @Option(
        help: """
            Steps of the optimiser, along one cosine. Default: cycles of 3000, 6000, 12000 and 24000, as long as the next one \
            does better on people kept out.
            """)
    var steps: Int?
    @Option(help: "Passes over the windows instead of steps.") var epochs: Int?
    @Option(help: "With --epochs: passes without improvement on the validation subjects after which training ends.")
    var patience = 15
    @Option(help: "Windows (carry: sequences of windows) in a gradient. Default: 64, carry 16.") var batch: Int?
    @Option(
        help: """
            By what the logits are divided after training, so that probabilities mean what they say; 1 leaves them. Default: what \
            suits the people best who are kept out, or 0.85.
            """)
    var temperature: Double?
    @Option(help: "Seed of weights, order and variations.") var seed: UInt64 = 1
    @Option(help: "Largest learning rate. Default: 0.004, carry 0.008.") var learningRate: Double?
    @Option(help: "Weight decay.") var weightDecay = LearningSettings().weightDecay
    @Option(help: "Fraction of a layer's outputs that is left out.") var dropout = LearningSettings().dropout
    @Flag(
        help: """
            Also learn to tell what is unlike all of this: a gesture that is far from every learned one is "unknown" and counts \
            as rest. How far is judged by people kept out of training; three people or more, or --validate-subjects, make it \
            worth something. Strokes are judged by counterexamples.
            """)
    var unknown = false
    @Flag(
        inversion: .prefixedNo,
        help: """
            Keep in the model what its motion was like, up to 15 kB, so that run, classify and evaluate say when other motion cannot be \
            of the same unit, mounting or gravity.
            """)
    var knownMotion = true
    @Option(
        help: """
            For each stroke so many that nobody means, halves of two joined, backwards or in a mirror, which are to be taken for no \
            label more than for any other. Default: 0.5 for strokes with --unknown, else 0.
            """)
    var counterexamples: Double?
    @Flag(help: "Make every class count alike, however rare it is.") var balance = false
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
