/// What a decoder saw (PROTOCOL.md §3). All wrap.
public struct FrameCounters: Sendable, Equatable {
    /// Bytes, zeros included.
    public var bytes: UInt64 = 0
    /// Frames delivered.
    public var frames: UInt32 = 0
    /// Too long, too short, or no COBS.
    public var framingErrors: UInt32 = 0
    /// Wrong checksum.
    public var crcErrors: UInt32 = 0
    /// Intact, of another major version.
    public var versionMismatches: UInt32 = 0
    /// Intact, of a type or stream that is not known.
    public var unknown: UInt32 = 0
    /// Intact, of a known type, with a payload that breaks its rules.
    public var malformed: UInt32 = 0
    /// Framing and checksum failures before the first intact frame.
    public var beforeSync: UInt32 = 0

    @_noAllocation
    public init() {}

    /// The sum, for counts that go on over a reconnection.
    @_noAllocation
    public func adding(_ other: FrameCounters) -> FrameCounters {
        var sum = self
        sum.bytes &+= other.bytes
        sum.frames &+= other.frames
        sum.framingErrors &+= other.framingErrors
        sum.crcErrors &+= other.crcErrors
        sum.versionMismatches &+= other.versionMismatches
        sum.unknown &+= other.unknown
        sum.malformed &+= other.malformed
        sum.beforeSync &+= other.beforeSync
        return sum
    }
}
