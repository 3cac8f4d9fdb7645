import Files

/// Files of gzip (RFC 1952), as small as they can be made here: one stored block.
enum Gzip {
    private static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]

    static func packed(_ bytes: [UInt8]) -> [UInt8] {
        let count = UInt64(min(bytes.count, 0xFFFF))
        var file = head + [1, 0, 0, 0, 0]
        file.put(count, at: 11, bytes: 2)
        file.put(~count & 0xFFFF, at: 13, bytes: 2)
        return file + bytes.prefix(0xFFFF) + sums(of: Array(bytes.prefix(0xFFFF)))
    }

    /// Of a file that begins with one stored block: its length, and the sums behind it. What is no gzip is left alone.
    static func mend(_ bytes: inout [UInt8]) {
        guard bytes.count >= 23, bytes[0] == 0x1F, bytes[1] == 0x8B, bytes[10] & 7 == 1 else { return }
        let contents = Array(bytes[15...].dropLast(8).prefix(0xFFFF))
        let flags = bytes[3] & 0xE0
        bytes = packed(contents)
        bytes[3] = flags
    }

    private static func sums(of bytes: [UInt8]) -> [UInt8] {
        var sums = [UInt8](repeating: 0, count: 8)
        sums.put(UInt64(Deflate.sum(of: bytes)), at: 0, bytes: 4)
        sums.put(UInt64(bytes.count), at: 4, bytes: 4)
        return sums
    }
}
