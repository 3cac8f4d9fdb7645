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
            in rad/s), and what an orientation filter tells from these: attitude (roll, pitch, yaw in rad), gravity (gravity_x …) \
            and user (user_x …, the acceleration without gravity).
            """)
    var inputs = Self.usualInputs
    @Option(
        help: """
            recorded: the sensor sits as it did in the recordings. any: it may sit in any way, another one each time; the network \
            reads acceleration without gravity and rotation in a level frame (--inputs level), which needs all six axes and \
            gravity.
            """)
    var mounting = Mounting.recorded
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
        request.inputs = inputs.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        request.isMountedAnyWay = mounting == .any
        (request.rest, request.units, request.layers, request.dense) = (rest, hidden, layers, dense)
        request.state = state
        request.context = context
        request.length = epochs.map { .passes($0, patience: patience) } ?? steps.map { .cycles(first: $0, most: 1) }
        (request.batch, request.temperature, request.seed) = (batch, temperature, seed)
        (request.learningRate, request.weightDecay, request.dropout) = (learningRate, weightDecay, dropout)
        (request.tellsUnknown, request.counterexamples, request.balancesClasses) = (unknown, counterexamples, balance)
        request.variations = variation.request
        return request
    }

    private var checkedFeatures: [String] {
        get throws {
            if mounting == .recorded { _ = try commaSeparated(inputs, "--inputs") }
            return request.features
        }
    }
    private static let usualInputs = RecordedSession.channelNames.joined(separator: ",")
    /// Whether the network has an LSTM.
    private var hasState: Bool { layers > 0 }

    func check() throws {
        if let temperature, !(0.05...20).contains(temperature) {
            throw ValidationError("--temperature lies between 0.05 and 20; 1 leaves probabilities as they were learned")
        }
        guard mounting == .recorded || inputs == Self.usualInputs else {
            throw ValidationError("--mounting any reads the level frame and nothing else: leave --inputs out")
        }
        let features = try checkedFeatures
        for name in features where !RecordedSession.quantityNames.contains(name) {
            throw ValidationError("--inputs knows \(RecordedSession.quantityNames.joined(separator: ", ")), not “\(name)”")
        }
        guard Set(features).count == features.count, !features.isEmpty else {
            throw ValidationError("--inputs names each feature once")
        }
        let ranges: [(String, Int, ClosedRange<Int>)] = [
            ("--hidden", hidden ?? 1, 1...512), ("--layers", layers, 0...8), ("--dense", dense, 0...1024),
            ("--context", context, 2...1024), ("--epochs", epochs ?? 1, 1...100_000), ("--batch", batch ?? 1, 1...4096),
            ("--patience", patience, 1...100_000), ("--steps", steps ?? 1, 1...10_000_000),
        ]
        for (name, value, range) in ranges where !range.contains(value) {
            throw ValidationError("\(name) lies between \(range.lowerBound) and \(range.upperBound)")
        }
        guard steps == nil || epochs == nil else { throw ValidationError("choose one of --steps and --epochs") }
        let fractions: [(String, Double, ClosedRange<Double>)] = [
            ("--dropout", dropout, 0...0.9), ("--weight-decay", weightDecay, 0...10),
            ("--learning-rate", learningRate ?? 0.001, 0...1000), ("--counterexamples", counterexamples ?? 0, 0...4),
        ]
        for (name, value, range) in fractions + variation.ranges where !range.contains(value) {
            throw ValidationError("\(name) lies between \(range.lowerBound) and \(range.upperBound)")
        }
    }

    /// Refuses what does not go together: what a network without an LSTM cannot do, and counterexamples of what is no stroke.
    func checkState(_ recordings: TrainingDataOptions, _ search: SearchOptions) throws {
        guard recordings.forms != nil || (counterexamples ?? 0) == 0 else {
            throw ValidationError("--counterexamples are made of whole strokes: add --strokes, or leave them out")
        }
        guard !hasState else { return }
        guard recordings.forms == nil else {
            throw ValidationError(
                "--layers 0 tells single samples or short windows apart, and a stroke is a motion: leave one of the two out")
        }
        guard state != .carry else {
            throw ValidationError("--layers 0 is a network without a state, so there is nothing to carry: leave --state out")
        }
        guard search.search == nil else {
            throw ValidationError("--search tries sizes of networks with an LSTM; leave it or --layers 0 out")
        }
    }
}
