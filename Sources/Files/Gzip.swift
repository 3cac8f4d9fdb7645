import CZlib
package import Foundation

/// Unpacks gzip files (RFC 1952) with the system's zlib.
package enum Gzip {
    /// The most that a recording may unpack to, in bytes: a few kilobytes of gzip can otherwise fill any memory.
    package static let largestContents = 4 << 30

    /// Whether a file starts as every gzip file does.
    package static func isCompressed(_ file: Data) -> Bool {
        file.prefix(2).elementsEqual([0x1F, 0x8B])
    }

    /// What a gzip file holds; one file may be several put one after the other.
    ///
    /// - Parameter limit: bytes of contents at which it gives up.
    /// - Throws: what is wrong with the file, as the end of a sentence.
    package static func unpacked(_ file: Data, limit: Int = largestContents) throws(GzipFault) -> Data {
        var stream = z_stream()
        // 16 asks for a gzip header instead of zlib's own, MAX_WBITS for the largest window.
        let started = inflateInit2_(&stream, 16 + MAX_WBITS, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard started == Z_OK else { throw .outOfMemory }
        defer { inflateEnd(&stream) }
        let outcome = file.withUnsafeBytes { input -> Result<Data, GzipFault> in
            do throws(GzipFault) {
                return .success(try inflateAll(input, &stream, limit: limit))
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private static func inflateAll(
        _ input: UnsafeRawBufferPointer, _ stream: inout z_stream, limit: Int
    ) throws(GzipFault) -> Data {
        var contents = Data()
        var taken = 0
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let (status, made) = step(input, &taken, &stream, into: &chunk)
            contents.append(contentsOf: chunk[..<made])
            guard contents.count <= limit else { throw .tooLarge(limit: limit) }
            switch status {
            case Z_STREAM_END:
                let rest = input[taken...]
                // Tapes and some servers fill the last block with zeros.
                if rest.allSatisfy({ $0 == 0 }) { return contents }
                guard rest.prefix(2).elementsEqual([0x1F, 0x8B]) else { throw .damaged(byte: taken) }
                inflateReset(&stream)
            case Z_OK: continue
            case Z_BUF_ERROR where taken == input.count: throw .endsEarly(byte: taken)
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .damaged(byte: taken)
            }
        }
    }

    /// One call of zlib: what it answered, and how many bytes it made.
    private static func step(
        _ input: UnsafeRawBufferPointer, _ taken: inout Int, _ stream: inout z_stream, into chunk: inout [UInt8]
    ) -> (status: Int32, made: Int) {
        // zlib counts in 32 bits; a longer file goes in pieces.
        let offered = min(input.count - taken, 1 << 30)
        let room = chunk.count
        let status = chunk.withUnsafeMutableBufferPointer { output in
            let first = input.baseAddress.map { $0 + taken }?.assumingMemoryBound(to: UInt8.self)
            // zlib reads through this pointer only; its type lacks the const.
            stream.next_in = UnsafeMutablePointer(mutating: first)
            stream.avail_in = UInt32(offered)
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(room)
            return inflate(&stream, Z_NO_FLUSH)
        }
        taken += offered - Int(stream.avail_in)
        return (status, room - Int(stream.avail_out))
    }
}
