/// The length of a safetensors file's header, which a mutant has broken.
enum SafetensorsMending {
    /// Makes the length that of the JSON object behind it, as far as braces tell where that ends.
    static func mend(_ bytes: inout [UInt8]) {
        guard bytes.count > 9 else { return }
        bytes[8] = UInt8(ascii: "{")
        var (depth, isText, isEscaped) = (0, false, false)
        for place in 8..<bytes.count {
            let byte = bytes[place]
            if isText {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isText = true
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            default: continue
            }
            if depth == 0 { return bytes.put(UInt64(place - 7), at: 0, bytes: 8) }
        }
    }
}
