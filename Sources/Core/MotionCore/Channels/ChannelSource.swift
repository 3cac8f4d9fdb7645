/// Where a device has what a network reads.
public struct ChannelSource: Sendable, Equatable {
    /// Place of the channel in DATA.
    public var channel: Int
    /// Whether the sensor's axis points against the board's.
    public var isReversed: Bool

    /// A place, and whether its sign is turned.
    @_noAllocation
    public init(channel: Int, isReversed: Bool) {
        self.channel = channel
        self.isReversed = isReversed
    }
}
