import CZlib

/// Bytes packed and summed by zlib, for files of formats that want it.
package enum Deflate {
    /// The bytes as a zlib stream (RFC 1950), as small as zlib makes them. Allocates; traps without memory.
    package static func packed(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(count))
        let status = compress2(&packed, &count, bytes, UInt(bytes.count), Z_BEST_COMPRESSION)
        precondition(status == Z_OK, "no memory is left to pack bytes")
        return Array(packed.prefix(Int(count)))
    }

    /// The CRC-32 of ISO 3309, as PNG and gzip have it.
    package static func sum(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(crc32(0, $0.baseAddress, UInt32($0.count))) }
    }
}
