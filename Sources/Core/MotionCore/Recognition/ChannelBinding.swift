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
        var name = network.names
        for input in 0..<network.count {
            let feature = network.features[input]
            let isNamed = feature.kind == UInt8(MQ_NAMED_KIND)
            guard let source = isNamed ? sensor.source(ofNext: &name) : sensor.source(of: feature.kind) else {
                throw .channel(input: input)
            }
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
            let hold = isNamed ? sensor.rate : nil
            (bound + input).initialize(to: BoundInput(normaliser: normaliser, channel: source.channel, holdingAt: hold))
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
        for input in 0..<inputs { values[input] = bound[input].read(counts) }
    }
}

/// Where one input of a network comes from.
public struct BoundInput: Sendable, Equatable {
    /// From the channel's count to the input.
    public let normaliser: ChannelNormaliser
    /// Place of the channel in a sample.
    public var channel: Int { @_noAllocation get { Int(place) } }
    /// Samples for which a value is held where the channel has none; 0: it always has one.
    public var longestHold: Int { @_noAllocation get { Int(longest) } }
    private let place: UInt8
    /// The newest input that was measured.
    private var held: Int16 = 0
    /// Samples since then, no more than `longest`.
    private var age: UInt16
    /// Samples for which a channel with a name keeps its last value where it has none, a second of them; 0: a channel without a
    /// name, which always has one.
    private let longest: UInt16

    /// - Parameter rate: samples per second of a channel with a name; nil: without one.
    init(normaliser: ChannelNormaliser, channel: Int, holdingAt rate: Float?) {
        self.normaliser = normaliser
        place = UInt8(truncatingIfNeeded: channel)
        longest = if let rate { max(1, UInt16(truncatingIfNeeded: Int32(saturating: Double(rate) + 0.5))) } else { 0 }
        // As if all had been missing for long.
        age = longest
    }

    /// The input of a sample. Without a value (PROTOCOL.md §6.14) it is the last one for a second, then 0, which is the usual value
    /// as networks are given theirs.
    @_noAllocation
    mutating func read(_ counts: UnsafePointer<Int16>) -> Int16 {
        let count = counts[channel]
        guard longest > 0 else { return normaliser.input(forCount: count) }
        guard count == ChannelText.noValue else {
            held = normaliser.input(forCount: count)
            age = 0
            return held
        }
        guard age < longest else { return 0 }
        age += 1
        return held
    }
}

/// What a network reads, in the order of its inputs.
public struct NetworkInputs {
    /// `[count]`: what each input measures, and how it is normalised.
    public let features: UnsafePointer<mq_network_input>
    /// Inputs of the network.
    public let count: Int
    /// Of the network's inputs, 0 … 15.
    public let fractionBits: Int
    /// Samples per second that the network was made for; nil: any.
    public let rate: Float?

    /// Of a network that reads whole strokes.
    private let strokes: UnsafePointer<mq_strokes>?
    /// Of the inputs that read channels with names, in their order: a number of bytes, and so many; nil without such inputs.
    let names: UnsafePointer<UInt8>?

    /// - Parameters:
    ///   - features: there for as long as anything that reads them.
    ///   - strokes: of a network that reads whole strokes, and there as long.
    ///   - names: `mq_network.input_names`, and there as long.
    public init(
        _ features: UnsafePointer<mq_network_input>, count: Int, fractionBits: Int, rate: Float?,
        strokes: UnsafePointer<mq_strokes>?, names: UnsafePointer<UInt8>?
    ) {
        self.strokes = strokes
        self.names = names
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

extension SensorDescription {
    /// The channel with the next of a network's names, which lies along the axis that its name says.
    ///
    /// - Parameter names: goes on to the one after it; nil: there is none.
    fileprivate func source(ofNext names: inout UnsafePointer<UInt8>?) -> ChannelSource? {
        guard let name = names else { return nil }
        names = name + 1 + Int(name[0])
        return place(named: name).map { ChannelSource(channel: $0, isReversed: false) }
    }
}
