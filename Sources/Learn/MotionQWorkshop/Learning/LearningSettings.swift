import Files
import Formatting
import Models
import MotionCore
public import Recordings
public import Training

/// The network's size and how it learns.
public struct LearningSettings: Sendable {
    /// What the network reads, in that order: names of channels (ax, ay, az in g, gx, gy, gz in rad/s, or others), of what an
    /// orientation filter computes of six axes (roll, pitch, yaw, gravity_x …, user_x …, level_ax …), or of groups (`InputGroup`);
    /// nil: all channels that the recordings have in common.
    public var inputs: [String]?
    /// Whether the sensor may sit in any way; the network then reads the group “level” and nothing else.
    public var isMountedAnyWay = false
    /// How people's channels that are no motion are brought to one scale.
    public var normalisation = Normalisation.all
    /// The label that means that nothing happens; nil: the only one called rest, rest_it, idle, nothing or none.
    public var rest: String?
    /// Units of each LSTM layer, 1 … 512; nil: 32, and 64 without a layer.
    public var hidden: Int?
    /// LSTM layers, 0 … 8; without one `hidden` units read a whole window, and nothing before it.
    public var layers = 1
    /// Units of a rectified dense layer in front of the last one, 0 … 1024; 0 for none.
    public var dense = 0
    /// What windows begin with.
    public var state = State.auto
    /// Windows in a row through which a carried state is learned, 2 … 1024.
    public var context = 16
    /// How long learning takes; nil: as long as the next cycle does better on people kept out.
    public var length: TrainingLength?
    /// Windows (or sequences of windows, with a carried state) in a gradient, 1 … 4096; nil: 64, with a carried state 16.
    public var batch: Int?
    /// The temperature by which logits are divided after training, 0.05 … 20; nil: the one that suits people kept out, or 0.85.
    public var temperature: Double?
    /// Seed of weights, order and variations.
    public var seed: UInt64 = 1
    /// Largest learning rate; nil: 0.004, with a carried state 0.008.
    public var learningRate: Double?
    /// Weight decay, 0 … 10.
    public var weightDecay = OptimiserOptions().weightDecay
    /// Fraction of a layer's outputs that is left out, 0 … 0.9.
    public var dropout = TrainingOptions().dropout
    /// Whether the network also tells what is unlike all that it learned.
    public var tellsUnknown = false
    /// Whether the model keeps the motion that it learned from, by which `run`, `classify` and `evaluate` tell that other motion
    /// cannot be of the same unit, mounting or gravity; for a network that reads motion as it comes.
    public var keepsKnownMotion = true
    /// Strokes that are to be taken for no label, for each learned stroke, 0 … 4; nil: 0.5 for strokes with `tellsUnknown`,
    /// otherwise
    /// none.
    public var counterexamples: Double?
    /// Whether every class counts alike, however rare it is.
    public var balancesClasses = false
    /// How windows are varied.
    public var variations = Variations()

    /// How channels that are no motion are brought to one scale. Each is always told from the mean of all people, in their
    /// deviations.
    public enum Normalisation: String, Sendable, CaseIterable {
        /// As they are recorded.
        case all
        /// Normalised by each person's own range first (min–max), which is learned anew for each wearer of the device.
        case person
    }

    /// What windows begin with.
    public enum State: String, Sendable, CaseIterable {
        /// With validation both are learned and the better one is kept; without validation windows begin from zero.
        case auto
        /// Every window begins from zero.
        case reset
        /// Windows go on with the state of the one before in their slot.
        case carry
    }

    /// One LSTM layer over the six channels.
    public init() {}

    /// Names of what the network reads, groups taken apart; nil: what the recordings have.
    var namedFeatures: [String]? {
        if isMountedAnyWay { return InputGroup.members(of: "level") ?? [] }
        return inputs?.map { $0.trimmed }.filter { !$0.isEmpty }.flatMap { InputGroup.members(of: $0) ?? [$0] }
    }
    /// Names of what the network reads.
    ///
    /// - Parameter data: that it learns from.
    public func features(of data: DataSet) -> [String] { namedFeatures ?? data.options.inputs ?? data.channels.names }
    /// Whether an orientation filter is needed for the features.
    public var derives: Bool { namedFeatures?.contains { InputFeature(name: $0).isDerived } ?? false }
    /// Which channels recordings are read with.
    var channels: ChannelChoice {
        guard let names = namedFeatures else { return .all }
        let inputs = names.map { InputFeature(name: $0) }
        guard inputs.recordedChannels == .sixAxes else { return .all }
        return .named(WantedChannels(.sixAxes, needed: inputs.read))
    }
    /// Units of each layer.
    public var unitsOfLayer: Int { hidden ?? (hasState ? TrainingOptions().lstmUnits[0] : Self.usualUnitsWithoutState) }
    /// Units of a hidden layer over single samples, which take a fraction of an LSTM's weights.
    private static let usualUnitsWithoutState = 64
    /// Whether the network has an LSTM.
    public var hasState: Bool { layers > 0 }

