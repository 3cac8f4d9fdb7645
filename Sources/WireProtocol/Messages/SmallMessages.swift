public import Decision

/// Three of the four time stamps of a clock exchange (PROTOCOL.md §6.4), in microseconds.
public struct TimeSyncMessage: Sendable, Equatable {
    /// Host time of the request.
    public var requested: UInt64
    /// Device time of its reception; 0 in a request.
    public var received: UInt64
    /// Device time of the answer; 0 in a request.
    public var answered: UInt64

    @_noAllocation
    public init(requested: UInt64, received: UInt64 = 0, answered: UInt64 = 0) {
        self.requested = requested
        self.received = received
        self.answered = answered
    }

    static var byteCount: Int { @_noAllocation get { 24 } }

    /// The payload has at least `byteCount` bytes, which the decoder has checked.
    @_noAllocation
    public init(_ payload: PayloadReader) {
        requested = payload.u64(0)
        received = payload.u64(8)
        answered = payload.u64(16)
    }

    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u64(requested)
        writer.u64(received)
        writer.u64(answered)
    }
}

/// A sign of life with counters (PROTOCOL.md §6.5).
public struct HeartbeatMessage: Sendable, Equatable {
    /// Milliseconds since boot or start.
    public var uptime: UInt32 = 0
    public var framesSent: UInt32 = 0
    public var framesReceived: UInt32 = 0
    public var framingErrors: UInt32 = 0
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

/// One decision (PROTOCOL.md §6.6).
public struct PredictionMessage: Sendable, Equatable {
    /// Device time of the window's last sample, in microseconds.
    public var windowEnd: UInt32
    /// Index of the window's last sample.
    public var lastIndex: UInt16
    /// Label number; 255 for unknown.
    public var label: UInt8
    public var phase: Decision.Phase
    /// Q15.
    public var confidence: UInt16
    public var slot: UInt8
    /// How many windows the slot completed before this one since the windows last began anew; 255: so many or more.
    public var windowsBefore: UInt8

    @_noAllocation
    public init(
        windowEnd: UInt32, lastIndex: UInt16, label: UInt8, phase: Decision.Phase, confidence: UInt16, slot: UInt8,
        windowsBefore: UInt8 = 0
    ) {
        self.windowEnd = windowEnd
        self.lastIndex = lastIndex
        self.label = label
        self.phase = phase
        self.confidence = confidence
        self.slot = slot
        self.windowsBefore = windowsBefore
    }

    /// Of what was decided about a window.
    ///
    /// - Parameters:
    ///   - windowEnd: device time of its last sample, of which the low 32 bits are sent.
    ///   - windowsBefore: what exceeds 255 is sent as 255.
    @_noAllocation
    public init(_ decision: Decision, windowEnd: UInt64, lastIndex: UInt16, slot: Int, windowsBefore: Int) {
        self.windowEnd = UInt32(truncatingIfNeeded: windowEnd)
        self.lastIndex = lastIndex
        label = if let subject = decision.subject { UInt8(truncatingIfNeeded: subject) } else { 255 }
        phase = decision.phase
        confidence = decision.confidence < 0 ? 0 : UInt16(decision.confidence)
        self.slot = UInt8(truncatingIfNeeded: slot)
        self.windowsBefore = windowsBefore > 255 ? 255 : UInt8(truncatingIfNeeded: windowsBefore)
    }

    static var byteCount: Int { @_noAllocation get { 12 } }

    /// Scores that fit behind the rest.
    public static var mostScores: Int { @_noAllocation get { (FrameLimits.payload - byteCount) / 2 } }

    /// How many labels' scores a payload carries, 0 before minor version 1.
    @_noAllocation
    public static func scoreCount(_ payload: PayloadReader) -> Int { (payload.count - byteCount) / 2 }

    /// The window's own probability of a label in Q15, before smoothing. There must be one.
    @_noAllocation
    public static func score(_ payload: PayloadReader, of label: Int) -> Int16 { payload.i16(byteCount + 2 * label) }

    /// The payload has at least `byteCount` bytes, which the decoder has checked. An unknown phase reads as none.
    @_noAllocation
    public init(_ payload: PayloadReader) {
        windowEnd = payload.u32(0)
        lastIndex = payload.u16(4)
        label = payload.u8(6)
        phase = Decision.Phase(rawValue: payload.u8(7)) ?? .none
        confidence = payload.u16(8)
        slot = payload.u8(10)
        windowsBefore = payload.u8(11)
    }

    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u32(windowEnd)
        writer.u16(lastIndex)
        writer.u8(label)
        writer.u8(phase.rawValue)
        writer.u16(confidence)
        writer.u8(slot)
        writer.u8(windowsBefore)
    }
}

/// What became of a command (PROTOCOL.md §6.8).
public struct AckMessage: Sendable, Equatable {
    public var sequence: UInt16
    public var status: UInt8
    /// The type that is acknowledged: CONFIG or FEEDBACK.
    public var type: UInt8
    /// Device time at which it was applied; 0 if it was not.
    public var applied: UInt32

    /// The status codes that this version knows.
    public enum Status: UInt8, Sendable {
        case ok = 0
        case duplicate = 1
        case late = 2
        case unsupported = 3
        case refused = 4

        // Marked by hand, as in `MessageKind`.
        @_noAllocation
        init?(code: UInt8) { self.init(rawValue: code) }

        var code: UInt8 { @_noAllocation get { rawValue } }
    }

    @_noAllocation
    public init(sequence: UInt16, status: Status, type: MessageKind, applied: UInt32) {
        self.sequence = sequence
        self.status = status.rawValue
        self.type = type.code
        self.applied = applied
    }

    static var byteCount: Int { @_noAllocation get { 8 } }

    /// The payload has at least `byteCount` bytes, which the decoder has checked.
    @_noAllocation
    public init(_ payload: PayloadReader) {
        sequence = payload.u16(0)
        status = payload.u8(2)
        type = payload.u8(3)
        applied = payload.u32(4)
    }

    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u16(sequence)
        writer.u8(status)
        writer.u8(type)
        writer.u32(applied)
    }
}

/// Something happened on the device (PROTOCOL.md §6.10).
public struct EventMessage: Sendable, Equatable {
    /// 1: button.
    public var kind: UInt8
    public var which: UInt8
    /// Button: 1 pressed, 0 released.
    public var value: Int16

    public init(kind: UInt8, which: UInt8, value: Int16) {
        self.kind = kind
        self.which = which
        self.value = value
    }

    static var byteCount: Int { @_noAllocation get { 4 } }

    /// The payload has at least `byteCount` bytes, which the decoder has checked.
    @_noAllocation
    public init(_ payload: PayloadReader) {
        kind = payload.u8(0)
        which = payload.u8(1)
        value = payload.i16(2)
    }

    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u8(kind)
        writer.u8(which)
        writer.u16(UInt16(bitPattern: value))
    }
}
