import Files

/// The lengths and checks of a capture's records, which a mutant has broken.
enum CaptureMending {
    /// Makes each record's length at most that of what follows it, and its check true. What is no capture is left alone.
    static func mend(_ bytes: inout [UInt8]) {
        guard bytes.starts(with: "MQ15CAP1".utf8) else { return }
        var mended = Array(bytes.prefix(8))
        var place = 8
        while place < bytes.count {
            var at = place + 1
            let since = number(bytes, &at)
            let count = Int(min(number(bytes, &at), UInt64(max(0, bytes.count - at - 4))))
            let payload = bytes[min(at, bytes.count)..<min(at + count, bytes.count)]
            mended += record(bytes[place], since: since, Array(payload))
            place = at + count + 4
        }
        bytes = mended
    }

    /// A letter, two numbers, bytes, and their CRC-32 (docs/CAPTURES.md).
    private static func record(_ letter: UInt8, since: UInt64, _ payload: [UInt8]) -> [UInt8] {
        let front = [letter] + digits(since) + digits(UInt64(payload.count)) + payload
        var check = [UInt8](repeating: 0, count: 4)
        check.put(UInt64(Deflate.sum(of: front)), at: 0, bytes: 4)
        return front + check
    }

    /// Seven bits a byte, the lowest first.
    private static func number(_ bytes: [UInt8], _ at: inout Int) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 63, by: 7) where at < bytes.count {
            let byte = bytes[at]
            at += 1
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { break }
        }
        return number
    }

    private static func digits(_ number: UInt64) -> [UInt8] {
        var (digits, rest) = ([UInt8](), number)
        while rest >= 0x80 {
            digits.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return digits + [UInt8(rest)]
    }
}