    /// The policies that are learned, the first one in any case.
    func policies(_ parts: TrainingParts) throws -> [StatePolicy] {
        let data = parts.training.options
        switch state {
        case .reset: return [.reset]
        case .carry:
            guard data.strokes == nil else {
                throw RequestError(.usage, "a stroke begins and ends; there is nothing to carry: leave \(.state) out")
            }
            guard data.window % data.hop == 0 else {
                throw TrainingError.hopDoesNotDivideWindow(hop: data.hop, window: data.window)
            }
            return [.carry]
        case .auto: return parts.canCarry && hasState ? [.reset, .carry] : [.reset]
        }
    }

    /// - Parameters:
    ///   - people: from whom the network learns.
    ///   - sensors: of motion, on a person.
    ///   - isOfStrokes: whether every window is a whole stroke.
    func options(_ policy: StatePolicy, people: Int, sensors: Int, isOfStrokes: Bool) -> TrainingOptions {
        var options = policy == .carry ? TrainingOptions.carrying(windows: context) : .singleWindows
        options.lstmUnits = [Int](repeating: unitsOfLayer, count: layers)
        options.convolutionUnits = hasState ? nil : unitsOfLayer
        options.denseUnits = dense > 0 ? [dense] : []
        options.length = length ?? options.length
        options.batch = batch ?? options.batch
        options.seed = seed
        options.dropout = dropout
        options.balancesClasses = balancesClasses
        options.counterexamples = counterexamples ?? (tellsUnknown && isOfStrokes ? Self.usualCounterexamples : 0)
        options.optimiser.learningRate = learningRate ?? options.optimiser.learningRate
        options.optimiser.weightDecay = weightDecay
        var usual = usualVariation(people: people, isOfStrokes: isOfStrokes)
        if sensors > 1 { usual.missing = Self.missingOfSeveral }
        if options.counterexamples > 0 { usual.pace = Self.paceBesideCounterexamples }
        options.augmentation = variations.options(startingWith: usual)
        return options
    }

    private static let usualCounterexamples = 0.5
    /// Of two people with three sensors on an arm each, one learned and the other tested, the macro-F1 rose from .71 to .75 on the
    /// average, and with one of the sensors lost from .48 to .70.
    private static let missingOfSeveral = 0.2
    /// With 0.6 fewer new letters are found.
    private static let paceBesideCounterexamples = 1.0

    private func usualVariation(people: Int, isOfStrokes: Bool) -> AugmentationOptions {
        guard hasState else { return .posturesStandingIn(forPeople: people) }
        return isOfStrokes ? .strokesStandingIn(forPeople: people) : .standingIn(forPeople: people)
    }

    /// Every setting in one line, as the model file keeps it.
    ///
    /// - Parameter data: that it learns from.
    func summary(_ policy: StatePolicy, _ options: TrainingOptions, _ data: DataSet) -> String {
        let length =
            switch options.length {
            case .passes(let count, let patience): "epochs \(count); patience \(patience)"
            case .cycles(let first, let most): "cycles \(most), the first of \(first) steps"
            }
        let layers = options.convolutionUnits.map { "convolution \($0)" } ?? "lstm \(options.lstmUnits)"
        return
            "inputs \((inputs ?? features(of: data)).joined(separator: ",")); \(layers); dense \(options.denseUnits); state \(policy.rawValue)"
            + (policy == .carry ? " through \(context) windows" : "") + "; \(length)"
            + "; batch \(options.batch); learning rate \(options.optimiser.learningRate); weight decay \(weightDecay)"
            + (options.counterexamples > 0 ? "; counterexamples \(options.counterexamples)" : "")
            + (normalisation == .person ? "; normalised by person" : "")
            + "; dropout \(dropout); balance \(balancesClasses); \(variations.summary(options.augmentation, data.channels))"
    }
}
