/// The checksum at the end of a line in the manner of NMEA 0183, as inertial units and flight recorders print it:
/// `$IMU,0.01,-0.02,1.00,…*5A`, two hexadecimal digits that are the exclusive or of all bytes between `$` and `*`.
struct SentenceChecksum {
    /// Of the line without it.
    let length: Int
    let isRight: Bool

    /// - Returns: nil of a line that has none.
    init?(_ line: UnsafePointer<UInt8>, count: Int) {
        var end = count
        while end > 0, line[end - 1] == 0x20 || line[end - 1] == 0x09 { end -= 1 }
        guard end > Self.tail, line[0] == UInt8(ascii: "$") || line[0] == UInt8(ascii: "!"),
            line[end - Self.tail] == UInt8(ascii: "*"), let high = Self.digit(line[end - 2]), let low = Self.digit(line[end - 1])
        else { return nil }
        length = end - Self.tail
        var sum: UInt8 = 0
        for place in 1..<length { sum ^= line[place] }
        isRight = sum == high << 4 | low
    }

    /// The star and the digits.
    private static let tail = 3

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
