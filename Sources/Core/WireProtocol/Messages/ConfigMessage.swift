/// What a host wishes of a device (PROTOCOL.md §6.3). Nil fields are not asked for.
public struct ConfigMessage: Sendable, Equatable {
    /// Grows by one for each new request, wraps; the ACK repeats it.
    public var sequence: UInt16
    /// Samples per second.
    public var rate: Float?
    /// g.
    public var accelerationFullScale: Float?
    /// rad/s.
    public var rotationFullScale: Float?
    /// 1 … 120; a device refuses others as unsupported.
    public var samplesPerFrame: UInt8?
    /// 1: what is configured hereby holds over a reset; 0: what was kept is forgotten. A device refuses others as unsupported.
    public var keep: UInt8?

    @_noAllocation
    public init(sequence: UInt16) {
        self.sequence = sequence
    }

    /// - Returns: nil if the payload breaks a rule of §6.3.
    @_noAllocation
    public init?(_ payload: PayloadReader) {
        guard payload.count >= 2 else { return nil }
        sequence = payload.u16(0)
        var at = 2
        while at < payload.count {
            guard at + 2 <= payload.count else { return nil }
            let length = Int(payload.u8(at + 1))
            guard at + 2 + length <= payload.count else { return nil }
            let value = PayloadReader(payload.bytes + at + 2, count: length)
            switch payload.u8(at) {
            case 1, 2, 3:
                guard length == 4 else { return nil }
                if payload.u8(at) == 1 { rate = value.f32(0) }
                if payload.u8(at) == 2 { accelerationFullScale = value.f32(0) }
                if payload.u8(at) == 3 { rotationFullScale = value.f32(0) }
            case 4, 5:
                guard length == 1 else { return nil }
                if payload.u8(at) == 4 { samplesPerFrame = value.u8(0) } else { keep = value.u8(0) }
            default: break
            }
            at += 2 + length
        }
    }

    /// Appends the payload: 2 bytes, and an item for each field that is not nil.
    @_noAllocation
    public func write(to writer: inout PayloadWriter) {
        writer.u16(sequence)
        writeItem(1, rate, to: &writer)
        writeItem(2, accelerationFullScale, to: &writer)
        writeItem(3, rotationFullScale, to: &writer)
        writeItem(4, samplesPerFrame, to: &writer)
        writeItem(5, keep, to: &writer)
    }

    @_noAllocation
    private func writeItem(_ tag: UInt8, _ value: Float?, to writer: inout PayloadWriter) {
        guard let value else { return }
        writer.u8(tag)
        writer.u8(4)
        writer.f32(value)
    }

    @_noAllocation
    private func writeItem(_ tag: UInt8, _ value: UInt8?, to writer: inout PayloadWriter) {
        guard let value else { return }
        writer.u8(tag)
        writer.u8(1)
        writer.u8(value)
    }
}
