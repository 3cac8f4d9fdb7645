import CZlib

/// Bytes packed and summed by zlib, for files of formats that want it.
package enum Deflate {
    /// The bytes as a zlib stream (RFC 1950), as small as zlib makes them; `stored` where zlib has no memory for its tables.
    /// Allocates.
    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(count))
        guard compress2(&packed, &count, bytes, UInt(bytes.count), Z_BEST_COMPRESSION) == Z_OK else { return stored(bytes) }
        return Array(packed.prefix(Int(count)))
    }

    /// The bytes as a zlib stream of blocks that are not packed, for which zlib needs no memory. Allocates.
    package static func stored(_ bytes: [UInt8]) -> [UInt8] {
        // A window of 32 kB, no dictionary, and the check bits of both.
        var stream: [UInt8] = [0x78, 0x01]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(65_535)
            rest = rest.dropFirst(block.count)
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            stream += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
        } while !rest.isEmpty
        let sum = adler32(1, bytes, UInt32(bytes.count))
        stream += [24, 16, 8, 0].map { UInt8(sum >> UInt($0) & 0xFF) }
        return stream
    }

    /// The CRC-32 of ISO 3309, as PNG and gzip have it.
    package static func sum(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBytes { sum(of: $0) }
    }

    /// The CRC-32 of bytes that follow others.
    ///
    /// - Parameters:
    ///   - bytes: fewer than 4 GB.
    ///   - before: the sum of what stands before them; 0 of nothing.
    package static func sum(of bytes: UnsafeRawBufferPointer, after before: UInt32 = 0) -> UInt32 {
        UInt32(crc32(UInt(before), bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), UInt32(bytes.count)))
    }

    /// The bytes of a deflated stream without a header (RFC 1951), as zip files have it; nil if it is damaged, or holds others than
    /// so many. Allocates; traps without memory.
    package static func unpacked(_ packed: [UInt8], count: Int) -> [UInt8]? {
        // On the heap, because zlib keeps its address.
        let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
        stream.initialize(to: z_stream())
        defer { stream.deallocate() }
        guard inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
        defer { inflateEnd(stream) }
        // One byte more than there should be: a stream that goes on is another one.
        var unpacked = [UInt8](repeating: 0, count: count + 1)
        let status = packed.withUnsafeBufferPointer { input in
            unpacked.withUnsafeMutableBufferPointer { output in
                // zlib reads through this pointer only; its type lacks the const.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.pointee.avail_in = UInt32(input.count)
                stream.pointee.next_out = output.baseAddress
                stream.pointee.avail_out = UInt32(output.count)
                return inflate(stream, Z_FINISH)
            }
        }
        guard status == Z_STREAM_END, Int(stream.pointee.total_out) == count else { return nil }
        unpacked.removeLast()
        return unpacked
    }
}
