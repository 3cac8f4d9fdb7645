/// Finds frames in a stream of bytes, however it is cut and whatever is damaged (PROTOCOL.md §3).
///
///     for byte in received where decoder.push(byte) { handle(decoder.header, decoder.payload) }
///
/// After any damage it is in step again after the next zero byte, and has counted what it saw. Allocates nothing; the buffer is the
/// caller's. The payload is valid until the next `push`.
public struct FrameDecoder {
    /// What was seen so far.
    public private(set) var counters = FrameCounters()
    /// Header of the frame that `push` announced last.
    public private(set) var header = FrameHeader(.log, isReply: false, sessionTag: 0, index: 0, time: 0, count: 0, stream: 0)
    /// Its CRC.
    public private(set) var checksum: UInt32 = 0
    private var payloadCount = 0
    private let buffer: UnsafeMutablePointer<UInt8>
    /// Bytes collected since the last 0x00; one more than fits means that the rest is being dropped.
    private var collected = 0
    private var isSynchronised = false

    /// - Parameter buffer: `FrameLimits.encoded` bytes that outlive the decoder.
    @_noAllocation
    public init(buffer: UnsafeMutablePointer<UInt8>) {
        self.buffer = buffer
    }

    /// The payload of the frame that `push` announced last.
    public var payload: PayloadReader {
        @_noAllocation get { PayloadReader(buffer + FrameHeader.byteCount, count: payloadCount) }
    }

    /// Takes one byte.
    ///
    /// - Returns: whether it completed a valid frame of a known type.
    @_noAllocation
    public mutating func push(_ byte: UInt8) -> Bool {
        counters.bytes &+= 1
        if byte != 0 {
            if collected < FrameLimits.encoded { buffer[collected] = byte }
            if collected <= FrameLimits.encoded { collected += 1 }
            return false
        }
        let count = collected
        collected = 0
        return count > 0 && finishFrame(count)
    }

    @_noAllocation
    private mutating func finishFrame(_ count: Int) -> Bool {
        guard count <= FrameLimits.encoded else { return failBeforeChecksum(framing: true) }
        guard let length = COBS.decode(buffer, count: count), length >= FrameLimits.shortest, length <= FrameLimits.longest else {
            return failBeforeChecksum(framing: true)
        }
        let received = PayloadReader(buffer, count: length).u32(length - 4)
        guard CRC32.checksum(buffer, count: length - 4) == received else { return failBeforeChecksum(framing: false) }
        isSynchronised = true

        guard buffer[0] >> 4 == FrameHeader.majorVersion else {
            counters.versionMismatches &+= 1
            return false
        }
        header = FrameHeader(buffer)
        checksum = received
        payloadCount = length - FrameLimits.shortest
        guard let kind = header.kind, !(kind == .data) || header.stream == 0 else {
            counters.unknown &+= 1
            return false
        }
        guard kind.accepts(header, payload) else {
            counters.malformed &+= 1
            return false
        }
        counters.frames &+= 1
        return true
    }

    /// What fails before the first intact frame is the tail of a frame that someone saw the end of, not an error.
    @_noAllocation
    private mutating func failBeforeChecksum(framing: Bool) -> Bool {
        if !isSynchronised {
            counters.beforeSync &+= 1
        } else if framing {
            counters.framingErrors &+= 1
        } else {
            counters.crcErrors &+= 1
        }
        return false
    }
}
