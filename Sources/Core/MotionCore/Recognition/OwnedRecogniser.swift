import CMotionCore

/// A `Recogniser` in memory of its own, for machines that have a heap. Allocates in `init`; nothing else here does.
public final class OwnedRecogniser {
    /// What recognises.
    public var recogniser: Recogniser
    /// The network that it runs.
    public let weights: NetworkWeights
    private let memory: UnsafeMutableRawPointer
    private let features: UnsafeMutablePointer<mq_network_input>
    /// As exported networks hold them.
    private let names: UnsafeMutableBufferPointer<UInt8>
    private let rate: Float?

    /// - Parameters:
    ///   - features: what each input of the network reads; traps on another number than the network has inputs.
    ///   - rate: samples per second that the network was made for; nil: any.
    public init(_ weights: NetworkWeights, features: [NetworkFeature], rate: Float?, decision: DecisionParameters) {
        let inputs = weights.shape.inputs
        precondition(features.count == inputs, "a network needs a feature for each of its inputs")
        let windowBytes = RecogniserMemory.windowBytes(for: weights.network)
        let decisionBytes = EventStream.bytes(labels: weights.shape.labels, parameters: decision)
        // Windows first, which are whole lines; what follows begins on a boundary that is good for anything.
        let decisionStart = roundedToWord(windowBytes)
        let inputStart = decisionStart + roundedToWord(decisionBytes)
        memory = .allocate(byteCount: inputStart + RecogniserMemory.inputBytes(inputs), alignment: 64)
        self.features = .allocate(capacity: inputs)
        for (index, feature) in features.enumerated() {
            (self.features + index).initialize(
                to: mq_network_input(kind: feature.kind, offset: feature.offset, scale: feature.scale))
        }
        // One byte too many is as good as any number of them: no channel has that name.
        let names = features.compactMap { $0.name?.utf8.prefix(ShortText.mostBytes + 1) }.flatMap { [UInt8($0.count)] + $0 }
        self.names = .allocate(capacity: names.count)
        _ = self.names.initialize(fromContentsOf: names)
        self.weights = weights
        self.rate = rate
        recogniser = Recogniser(
            weights.network, decision: decision,
            memory: RecogniserMemory(
                windows: memory, windowBytes: windowBytes, decisions: memory + decisionStart, inputs: memory + inputStart))
    }

    deinit {
        memory.deallocate()
        features.deallocate()
        names.deallocate()
    }

    /// Reads a device's channels from now on, as `Recogniser.bind` does.
    public func bind(_ sensor: SensorDescription) throws(Misfit) {
        let inputs = NetworkInputs(
            features, count: weights.shape.inputs, fractionBits: weights.network.inputFractionBits, rate: rate,
            strokes: weights.network.strokes, names: UnsafePointer(names.baseAddress))
        try recogniser.bind(sensor, to: inputs)
    }
}

/// What one input of a network measures, and how it is normalised: `(x − offset) · scale` of a quantity in g or rad/s, or in the
/// unit of a channel with a name.
public struct NetworkFeature: Sendable, Equatable {
    /// A `ChannelKind` code; a code that no channel has is one that no device measures. 0: the channel with a name.
    public var kind: UInt8
    /// Of the channel; nil: the motion sensor's. Longer than 32 bytes it is no channel's.
    public var name: String?
    /// What is subtracted, in g or rad/s, or in the channel's unit.
    public var offset: Float
    /// What the difference is multiplied by.
    public var scale: Float

    /// Reads the motion sensor.
    public init(kind: UInt8, offset: Float = 0, scale: Float = 1) {
        self.kind = kind
        self.offset = offset
        self.scale = scale
    }

    /// Reads the channel with a name.
    public init(channel name: String, offset: Float = 0, scale: Float = 1) {
        self.init(kind: UInt8(MQ_NAMED_KIND), offset: offset, scale: scale)
        self.name = name
    }
}
