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
