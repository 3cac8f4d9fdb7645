/// Builds frames: `begin`, write the payload, `finish`.
///
///     var writer = encoder.begin(FrameHeader(.ack, time: now))
///     ack.write(to: &writer)
///     let count = encoder.finish(writer, into: out)      // at most FrameLimits.wire bytes
///
/// Allocates nothing; the scratch memory is the caller's.
public struct FrameEncoder {
    private let scratch: UnsafeMutablePointer<UInt8>

    /// - Parameter scratch: 254 bytes that outlive the encoder.
    @_noAllocation
    public init(scratch: UnsafeMutablePointer<UInt8>) {
        self.scratch = scratch
    }

    /// Writes the header; the writer that comes back takes the payload.
    @_noAllocation
    public func begin(_ header: FrameHeader) -> PayloadWriter {
        var writer = PayloadWriter(scratch, capacity: FrameHeader.byteCount + FrameLimits.payload)
        header.write(to: &writer)
        return writer
    }

    /// Appends the CRC, encodes, ends with 0x00.
    ///
    /// - Parameter out: room for `FrameLimits.wire` bytes.
    /// - Returns: bytes written.
    @_noAllocation
    public func finish(_ writer: PayloadWriter, into out: UnsafeMutablePointer<UInt8>) -> Int {
        let checksum = CRC32.checksum(scratch, count: writer.count)
        var tail = PayloadWriter(scratch + writer.count, capacity: 4)
        tail.u32(checksum)
        return COBS.encode(scratch, count: writer.count + 4, into: out)
    }
}
