/// The messages of MAVLink 2 that a reading or an answer is taken from, and those that are checked to keep in step (MAVLink,
/// `common.xml`).
struct MAVLinkMessage {
    /// What its payload holds.
    enum Layout {
        /// Microseconds (8 bytes), then six int16 counts of the sensor.
        case counts
        /// Milliseconds since boot (4 bytes), then six int16: mg and mrad/s.
        case scaled
        /// Microseconds (8 bytes), then six float32: m/s² and rad/s.
        case real
        /// What became of a command: its number (2 bytes), MAV_RESULT.
        case acknowledgement
        /// A message that holds nothing for us.
        case other
    }

    let layout: Layout
    /// Bytes of the payload with its extensions, which may be trimmed to fewer.
    let length: Int
    /// What the CRC is finished with: a hash of the message's fields.
    let crcExtra: UInt8

    /// nil of a number that this code does not know: whether such a frame is whole nobody can tell.
    static func numbered(_ number: UInt32) -> MAVLinkMessage? {
        switch number {
        case 0: MAVLinkMessage(layout: .other, length: 9, crcExtra: 50)
        case 26: MAVLinkMessage(layout: .scaled, length: 24, crcExtra: 170)
        case 27: MAVLinkMessage(layout: .counts, length: 29, crcExtra: 144)
        case 77: MAVLinkMessage(layout: .acknowledgement, length: 10, crcExtra: 143)
        case 105: MAVLinkMessage(layout: .real, length: 63, crcExtra: 93)
        default: nil
        }
    }
}

/// CRC-16/MCRF4XX, as MAVLink has it: polynomial 0x1021 reflected, started at 0xFFFF, not inverted.
struct MAVLinkChecksum {
    private(set) var value: UInt16 = 0xFFFF

    mutating func add(_ byte: UInt8) {
        var low = byte ^ UInt8(truncatingIfNeeded: value)
        low ^= low << 4
        value = (value >> 8) ^ (UInt16(low) << 8) ^ (UInt16(low) << 3) ^ (UInt16(low) >> 4)
    }
}
