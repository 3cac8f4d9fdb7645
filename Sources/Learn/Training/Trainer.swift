public import Models
import MotionCore
public import Recordings

/// Trains a stacked LSTM, or a convolution over the whole window, with dense layers on labelled windows.
///
///     let trainer = try Trainer(training: set, validation: other, features: ["ax", "ay", "az", "gx", "gy", "gz"], options:
///     options) let result = try trainer.run(report: { print($0.epoch, $0.validation?.accuracy ?? 0) })
///
/// Batches are split into groups of sixteen sequences that run on all cores; each group's gradient is summed in a fixed order, so
/// that the same data, options and seed give the same weights, bit for bit, on the same machine, with any number of cores.
public final class Trainer {
    let options: TrainingOptions
    let features: [String]
    let data: DataSet
    let statistics: ChannelStatistics
    let kernels: TrainingKernels
    let network: TrainableNetwork
    let optimiser: Adam
    let training: SequenceLoader
    let validation: SequenceLoader?
    let batch: GradientBatch
    /// The best weights so far.
    let best: FloatVector

    /// - Parameters:
    ///   - training: the windows to learn from.
    ///   - validation: windows of other people, with the same classes, that decide when to stop and which weights to keep; without
    ///     them the last weights are kept.
    ///   - features: names of recorded channels, in the order in which the network shall read them.
    public convenience init(
        training: DataSet, validation: DataSet?, features: [String], options: TrainingOptions
    ) throws(TrainingError) {
        try self.init(training: training, validation: validation, features: features, options: options, kernels: .best)
    }

    init(
        training data: DataSet, validation other: DataSet?, features: [String], options: TrainingOptions, kernels: TrainingKernels
    ) throws(TrainingError) {
        self.options = options
        self.features = features
        self.data = data
        self.kernels = kernels
        let channels = try Self.channels(features, data, options)
        precondition(options.batch > 0, "a gradient is made from at least one sequence")
        if let other { data.requireLikeness(of: other) }
        let set = TrainingSet(data, plan: options.sequence, counterexamples: Self.counterexamples(data, options))
        try Self.requireSequences(set)
        let statistics = ChannelStatistics(data)
        self.statistics = statistics
        let classWeights = Self.classWeights(of: set, classes: data.classes.count, balanced: options.balancesClasses)
        training = SequenceLoader(
            set, statistics: statistics, channels: channels, classWeights: classWeights, augmentation: options.augmentation)
        validation = other.map { other in
            SequenceLoader(
                TrainingSet(other, plan: options.sequence), statistics: statistics, channels: channels, classWeights: classWeights,
                augmentation: .none)
        }
        network = TrainableNetwork(Self.plan(for: data, inputs: features.count, options), seed: options.seed)
        optimiser = Adam(network, options: options.optimiser, kernels: kernels)
        batch = GradientBatch(
            network.layout, sequences: options.batch, steps: set.steps, supervisedSteps: set.supervisedSteps, kernels: kernels)
        best = FloatVector(count: network.layout.count)
        best.copy(from: network.parameters)
    }

    /// Finds out whether a network can learn from this, without a network.
    ///
    /// - Throws: what `init` would throw.
    public static func check(_ data: DataSet, features: [String], options: TrainingOptions) throws(TrainingError) {
        _ = try channels(features, data, options)
        try requireSequences(TrainingSet(data, plan: options.sequence, counterexamples: []))
    }

    private static func requireSequences(_ set: TrainingSet) throws(TrainingError) {
        guard !set.sequences.isEmpty, !set.data.windows.isEmpty else { throw .noSequences(window: set.data.options.window) }
    }

    /// The channels that the features are, of data that a network can learn from.
    private static func channels(
        _ features: [String], _ data: DataSet, _ options: TrainingOptions
    ) throws(TrainingError) -> [Int] {
        var channels: [Int] = []
        let known = data.channels.quantityNames
        for name in features {
            guard let channel = known.firstIndex(of: name) else { throw .missingFeature(name: name, known: known) }
            channels.append(channel)
        }
        let (window, hop) = (data.options.window, data.options.hop)
        guard options.sequence.windows == 1 || window % hop == 0 else { throw .hopDoesNotDivideWindow(hop: hop, window: window) }
        guard data.classes.count <= TrainingSet.mostClasses else {
            throw .tooManyClasses(count: data.classes.count, most: TrainingSet.mostClasses)
        }
        return channels
    }

