import CZlib

/// Unpacks gzip (RFC 1952) with the system's zlib, a piece at a time. Several files, one put after the other, are one.
final class Gunzip {
    /// On the heap, because zlib keeps its address.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var taken = 0
    private var place = Place.inMember

    private enum Place {
        case inMember
        /// A member ended after so many bytes.
        case afterMember(Int)
        /// Tapes and some servers fill the last block with zeros.
        case inZeros(after: Int)
    }

    init() throws(GzipFault) {
        stream.initialize(to: z_stream())
        // 16 asks for a gzip header instead of zlib's own, MAX_WBITS for the largest window.
        let started = inflateInit2_(stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard started == Z_OK else { throw .outOfMemory }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Unpacks some of the input; none of it, at the file's end, gives what zlib still holds.
    ///
    /// - Returns: bytes that were taken from the input, and made.
    func step(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(GzipFault) -> (taken: Int, made: Int) {
        let skipped = try startMember(input)
        guard case .inMember = place else { return (skipped, 0) }
        let input = UnsafeRawBufferPointer(rebasing: input[skipped...])
        // zlib reads through this pointer only; its type lacks the const.
        stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress?.assumingMemoryBound(to: UInt8.self))
        // Its counts have 32 bits; buffers are far smaller.
        stream.pointee.avail_in = UInt32(input.count)
        stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(output.count)
        let status = inflate(stream, Z_NO_FLUSH)
        let count = input.count - Int(stream.pointee.avail_in)
        taken += count
        switch status {
        case Z_STREAM_END: place = .afterMember(taken)
        // Z_BUF_ERROR: nothing could be done with what is there.
        case Z_OK, Z_BUF_ERROR: break
        case Z_MEM_ERROR: throw .outOfMemory
        default: throw .damaged(byte: taken)
        }
        return (skipped + count, output.count - Int(stream.pointee.avail_out))
    }

    /// Between two members, passes over zeros and begins the next one.
    ///
    /// - Returns: bytes that were passed over.
    private func startMember(_ input: UnsafeRawBufferPointer) throws(GzipFault) -> Int {
        guard let first = input.first else { return 0 }
        switch place {
        case .inMember: return 0
        case .afterMember where first == 0x1F:
            inflateReset(stream)
            place = .inMember
            return 0
        case .afterMember(let end), .inZeros(let end):
            guard input.allSatisfy({ $0 == 0 }) else { throw .damaged(byte: end) }
            place = .inZeros(after: end)
            taken += input.count
            return input.count
        }
    }

    /// Throws if the file ends within a member.
    func finish() throws(GzipFault) {
        if case .inMember = place { throw .endsEarly(byte: taken) }
    }
}
