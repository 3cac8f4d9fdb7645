import Randomness
import Testing
import WireProtocol

@Suite("Byte stuffing")
struct COBSTests {
    /// The worked examples of the English Wikipedia's article on COBS.
    static let examples: [(description: String, plain: [UInt8], encoded: [UInt8])] = [
        ("nothing", [], [1, 0]),
        ("a zero", [0], [1, 1, 0]),
        ("two zeros", [0, 0], [1, 1, 1, 0]),
        ("a byte between zeros", [0, 0x11, 0], [1, 2, 0x11, 1, 0]),
        ("a zero within", [0x11, 0x22, 0, 0x33], [3, 0x11, 0x22, 2, 0x33, 0]),
        ("no zero", [0x11, 0x22, 0x33, 0x44], [5, 0x11, 0x22, 0x33, 0x44, 0]),
        ("zeros at the end", [0x11, 0, 0, 0], [2, 0x11, 1, 1, 1, 0]),
        ("254 bytes without a zero", Array(1...254), [255] + Array(1...254) + [0]),
        ("a zero before 254 others", [0] + Array(1...254), [1, 255] + Array(1...254) + [0]),
        ("255 bytes without a zero", Array(1...255), [255] + Array(1...254) + [2, 255, 0]),
        ("a zero after 254 others", Array(2...255) + [0], [255] + Array(2...255) + [1, 1, 0]),
        ("a zero after 253 others", Array(3...255) + [0, 1], [254] + Array(3...255) + [2, 1, 0]),
    ]

    @Test("encodes the textbook's examples", arguments: examples)
    func encoding(_ example: (description: String, plain: [UInt8], encoded: [UInt8])) {
        #expect(encode(example.plain) == example.encoded, "\(example.description)")
    }

    @Test("decodes the textbook's examples", arguments: examples)
    func decoding(_ example: (description: String, plain: [UInt8], encoded: [UInt8])) {
        #expect(decode(example.encoded.dropLast()) == example.plain, "\(example.description)")
    }

    @Test(
        "refuses code bytes that point beyond the end",
        arguments: [[2], [5, 1, 2, 3], [1, 1, 3, 7], [255, 1], [3, 1, 1, 2]] as [[UInt8]])
    func beyondTheEnd(_ bytes: [UInt8]) {
        #expect(decode(bytes[...]) == nil)
    }

    @Test("gives every length up to 600 back, has no zero within, and stays in its bound")
    func roundTrip() {
        var generator = SeededGenerator(seed: 11)
        for length in 0...600 {
            for zeroEvery in [2, 20, 250, 1_000] {
                let plain = (0..<length).map { _ in
                    Int.random(in: 1...zeroEvery, using: &generator) == 1 ? 0 : UInt8.random(in: 1...255, using: &generator)
                }
                let encoded = encode(plain)
                let isSound =
                    encoded.firstIndex(of: 0) == encoded.count - 1 && encoded.count <= Self.mostBytes(length)
                    && decode(encoded.dropLast()) == plain
                #expect(isSound, "length \(length), one zero in \(zeroEvery)")
            }
        }
    }

    @Test("makes a frame of the protocol one byte longer, the longest as well", arguments: [14, 253, 254])
    func frameLength(_ length: Int) {
        #expect(encode([UInt8](repeating: 1, count: length)).count == length + 2)
        #expect(encode([UInt8](repeating: 0, count: length)).count == length + 2)
    }

    /// With the 0x00.
    private static func mostBytes(_ length: Int) -> Int { length + 2 + max(0, length - 1) / 254 }

    private func encode(_ plain: [UInt8]) -> [UInt8] {
        // One byte more than none, so that there is an address.
        (plain + [0]).withUnsafeBufferPointer { bytes in
            Array(unsafeUninitializedCapacity: Self.mostBytes(plain.count)) { room, count in
                guard let start = bytes.baseAddress, let out = room.baseAddress else { return }
                count = COBS.encode(start, count: plain.count, into: out)
            }
        }
    }

    /// Nil if the bytes are no COBS.
    private func decode(_ encoded: ArraySlice<UInt8>) -> [UInt8]? {
        var bytes = Array(encoded)
        let length = bytes.withUnsafeMutableBufferPointer { room in
            room.baseAddress.map { COBS.decode($0, count: room.count) } ?? 0
        }
        return length.map { Array(bytes.prefix($0)) }
    }
}
