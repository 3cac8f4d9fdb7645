/// A frame of MAVLink 2 from system 1, component 1.
public func mavLinkFrame(
    _ number: UInt8, _ payload: [UInt8], extra: UInt8, flags: UInt8 = 0, from sender: [UInt8] = [1, 1]
) -> [UInt8] {
    let body = [UInt8(payload.count), flags, 0, 1] + sender + [number, 0, 0] + payload
    let signature = flags & 1 == 1 ? [UInt8](repeating: 0xFD, count: 13) : []
    return [0xFD] + body + littleEndian(mavLinkSum(body + [extra]), 2) + signature
}

/// A frame of MAVLink 1 from system 1, component 1.
public func mavLink1Frame(_ number: UInt8, _ payload: [UInt8], extra: UInt8, sequence: UInt8 = 0, from sender: [UInt8] = [1, 1])
    -> [UInt8]
{
    let body = [UInt8(payload.count), sequence] + sender + [number] + payload
    return [0xFE] + body + littleEndian(mavLinkSum(body + [extra]), 2)
}

/// CRC-16/MCRF4XX, bit by bit.
public func mavLinkSum(_ bytes: [UInt8]) -> UInt16 {
    bytes.reduce(UInt16(0xFFFF)) { sum, byte in
        (0..<8).reduce(sum ^ UInt16(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x8408 : value >> 1 }
    }
}

public func littleEndian(_ value: some FixedWidthInteger, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// Payloads without extensions, as MAVLink 1 has them.
public enum MAVLinkPayload {
    /// Milliseconds, then nine int16: SCALED_IMU and its two sisters.
    public static func scaled(_ milliseconds: UInt32, _ words: [Int16]) -> [UInt8] {
        littleEndian(milliseconds, 4) + (words + [0, 0, 0]).flatMap { littleEndian($0, 2) }
    }

    /// Microseconds, then nine int16.
    public static func raw(_ microseconds: UInt64, _ words: [Int16]) -> [UInt8] {
        littleEndian(microseconds, 8) + (words + [0, 0, 0]).flatMap { littleEndian($0, 2) }
    }

    /// Microseconds, six float32 of motion, seven of other things, and which are new.
    public static func highResolution(_ microseconds: UInt64, _ values: [Float]) -> [UInt8] {
        littleEndian(microseconds, 8) + (values + [Float](repeating: 1, count: 7)).flatMap { littleEndian($0.bitPattern, 4) }
            + [0xFF, 0x1F]
    }

    /// - Parameters:
    ///   - kind: MAV_TYPE; 2 is a quadrotor.
    ///   - firmware: MAV_AUTOPILOT; 3 is ArduPilot, 12 PX4.
    public static func heartbeat(kind: UInt8 = 2, firmware: UInt8 = 3) -> [UInt8] { [0, 0, 0, 0, kind, firmware, 81, 3, 3] }

    public static func attitude(_ milliseconds: UInt32) -> [UInt8] {
        littleEndian(milliseconds, 4) + [Float](repeating: 0.25, count: 6).flatMap { littleEndian($0.bitPattern, 4) }
    }
}
