public import CMotionCore

/// How a device's raw counts become a network's inputs: for each input the channel that it reads, and one integer affine map.
///
/// A plain value over memory of the caller's, which copies share. `mq_channel_binding` is its twin in C; vectors hold both alike.
public struct ChannelBinding {
    /// Inputs of the network.
    public let inputs: Int
    private let bound: UnsafeMutablePointer<BoundInput>

    /// Largest accepted difference between a device's rate and a network's, as a share of the network's.
    public static var rateTolerance: Float { @_noAllocation get { 0.05 } }

    /// Finds the channel of every input.
    ///
    /// - Parameter memory: `bytes(inputs:)` of it, on an 8-byte boundary; it outlives the binding.
    /// - Throws: the first thing that does not fit: the rate, a channel, a scale.
    public init(_ sensor: SensorDescription, to network: NetworkInputs, memory: UnsafeMutableRawPointer) throws(Misfit) {
        guard Self.accepts(sensor.rate, for: network.rate) else { throw .rate }
        inputs = network.count
        bound = memory.assumingMemoryBound(to: BoundInput.self)
        for input in 0..<network.count {
            let feature = network.features[input]
            guard let source = sensor.source(of: feature.kind) else { throw .channel(input: input) }
            let channel = sensor.channels[source.channel]
            let unit = channel.unit.toCanonical * (source.isReversed ? -1 : 1)
            // Strokes are normalised when they are whole.
            let normaliser =
                if let steps = network.strokeSteps(input) {
                    ChannelNormaliser(
                        gain: Double(channel.scale) * unit * steps, bias: Double(channel.offset) * unit * steps)
                } else {
                    ChannelNormaliser(
                        scale: channel.scale, offset: channel.offset, unit: unit, featureOffset: Double(feature.offset),
                        featureScale: Double(feature.scale), fractionBits: network.fractionBits)
                }
            guard let normaliser else { throw .scale(input: input) }
            (bound + input).initialize(to: BoundInput(normaliser: normaliser, channel: source.channel))
        }
    }

    /// Memory that a binding of so many inputs needs.
    public static func bytes(inputs: Int) -> Int { inputs * MemoryLayout<BoundInput>.stride }

    /// Whether a network that was made for a rate may run at a device's; nil: it was made for any.
    public static func accepts(_ rate: Float, for wanted: Float?) -> Bool {
        guard let wanted else { return true }
        return (rate - wanted).magnitude <= wanted * rateTolerance
    }

    /// The channel that an input reads, and its map.
    public subscript(input: Int) -> BoundInput {
        @_noAllocation get { bound[input] }
    }

    /// A sample's network inputs.
    ///
    /// - Parameters:
    ///   - counts: one for each of the device's channels.
    ///   - values: room for as many numbers as the network has inputs.
    @_noAllocation
    public func read(_ counts: UnsafePointer<Int16>, into values: UnsafeMutablePointer<Int16>) {
        for input in 0..<inputs {
            let source = bound + input
            values[input] = source.pointee.normaliser.input(forCount: counts[source.pointee.channel])
        }
    }
}

/// Where one input of a network comes from.
public struct BoundInput: Sendable, Equatable {
    /// From the channel's count to the input.
    public let normaliser: ChannelNormaliser
    /// Place of the channel in a sample.
    public var channel: Int { @_noAllocation get { Int(place) } }
    private let place: UInt8

    init(normaliser: ChannelNormaliser, channel: Int) {
        self.normaliser = normaliser
        place = UInt8(truncatingIfNeeded: channel)
    }
}

/// What a network reads, in the order of its inputs.
public struct NetworkInputs {
    /// `[count]`: what each input measures, and how it is normalised.
    public let features: UnsafePointer<mq_network_input>
    public let count: Int
    /// Of the network's inputs, 0 … 15.
    public let fractionBits: Int
    /// Samples per second that the network was made for; nil: any.
    public let rate: Float?

    /// Of a network that reads whole strokes.
    private let strokes: UnsafePointer<mq_strokes>?

    /// - Parameters:
    ///   - features: there for as long as anything that reads them.
    ///   - strokes: of a network that reads whole strokes, and there as long.
    public init(
        _ features: UnsafePointer<mq_network_input>, count: Int, fractionBits: Int, rate: Float?,
        strokes: UnsafePointer<mq_strokes>?
    ) {
        self.strokes = strokes
        self.features = features
        self.count = count
        self.fractionBits = fractionBits
        self.rate = rate
    }

    /// Steps of a stroke's values in a g or rad/s; nil for a network that reads windows as they come.
    fileprivate func strokeSteps(_ input: Int) -> Double? {
        guard let strokes else { return nil }
        return mq_stroke_input_at(strokes, input).rotates ? Double(MQ_STROKE_RADIANS) : Double(MQ_STROKE_G)
    }
}
