/// Where a device has what a network reads.
public struct ChannelSource: Sendable, Equatable {
    /// Place of the channel in DATA.
    public var channel: Int
    /// Whether the sensor's axis points against the board's.
    public var isReversed: Bool

    @_noAllocation
    public init(channel: Int, isReversed: Bool) {
        self.channel = channel
        self.isReversed = isReversed
    }
}

extension HelloMessage {
    /// The channel that holds a quantity along an axis of the board, by the axis map (PROTOCOL.md §6.1).
    ///
    /// - Parameter kind: acceleration (0x10 … 0x12) or rotation (0x20 … 0x22) along the board's x, y, z. A device that sends acceleration
    ///   only without gravity is taken at that.
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

    @_noAllocation
    private func place(of kind: UInt8) -> Int? {
        for channel in 0..<channelCount where channels[channel].kind == kind { return channel }
        return nil
    }
}
