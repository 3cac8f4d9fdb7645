/// What became of a step of an installation (PROTOCOL.md §6.13).
public struct InstalledMessage: Sendable, Equatable {
    /// That of the step.
    public var sequence: UInt16
    /// A `Status` code, or one that this version does not know.
    public var status: UInt8
    /// The step's byte.
    public var step: UInt8
    /// The offset at which the device wants to be gone on with: how many of the image's bytes it has. 0, and not to be looked at,
    /// unless `tellsNext`.
    public var next: UInt32

    /// The status codes that this version knows.
    public enum Status: UInt8, Sendable, CaseIterable {
        case ok = 0
        case outOfOrder = 1
        case tooLarge = 2
        case damaged = 3
        case invalid = 4
        case flash = 5
        case notBegun = 6
        case unsupported = 7

        // Marked by hand, as in `MessageKind`.
        @_noAllocation
        public init?(code: UInt8) { self.init(rawValue: code) }

        public var code: UInt8 { @_noAllocation get { rawValue } }
    }

    @_noAllocation
    public init(answering message: InstallMessage, _ status: Status, next: UInt32) {
        sequence = message.sequence
        self.status = status.code
        step = message.code
        self.next = next
    }

    /// Whether `next` means something: after a begin or a block that went well, and after any step that came out of order.
    public var tellsNext: Bool {
        @_noAllocation get {
            if status == Status.outOfOrder.code { return true }
            return status == Status.ok.code && step <= 1
        }
    }

    static var byteCount: Int { @_noAllocation get { 8 } }

    /// The payload has at least `byteCount` bytes, which the decoder has checked.
    @_noAllocation
    public init(_ payload: PayloadReader) {
        sequence = payload.u16(0)
        status = payload.u8(2)
        step = payload.u8(3)
        next = payload.u32(4)
    }

    /// Appends the payload: 8 bytes.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u16(sequence)
        writer.u8(status)
        writer.u8(step)
        writer.u32(next)
    }
}
