import Outlets
import Testing

/// The first two are the examples of the specification of Open Sound Control 1.0.
@Suite("Messages of Open Sound Control")
struct OSCTests {
    private func bytes(_ hexadecimal: String) -> [UInt8] {
        hexadecimal.split(separator: " ").map { UInt8($0, radix: 16) ?? 0 }
    }

    @Test("a number of 32 bits stands behind its address and its kind")
    func frequency() {
        let message = OSCMessage("/oscillator/4/frequency", [.float(440)])
        #expect(
            message.bytes
                == bytes("2f 6f 73 63 69 6c 6c 61 74 6f 72 2f 34 2f 66 72 65 71 75 65 6e 63 79 0 2c 66 0 0 43 dc 0 0"))
    }

    @Test("several arguments follow each other, each filled up to four bytes")
    func several() {
        let message = OSCMessage("/foo", [.int(1000), .int(-1), .string("hello"), .float(1.234), .float(5.678)])
        #expect(
            message.bytes
                == bytes(
                    "2f 66 6f 6f 0 0 0 0 2c 69 69 73 66 66 0 0 0 0 3 e8 ff ff ff ff 68 65 6c 6c 6f 0 0 0 3f 9d f3 b6 40 b5 b2 2d"))
    }

    @Test("a bundle has its time as NTP has it, and the size before each message")
    func bundle() {
        let message = OSCMessage("/a", [])
        // 1 January 1970 and a quarter of a second is 0x83AA7E80.40000000 since 1900.
        #expect(
            OSCBundle(time: 0.25, [message]).bytes
                == bytes("23 62 75 6e 64 6c 65 0 83 aa 7e 80 40 0 0 0 0 0 0 8 2f 61 0 0 2c 0 0 0"))
    }

    @Test("the time goes on after the 32 bits of seconds of 2036 are full")
    func year2036() {
        #expect(Array(OSCBundle(time: 2_085_978_496, []).bytes[8...]) == [0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test("a zero within a text does not end it early")
    func zero() {
        #expect(OSCMessage("/a", [.string("x\0y")]).bytes.suffix(4) == [0x78, 0x79, 0, 0])
    }
}
