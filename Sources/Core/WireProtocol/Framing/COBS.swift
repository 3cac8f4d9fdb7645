/// Consistent overhead byte stuffing: a block of bytes without any zero (PROTOCOL.md §2).
public enum COBS {
    /// Writes the encoded bytes and a final 0x00.
    ///
    /// - Parameter out: room, apart from `bytes`, for two bytes more; beyond 254 bytes, for one more with every 254 begun.
    /// - Returns: bytes written, the 0x00 included.
    @_noAllocation
    public static func encode(_ bytes: UnsafePointer<UInt8>, count: Int, into out: UnsafeMutablePointer<UInt8>) -> Int {
        var codeAt = 0
        var code: UInt8 = 1
        var written = 1
        for index in 0..<count {
            if bytes[index] != 0 {
                out[written] = bytes[index]
                written += 1
                code += 1
            }
            // A full block ends without standing for a zero; one that ends the input needs no successor.
            if bytes[index] == 0 || (code == 255 && index + 1 < count) {
                out[codeAt] = code
                codeAt = written
                written += 1
                code = 1
            }
        }
        out[codeAt] = code
        out[written] = 0
        return written + 1
    }

    /// Decodes in place.
    ///
    /// - Parameter count: bytes before the 0x00, none of which is 0x00.
    /// - Returns: decoded length; nil if a code byte points beyond the end.
    @_noAllocation
    public static func decode(_ bytes: UnsafeMutablePointer<UInt8>, count: Int) -> Int? {
        var read = 0
        var written = 0
        while read < count {
            let code = Int(bytes[read])
            guard read + code <= count else { return nil }
            for index in 1..<max(code, 1) {
                bytes[written] = bytes[read + index]
                written += 1
            }
            read += code
            if code < 255 && read < count {
                bytes[written] = 0
                written += 1
            }
        }
        return written
    }
}
