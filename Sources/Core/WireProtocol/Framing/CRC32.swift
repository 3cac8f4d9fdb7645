/// zlib's CRC-32 (PROTOCOL.md §2), four bits at a time: sixteen table entries suit a microcontroller's flash.
public struct CRC32: Sendable {
    private var register: UInt32 = 0xFFFF_FFFF

    public init() {}

    /// Takes in one byte.
    @_noAllocation
    public mutating func update(_ byte: UInt8) {
        register ^= UInt32(byte)
        register = register >> 4 ^ Self.remainders[Int(register & 15)]
        register = register >> 4 ^ Self.remainders[Int(register & 15)]
    }

    /// The checksum of all bytes so far.
    public var value: UInt32 {
        @_noAllocation get { ~register }
    }

    /// The checksum of `count` bytes.
    @_noAllocation
    public static func checksum(_ bytes: UnsafePointer<UInt8>, count: Int) -> UInt32 {
        var crc = CRC32()
        for index in 0..<count { crc.update(bytes[index]) }
        return crc.value
    }

    /// Remainders of the sixteen 4-bit values by the reflected polynomial 0xEDB88320.
    private static let remainders: InlineArray<16, UInt32> = [
        0x0000_0000, 0x1DB7_1064, 0x3B6E_20C8, 0x26D9_30AC, 0x76DC_4190, 0x6B6B_51F4, 0x4DB2_6158, 0x5005_713C,
        0xEDB8_8320, 0xF00F_9344, 0xD6D6_A3E8, 0xCB61_B38C, 0x9B64_C2B0, 0x86D3_D2D4, 0xA00A_E278, 0xBDBD_F21C,
    ]
}
