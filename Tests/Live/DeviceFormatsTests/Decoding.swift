import DeviceFormats

/// What a decoder makes of bytes that come in pieces.
func decoded(_ bytes: [UInt8], by decoder: any ForeignDecoder, pieces: Int = .max) -> [ForeignReading] {
    var readings: [ForeignReading] = []
    bytes.withUnsafeBytes { all in
        for first in stride(from: 0, to: all.count, by: min(pieces, max(1, all.count))) {
            let piece = UnsafeRawBufferPointer(rebasing: all[first..<min(all.count, first + min(pieces, all.count))])
            decoder.push(piece) { readings.append($0) }
        }
    }
    return readings
}

extension ForeignReading {
    var list: [Double] { (0..<6).map { values[$0] } }
}

/// m/s² and °/s, as g and rad/s.
let metricDegrees = (acceleration: 1 / 9.80665, rotation: Double.pi / 180)

/// A frame of MAVLink 2 from system 1, component 1.
func mavLinkFrame(_ number: UInt8, _ payload: [UInt8], extra: UInt8, flags: UInt8 = 0) -> [UInt8] {
    let body = [UInt8(payload.count), flags, 0, 1, 1, 1, number, 0, 0] + payload
    // CRC-16/MCRF4XX, bit by bit.
    let sum = (body + [extra]).reduce(UInt16(0xFFFF)) { sum, byte in
        (0..<8).reduce(sum ^ UInt16(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x8408 : value >> 1 }
    }
    let signature = flags & 1 == 1 ? [UInt8](repeating: 0xFD, count: 13) : []
    return [0xFD] + body + [UInt8(truncatingIfNeeded: sum), UInt8(truncatingIfNeeded: sum >> 8)] + signature
}
