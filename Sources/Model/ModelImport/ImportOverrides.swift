public import Models
public import MotionCore

/// What the caller knows better than the file; nil leaves it to the file.
public struct ImportOverrides: Sendable, Equatable {
    /// Samples of a window, at most; also units and inputs of a layer.
    package static let longestWindow = 4_096

    /// One label per output of the network.
    public var labels: [String]?
    /// Window length in samples; refused where the weights fix another.
    public var window: Int?
    /// Samples between the starts of two windows, 1 to the window's length; a quarter of the window by default.
    public var hop: Int?
    /// Sampling rate in hertz.
    public var rate: Double?
    /// The input features in the order of the weight columns, with their scales.
    public var inputs: [InputFeature]?
    /// The label that means "nothing happens"; by default one that is, or begins with, "rest".
    public var restLabel: String?
    /// What slots do with their state; by default what the file says, else `reset`.
    public var statePolicy: StatePolicy?
    /// Whether a ReLU follows every dense layer but the last, where the file holds weights only (PyTorch).
    public var rectifiesHiddenLayers: Bool
    /// Whether the network learned from Apple's motion data: its pitch turns about x, and its roll about y.
    public var learnedFromApple: Bool

    public init(
        labels: [String]? = nil, window: Int? = nil, hop: Int? = nil, rate: Double? = nil,
        inputs: [InputFeature]? = nil, restLabel: String? = nil, statePolicy: StatePolicy? = nil,
        rectifiesHiddenLayers: Bool = true, learnedFromApple: Bool = false
    ) {
        self.labels = labels
        self.window = window
        self.hop = hop
        self.rate = rate
        self.inputs = inputs
        self.restLabel = restLabel
        self.statePolicy = statePolicy
        self.rectifiesHiddenLayers = rectifiesHiddenLayers
        self.learnedFromApple = learnedFromApple
    }
}
