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
    /// Nil: not told.
    public var health: Health?

    /// How the device is (since minor 2).
    public struct Health: Sendable, Equatable {
        /// Percent; 255: unknown.
        public var battery: UInt8
        /// Hundredths of a degree Celsius; −32,768: unknown.
        public var temperature: Int16

        @_noAllocation
        public init(battery: UInt8 = 255, temperature: Int16 = .min) {
            self.battery = battery
            self.temperature = temperature
        }
    }

    /// Whether an actuator is on.
    public var isAnyOn: Bool { @_noAllocation get { flags & 1 != 0 } }
    /// Whether the failsafe has turned something off since the last heartbeat.
    public var hasFailsafeActed: Bool { @_noAllocation get { flags & 2 != 0 } }

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
        if payload.count >= Self.byteCount + 4 { health = Health(battery: payload.u8(32), temperature: payload.i16(34)) }
    }

    /// Appends the payload: 32 bytes, or 36 with the health.
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
        guard let health else { return }
        writer.u8(health.battery)
        writer.u8(0)
        writer.u16(UInt16(bitPattern: health.temperature))
    }
}
