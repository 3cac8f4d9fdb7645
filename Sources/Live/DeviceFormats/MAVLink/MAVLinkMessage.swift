/// The messages of MAVLink that a reading or an answer is taken from, and those that are checked to keep in step (MAVLink,
/// `common.xml`). Both framings have the same fields in the same order.
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
        /// Its fifth byte says what sends it (MAV_TYPE), its sixth whose firmware it is (MAV_AUTOPILOT).
        case heartbeat
        /// Angles that an autopilot has worked out, of which no motion can be made.
        case attitude
        /// A message that holds nothing for us.
        case other
    }

    let layout: Layout
    /// Bytes of the payload without extensions: MAVLink 1 sends so many, always.
    let base: Int
    /// Bytes of the payload with its extensions, which MAVLink 2 may trim to fewer.
    let length: Int
    /// What the CRC is finished with: a hash of the message's fields.
    let crcExtra: UInt8

    private init(_ layout: Layout, _ base: Int, extended length: Int? = nil, crcExtra: UInt8) {
        (self.layout, self.base, self.length, self.crcExtra) = (layout, base, length ?? base, crcExtra)
    }

    /// nil of a number that this code does not know: whether such a frame is whole nobody can tell.
    static func numbered(_ number: UInt32) -> MAVLinkMessage? {
        switch number {
        case 0: MAVLinkMessage(.heartbeat, 9, crcExtra: 50)
        case 1: MAVLinkMessage(.other, 31, extended: 43, crcExtra: 124)
        case 2: MAVLinkMessage(.other, 12, crcExtra: 137)
        case 26: MAVLinkMessage(.scaled, 22, extended: 24, crcExtra: 170)
        case 27: MAVLinkMessage(.counts, 26, extended: 29, crcExtra: 144)
        case 29: MAVLinkMessage(.other, 14, extended: 16, crcExtra: 115)
        case 30: MAVLinkMessage(.attitude, 28, crcExtra: 39)
        case 31: MAVLinkMessage(.attitude, 32, extended: 48, crcExtra: 246)
        case 33: MAVLinkMessage(.other, 28, crcExtra: 104)
        case 74: MAVLinkMessage(.other, 20, crcExtra: 20)
        case 77: MAVLinkMessage(.acknowledgement, 3, extended: 10, crcExtra: 143)
        case 105: MAVLinkMessage(.real, 62, extended: 63, crcExtra: 93)
        case 116: MAVLinkMessage(.scaled, 22, extended: 24, crcExtra: 76)
        case 129: MAVLinkMessage(.scaled, 22, extended: 24, crcExtra: 46)
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
