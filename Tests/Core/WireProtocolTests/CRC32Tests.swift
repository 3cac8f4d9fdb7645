import Testing
import WireProtocol

@Suite("The checksum")
struct CRC32Tests {
    static let known: [(description: String, bytes: [UInt8], checksum: UInt32)] = [
        ("nothing", [], 0),
        ("the check value of the catalogues", Array("123456789".utf8), 0xCBF4_3926),
        ("one letter", Array("a".utf8), 0xE8B7_BE43),
        ("a pangram", Array("The quick brown fox jumps over the lazy dog".utf8), 0x414F_A339),
        ("32 bytes of 0x00", [UInt8](repeating: 0, count: 32), 0x190A_55AD),
        ("32 bytes of 0xFF", [UInt8](repeating: 0xFF, count: 32), 0xFF6C_AB0B),
    ]

    @Test("is zlib's CRC-32", arguments: known)
    func knownValue(_ example: (description: String, bytes: [UInt8], checksum: UInt32)) {
        #expect(checksum(example.bytes) == example.checksum, "\(example.description)")
    }

    @Test("may be read after any byte, and goes on")
    func incremental() {
        var crc = CRC32()
        for (count, byte) in "123456789".utf8.enumerated() {
            #expect(crc.value == checksum(Array("123456789".utf8.prefix(count))))
            crc.update(byte)
        }
        #expect(crc.value == 0xCBF4_3926)
    }

    @Test("tells every single and every double bit error of a short frame from the frame")
    func bitErrors() {
        let frame = Array("0123456789abcdef".utf8)
        let intact = checksum(frame)
        for first in 0..<frame.count * 8 {
            for second in first..<frame.count * 8 {
                var damaged = frame
                damaged[first / 8] ^= 1 << UInt8(first % 8)
                if second != first { damaged[second / 8] ^= 1 << UInt8(second % 8) }
                let isTold = checksum(damaged) != intact
                #expect(isTold, "bits \(first) and \(second)")
            }
        }
    }

    private func checksum(_ bytes: [UInt8]) -> UInt32 {
        (bytes + [0]).withUnsafeBufferPointer { room in
            room.baseAddress.map { CRC32.checksum($0, count: bytes.count) } ?? 1
        }
    }
}
