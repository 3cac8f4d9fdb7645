import Files

/// How records stand in a file: docs/CAPTURES.md says it in words.
enum CaptureFormat {
    /// What every capture begins with; the last byte is the version.
    static let beginning = Array("MQ15CAP1".utf8)
    /// Bytes of a record's check, a CRC-32.
    static let checkCount = 4
    /// Bytes that a record may carry; what is longer is divided.
    static let longest = 1 << 16
    /// Microseconds that a capture may take: a century, so that no sum of times overflows.
    static let latest: UInt64 = 100 * 366 * 86_400 * 1_000_000

    /// A record's letter, time, length, bytes and check.
    ///
    /// - Parameter since: microseconds since the record before.
    static func bytes(_ letter: UInt8, since: UInt64, _ payload: some Collection<UInt8>) -> [UInt8] {
        var bytes = [letter]
        bytes.reserveCapacity(payload.count + 16)
        append(since, to: &bytes)
        append(UInt64(payload.count), to: &bytes)
        bytes += payload
        bytes += word(UInt64(Deflate.sum(of: bytes))).prefix(checkCount)
        return bytes
    }

    /// Seven bits a byte, the lowest first; the last byte is below 128.
    static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Eight bytes, the lowest first.
    static func word(_ number: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

    /// - Parameter bytes: at most eight, the lowest first.
    static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
}
