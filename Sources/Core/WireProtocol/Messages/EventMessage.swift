/// Something happened on the device (PROTOCOL.md §6.10).
public struct EventMessage: Sendable, Equatable {
    /// 1: button.
    public var kind: UInt8
    /// Which of them, from 0.
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

    /// Appends the payload: 4 bytes.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u8(kind)
        writer.u8(which)
        writer.u16(UInt16(bitPattern: value))
    }
}
