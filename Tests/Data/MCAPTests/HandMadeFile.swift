import Foundation

/// An MCAP file as its specification has it, written here once more: record by record, without a checksum and without a summary
/// unless a test adds them.
struct HandMadeFile {
    static let magic: [UInt8] = [0x89] + Array("MCAP0\r\n".utf8)

    private(set) var bytes = magic

    init(profile: String = "") { record(0x01, text(profile) + text("")) }

    mutating func record(_ opcode: UInt8, _ content: [UInt8]) { bytes += [opcode] + number(UInt64(content.count)) + content }

    mutating func schema(_ id: UInt16, _ name: String, _ encoding: String) {
        record(0x03, number(id) + text(name) + text(encoding) + number(UInt32(0)))
    }

    mutating func channel(_ id: UInt16, schema: UInt16, _ topic: String, _ encoding: String) {
        record(0x04, number(id) + number(schema) + text(topic) + text(encoding) + number(UInt32(0)))
    }

    mutating func message(_ channel: UInt16, at time: UInt64, _ data: [UInt8]) {
        record(0x05, number(channel) + number(UInt32(0)) + number(time) + number(time) + data)
    }

    /// Makes a chunk of the records behind the header.
    mutating func chunk(_ compression: String = "", sum: UInt32 = 0, says: UInt64? = nil) {
        let records = Array(bytes[Self.header.count...])
        bytes = Self.header
        let count = UInt64(records.count)
        record(
            0x06,
            number(UInt64(0)) + number(UInt64(0)) + number(says ?? count) + number(sum) + text(compression) + number(says ?? count)
                + records)
    }

    /// The file with its end.
    func ended() -> [UInt8] {
        var file = self
        file.record(0x0F, number(UInt32(0)))
        file.record(0x02, number(UInt64(0)) + number(UInt64(0)) + number(UInt32(0)))
        return file.bytes + Self.magic
    }

    private static let header = HandMadeFile().bytes
}

/// A number with its lowest byte first.
func number(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian, Array.init) }

/// A text behind the number of its bytes.
func text(_ text: String) -> [UInt8] { number(UInt32(text.utf8.count)) + text.utf8 }

/// `sensor_msgs/msg/Imu` in CDR, with a frame of four letters.
func imu(
    seconds: Int32, nanoseconds: UInt32, acceleration: [Double], rotation: [Double], unknown: Bool = false, bigEndian: Bool = false
) -> [UInt8] {
    func order(_ number: some FixedWidthInteger) -> [UInt8] {
        bigEndian ? withUnsafeBytes(of: number.bigEndian, Array.init) : withUnsafeBytes(of: number.littleEndian, Array.init)
    }
    var bytes = order(seconds) + order(nanoseconds) + order(UInt32(5)) + Array("body\0".utf8)
    while bytes.count % 8 != 0 { bytes.append(0) }
    let covariances = [Double](repeating: 0, count: 9)
    let numbers =
        [0, 0, 0, 1, -1] + covariances.dropLast() + rotation + [unknown ? -1 : 0] + covariances.dropLast() + acceleration
        + covariances
    for number in numbers { bytes += order(number.bitPattern) }
    return [0, bigEndian ? 0 : 1, 0, 0] + bytes
}
