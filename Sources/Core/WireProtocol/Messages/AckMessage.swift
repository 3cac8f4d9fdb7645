/// What became of a command (PROTOCOL.md §6.8).
public struct AckMessage: Sendable, Equatable {
    /// That of the command.
    public var sequence: UInt16
    /// A `Status` code, or one that this version does not know.
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

    /// Appends the payload: 8 bytes.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u16(sequence)
        writer.u8(status)
        writer.u8(type)
        writer.u32(applied)
    }
}