    private static func counterexamples(_ data: DataSet, _ options: TrainingOptions) -> [RecordedSession] {
        options.counterexamples > 0 ? data.enoughCounterexamples(seed: options.seed, draw: 0) : []
    }

    private static func plan(for data: DataSet, inputs: Int, _ options: TrainingOptions) -> NetworkPlan {
        guard let units = options.convolutionUnits else {
            return NetworkPlan(
                inputs: inputs, lstmUnits: options.lstmUnits, denseUnits: options.denseUnits, classes: data.classes.count)
        }
        precondition(options.lstmUnits.isEmpty, "a network is trained with LSTM layers or with a convolution")
        precondition(options.sequence.windows == 1, "without an LSTM there is no state to carry")
        return NetworkPlan(
            inputs: inputs, convolution: NetworkPlan.Convolution(window: data.options.window, units: units),
            denseUnits: options.denseUnits, classes: data.classes.count)
    }

    /// The sizes of the network.
    public var plan: NetworkPlan { network.layout.plan }
    /// Counterexamples that passes take from; fewer come out where what is made of strokes is like a recorded one.
    public var counterexampleCount: Int { training.set.counterexamples.count }
    /// Weights and biases that are learned.
    public var parameterCount: Int { network.layout.parameterCount }
    /// Steps that the optimiser has taken; 0 before `run`, and after a `run` that was stopped at once.
    public var steps: Int { optimiser.step }
    /// Whether one core does everything, which changes no bit of the result.
    package var usesOneCore: Bool {
        get { batch.usesOneCore }
        set { batch.usesOneCore = newValue }
    }
    /// The vector unit in use: `avx512`, `avx2` or `plain`.
    public var kernelName: String { kernels.name }

    /// 1 for each class, or weights with a mean of 1 that make all classes count alike.
    private static func classWeights(of set: TrainingSet, classes: Int, balanced: Bool) -> [Float] {
        guard balanced else { return [Float](repeating: 1, count: classes) }
        var counts = [Int](repeating: 0, count: classes)
        for window in set.data.windows { counts[window.label] += 1 }
        let present = counts.count { $0 > 0 }
        return counts.map { $0 > 0 ? Float(set.data.windows.count) / Float(present * $0) : 1 }
    }

    /// Mean cross-entropy and accuracy of the best weights so far on other data with the same classes, in single precision.
    public func score(_ other: DataSet) -> Validation {
        data.requireLikeness(of: other)
        let loader = SequenceLoader(
            TrainingSet(other, plan: options.sequence), statistics: statistics, channels: training.channels,
            classWeights: training.classWeights, augmentation: .none)
        return Validation(evaluate(loader, best), classes: data.classes.count)
    }

    /// The best weights so far, described as the data and options have it.
    ///
    /// - Parameters:
    ///   - restLabel: the class that means "nothing happens", if there is one.
    ///   - rate: of the data, in hertz.
    ///   - temperature: by what logits are divided (`temperature(on:)`): the last layer's weights and biases are.
    public func trainedModel(restLabel: String?, rate: Double?, temperature: Double = 1) -> FloatModel {
        let description = ModelDescription(
            labels: data.classes, restLabel: restLabel,
            schedule: WindowSchedule(length: data.options.window, hop: data.options.hop),
            statePolicy: options.sequence.windows > 1 ? .carry : .reset, rate: rate,
            inputs: features.enumerated().map { index, name in
                let channel = training.channels[index]
                return InputFeature(
                    name: name, offset: statistics.mean[channel], scale: 1 / statistics.deviation[channel],
                    usual: data.options.usual[name])
            },
            strokes: data.options.strokes, cut: data.strokeCut(reading: features))
        let calibrated = FloatVector(count: best.count)
        copy(best, to: calibrated, dividingLogitsBy: Float(temperature))
        return FloatModel(description, network.floatNetwork(of: calibrated))
    }
}

extension DataSet {
    /// Traps unless a network that learns from this can be examined on the other: memory is laid out for this one's windows.
    fileprivate func requireLikeness(of other: DataSet) {
        precondition(
            other.options.window == options.window && other.options.hop == options.hop
                && other.options.strokes == options.strokes && other.classes == classes && other.channels == channels,
            "both data sets have the same window, hop, form of strokes, classes and channels")
        precondition(!other.windows.isEmpty, "there are windows to examine a network on")
    }
}
