/// Lengths of an MCAP file's records that a mutant has broken. Checksums are set to 0, which means that there is none.
enum MCAPMending {
    static let magic: [UInt8] = [0x89] + Array("MCAP0\r\n".utf8)
    private static let headBytes = 9

    /// Makes each record end within the file, each chunk as long as its records, and the file end as one does.
    static func mend(_ bytes: inout [UInt8]) {
        var rest = bytes.starts(with: magic) ? bytes[magic.count...] : bytes[...]
        var file = magic
        while rest.count > headBytes, let opcode = rest.first, opcode != 0x02, file.count < 1 << 20 {
            file += record(taken(&rest))
        }
        bytes = file + [0x02] + number(20, 8) + [UInt8](repeating: 0, count: 20) + magic
    }

    /// The next record: its opcode, and as much of its contents as is there.
    private static func taken(_ bytes: inout ArraySlice<UInt8>) -> (opcode: UInt8, contents: [UInt8]) {
        let opcode = bytes[bytes.startIndex]
        let length = Array(bytes.prefix(headBytes)).number(at: 1, bytes: 8) ?? 0
        let contents = bytes.dropFirst(headBytes).prefix(Int(clamping: length))
        bytes = bytes[contents.endIndex...]
        return (opcode, Array(contents))
    }

    private static func record(_ record: (opcode: UInt8, contents: [UInt8])) -> [UInt8] {
        var contents = record.contents
        if record.opcode == 0x06, contents.count > 40 { contents = chunk(contents) }
        if record.opcode == 0x0F { contents = number(0, 4) }
        return [record.opcode] + number(UInt64(contents.count), 8) + contents
    }

    /// Two times, without compression and checksum, and the records with lengths that hold.
    private static func chunk(_ contents: [UInt8]) -> [UInt8] {
        let name = Int(clamping: contents.number(at: 28, bytes: 4) ?? 0)
        var rest = contents.dropFirst(min(contents.count, 40 + min(name, 64)))
        var records: [UInt8] = []
        while rest.count > headBytes {
            let next = taken(&rest)
            if next.opcode != 0x06 { records += record(next) }
        }
        let count = number(UInt64(records.count), 8)
        return Array(contents[..<16]) + count + number(0, 4) + number(0, 4) + count + records
    }

    private static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private static func text(_ text: String) -> [UInt8] { number(UInt64(text.utf8.count), 4) + text.utf8 }

    /// Two messages of `sensor_msgs/msg/Imu` in CDR, little-endian.
    static let imu: [UInt8] = {
        var file = magic + record((0x01, text("ros2") + text("")))
        file += record((0x03, number(1, 2) + text("sensor_msgs/msg/Imu") + text("ros2msg") + text("")))
        file += record((0x04, number(0, 2) + number(1, 2) + text("/imu") + text("cdr") + number(0, 4)))
        for second in 0..<2 as Range<UInt64> {
            let numbers = [
                0, 0, 0, 1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0.5, 0.25, 0.125, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1, 0.2, 9.8, 0, 0, 0, 0, 0,
                0, 0, 0, 0,
            ]
            let head = number(second, 4) + number(0, 4) + number(5, 4) + Array("body\0".utf8) + [UInt8](repeating: 0, count: 7)
            let message = [0, 1, 0, 0] + head + numbers.flatMap { number($0.bitPattern, 8) }
            file += record(
                (
                    0x05,
                    number(0, 2) + number(0, 4) + number(second * 1_000_000_000, 8) + number(second * 1_000_000_000, 8) + message
                ))
        }
        file += record((0x0F, number(0, 4)))
        return file + [0x02] + number(20, 8) + [UInt8](repeating: 0, count: 20) + magic
    }()
}
