public import LSTMEngine
public import ReferenceModel

/// A model as its file holds it: the float network, the same network in Q15, and where both came from. At least one is there.
public struct Model: Sendable, Equatable {
    public var description: ModelDescription
    /// For the oracle, for evaluation and for quantising anew.
    public var float: FloatNetwork?
    /// What runs.
    public var quantized: QuantizedNetwork?
    /// Free text about the origin, by key: source, command, calibration …
    public var provenance: [String: String]

    public init(float: FloatNetwork, quantized: QuantizedNetwork?, provenance: [String: String]) {
        description = ModelDescription(float)
        self.float = float
        self.quantized = quantized
        self.provenance = provenance
    }

    init(
        description: ModelDescription, float: FloatNetwork?, quantized: QuantizedNetwork?, provenance: [String: String]
    ) {
        self.description = description
        self.float = float
        self.quantized = quantized
        self.provenance = provenance
    }
}

/// What a program must know of a model besides its weights.
public struct ModelDescription: Sendable, Equatable {
    /// One per class, in the order of the probabilities.
    public var labels: [String]
    /// The label that means "nothing happens".
    public var restLabel: String?
    /// Window length and hop in samples.
    public var window: Int
    public var hop: Int
    public var statePolicy: StatePolicy
    /// Hertz; nil if the source did not say.
    public var rate: Double?
    /// Features in the order of the network's inputs.
    public var inputs: [InputFeature]

    public init(_ network: FloatNetwork) {
        labels = network.labels
        restLabel = network.restLabel
        window = network.window
        hop = network.hop
        statePolicy = network.statePolicy
        rate = network.rate
        inputs = network.inputs
    }

    init(
        labels: [String], restLabel: String?, window: Int, hop: Int, statePolicy: StatePolicy, rate: Double?,
        inputs: [InputFeature]
    ) {
        self.labels = labels
        self.restLabel = restLabel
        self.window = window
        self.hop = hop
        self.statePolicy = statePolicy
        self.rate = rate
        self.inputs = inputs
    }
}

/// The non-integer facts about layers that both networks share, as the metadata's `layers` holds them.
struct LayerPlan: Codable, Equatable {
    var convolution: Int?
    var lstm: [Int]
    var dense: [DensePlan]

    struct DensePlan: Codable, Equatable {
        var units: Int
        var rectified: Bool
    }
}
