/// The lengths of nested messages (Protocol Buffers), which a mutant has broken.
enum ProtobufMending {
    /// Reads the bytes as fields as far as they are some, and writes them again with lengths that hold: what a length goes beyond
    /// is cut to what is there.
    static func mend(_ bytes: inout [UInt8]) { bytes = fields(bytes[...], depth: 0) }

    private static func fields(_ bytes: ArraySlice<UInt8>, depth: Int) -> [UInt8] {
        var (rest, mended) = (bytes, [UInt8]())
        while let key = varint(&rest) {
            mended += written(key)
            switch key & 7 {
            case 0: mended += written(varint(&rest) ?? 0)
            case 1: mended += taken(8, &rest)
            case 5: mended += taken(4, &rest)
            case 2:
                let contents = taken(Int(clamping: varint(&rest) ?? 0), &rest)
                // A message holds fields that fill it; what does not is text or numbers.
                let inner = depth < 12 && isMessage(contents[...]) ? fields(contents[...], depth: depth + 1) : contents
                mended += written(UInt64(inner.count)) + inner
            default: return mended + rest
            }
        }
        return mended
    }

    private static func isMessage(_ bytes: ArraySlice<UInt8>) -> Bool {
        var rest = bytes
        guard bytes.count > 1, let key = varint(&rest), key >> 3 > 0, key >> 3 < 2000 else { return false }
        return [0, 1, 2, 5].contains(key & 7)
    }

    private static func taken(_ count: Int, _ bytes: inout ArraySlice<UInt8>) -> [UInt8] {
        defer { bytes = bytes.dropFirst(count) }
        return Array(bytes.prefix(count))
    }

    private static func varint(_ bytes: inout ArraySlice<UInt8>) -> UInt64? {
        var (number, shift) = (UInt64(0), UInt64(0))
        while let byte = bytes.popFirst() {
            if shift < 64 { number |= UInt64(byte & 0x7F) << shift }
            guard byte & 0x80 != 0, shift < 63 else { return number }
            shift += 7
        }
        return nil
    }

    private static func written(_ number: UInt64) -> [UInt8] {
        var (rest, bytes) = (number, [UInt8]())
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
