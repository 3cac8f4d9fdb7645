/// A sign of life with counters (PROTOCOL.md §6.5).
public struct HeartbeatMessage: Sendable, Equatable {
    /// Milliseconds since boot or start.
    public var uptime: UInt32 = 0
    /// Frames that the sender has queued for its port.
    public var framesSent: UInt32 = 0
    /// Valid frames that it has received.
    public var framesReceived: UInt32 = 0
    /// What it received that was too long, too short, or no COBS.
    public var framingErrors: UInt32 = 0
    /// What it received whose checksum was wrong.
    public var crcErrors: UInt32 = 0
    /// Unknown, of another version, and malformed together.
    public var refused: UInt32 = 0
    /// Taken by the sensor, counted in the index, never sent.
    public var samplesDropped: UInt32 = 0
    /// Bit 0: an actuator is on; bit 1: the failsafe acted since the last heartbeat.
    public var flags: UInt32 = 0

    @_noAllocation
    public init() {}

    static var byteCount: Int { @_noAllocation get { 32 } }

    /// The payload has at least `byteCount` bytes, which the decoder has checked.
    @_noAllocation
    public init(_ payload: PayloadReader) {
        uptime = payload.u32(0)
        framesSent = payload.u32(4)
        framesReceived = payload.u32(8)
        framingErrors = payload.u32(12)
        crcErrors = payload.u32(16)
        refused = payload.u32(20)
        samplesDropped = payload.u32(24)
        flags = payload.u32(28)
    }

    /// Appends the payload: 32 bytes.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u32(uptime)
        writer.u32(framesSent)
        writer.u32(framesReceived)
        writer.u32(framingErrors)
        writer.u32(crcErrors)
        writer.u32(refused)
        writer.u32(samplesDropped)
        writer.u32(flags)
    }
}
