/// What a device's motion sensor measures: its channels in the order in which a sample holds them, how it is mounted, and how often
/// it samples.
public struct SensorDescription: Sendable {
    /// Nominal samples per second.
    public var rate: Float
    /// Channels of a sample, at most `mostChannels`.
    public private(set) var channelCount = 0
    /// The first `channelCount` are there.
    public private(set) var channels: Channels
    /// Board axis of the sensor's x, y and z: ±1, ±2, ±3.
    public var axes: InlineArray<3, Int8> = [1, 2, 3]

    /// Room for all channels that a device may have.
    public typealias Channels = ChannelText.Channels

    /// Most channels of a sample.
    @inlinable
    public static var mostChannels: Int { @_noAllocation get { Channels.count } }

    /// Most samples per second.
    @inlinable
    public static var mostRate: Float { @_noAllocation get { 10_000 } }

    /// No channel yet.
    @_noAllocation
    public init(rate: Float) {
        self.rate = rate
        channels = InlineArray(repeating: ChannelDescription(kind: 0, unit: .g, scale: 1, offset: 0, fullScale: 0))
    }

    /// Appends a channel. Traps beyond `mostChannels`.
    @_noAllocation
    public mutating func addChannel(_ channel: ChannelDescription) {
        let room = channelCount < Self.mostChannels
        precondition(room, "a device announces at most 32 channels")
        channels[channelCount] = channel
        channelCount += 1
    }
}

extension SensorDescription {
    /// Whether samples mean the same: channels, rate and axes are those of the other, bit for bit.
    @_noAllocation
    public func isSame(as other: SensorDescription) -> Bool {
        guard rate == other.rate, channelCount == other.channelCount else { return false }
        for axis in 0..<3 where axes[axis] != other.axes[axis] { return false }
        for index in 0..<channelCount where !channels[index].isSame(as: other.channels[index]) { return false }
        return true
    }

    /// Whether only CHANNELS can tell what is measured (PROTOCOL.md §6.14): a channel has a name, or there are more than HELLO has
    /// room for.
    public var needsText: Bool {
        @_noAllocation get {
            if channelCount > Self.mostChannelsInHello { return true }
            for index in 0..<channelCount where !channels[index].text.isEmpty { return true }
            return false
        }
    }

    /// Channels that HELLO itself describes.
    @inlinable
    public static var mostChannelsInHello: Int { @_noAllocation get { 9 } }

    /// Changes a channel that is there.
    @_noAllocation
    public mutating func replaceChannel(_ place: Int, by channel: ChannelDescription) { channels[place] = channel }

    /// Place of the channel with a name; nil if there is none, or more than one.
    ///
    /// - Parameter name: the number of its bytes, then its bytes.
    @_noAllocation
    func place(named name: UnsafePointer<UInt8>) -> Int? {
        var found: Int?
        for index in 0..<channelCount where channels[index].text.name.isSame(asCounted: name) {
            if case _? = found { return nil }
            found = index
        }
        return found
    }

    /// The channel that holds a quantity along an axis of the board, by the axis map (PROTOCOL.md §6.1).
    ///
    /// - Parameter kind: acceleration (0x10 … 0x12) or rotation (0x20 … 0x22) along the board's x, y, z. A device that sends
    ///   acceleration only without gravity is taken at that.
    /// - Returns: nil if the device does not measure it.
    @_noAllocation
    public func source(of kind: UInt8) -> ChannelSource? {
        let board = Int8(kind & 15) + 1
        var sensorAxis = 0
        while sensorAxis < 3, axes[sensorAxis] != board, axes[sensorAxis] != -board { sensorAxis += 1 }
        guard sensorAxis < 3 else { return nil }
        let family = kind & 0xF0
        let isReversed = axes[sensorAxis] < 0
        if let channel = place(of: family + UInt8(sensorAxis)) { return ChannelSource(channel: channel, isReversed: isReversed) }
        guard family == 0x10, let channel = place(of: 0x40 + UInt8(sensorAxis)) else { return nil }
        return ChannelSource(channel: channel, isReversed: isReversed)
    }

    /// A channel with a name is another sensor's.
    @_noAllocation
    private func place(of kind: UInt8) -> Int? {
        for channel in 0..<channelCount where channels[channel].kind == kind && channels[channel].text.isEmpty { return channel }
        return nil
    }
}
