import ModelImport
import Randomness
import TestSupport
import Testing

@Suite("A message of protocol buffers")
struct ProtobufTests {
    typealias Part = ProtobufSample.Part

    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let message: ProtobufSample

        init(_ description: String, _ bytes: [UInt8], _ change: (inout ProtobufSample) -> Void) {
            testDescription = description
            self.bytes = bytes
            var message = ProtobufSample()
            change(&message)
            self.message = message
        }
    }

    static func message(_ bytes: [UInt8], fieldLimit: Int = 1_000) throws(ProtobufFault) -> ProtobufSample {
        try ProtobufReader.message(in: bytes, fieldLimit: fieldLimit)
    }

    // MARK: - Bytes

    /// As a writer writes them; the first are those of https://protobuf.dev/programming-guides/encoding.
    static let canonical: [Example] = [
        Example("150", [0x08, 0x96, 0x01]) { $0.number = 150 },
        Example("−2, in ten bytes", [0x08, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01]) { $0.number = -2 },
        Example("a text", [0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6E, 0x67]) { $0.text = "testing" },
        Example("a message in a message", [0x1A, 0x03, 0x08, 0x96, 0x01]) { $0.part.number = 150 },
        Example("packed integers", [0x32, 0x06, 0x03, 0x8E, 0x02, 0x9E, 0xA7, 0x05]) { $0.packedIntegers = [3, 270, 86_942] },
        Example("nothing", []) { _ in },
        Example("a 32-bit integer below zero, in 64 bits", [0x20] + [UInt8](repeating: 0xFF, count: 9) + [0x01]) { $0.short = -1 },
        Example("a flag", [0x28, 0x01]) { $0.flag = true },
        Example("a float", [0x3D, 0x00, 0x00, 0xC0, 0xBF]) { $0.float = -1.5 },
        Example("−0, which is not zero's bits", [0x3D, 0x00, 0x00, 0x00, 0x80]) { $0.float = -0.0 },
        Example("bytes", [0x42, 0x02, 0xFF, 0x00]) { $0.bytes = [0xFF, 0] },
        Example("integers one by one", [0x48, 0x00, 0x48, 0x80, 0x01]) { $0.integers = [0, 128] },
        Example("floats one by one", [0x55, 0, 0, 0, 0x40, 0x55, 0, 0, 0, 0]) { $0.floats = [2, 0] },
        Example("packed floats", [0x5A, 0x08, 0, 0, 0, 0x40, 0, 0, 0x80, 0x3F]) { $0.packedFloats = [2, 1] },
        Example("packed doubles", [0x62, 0x08, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]) { $0.packedDoubles = [1] },
        Example("arrays of bytes, of which one is empty", [0x6A, 0x01, 0x05, 0x6A, 0x00]) { $0.arrays = [[5], []] },
        Example("messages, of which one is empty", [0x72, 0x02, 0x08, 0x03, 0x72, 0x00]) { $0.parts = [Part(number: 3), Part()] },
        Example("a choice", [0x82, 0x01, 0x00]) { $0.choice = .other(Part()) },
        Example("a field number of two bytes' tag", [0x82, 0x7D, 0x00]) { $0.isMarked = true },
    ]

    @Test("is read from these bytes, and written as them", arguments: canonical)
    func bytes(_ example: Example) throws {
        #expect(try Self.message(example.bytes) == example.message)
        #expect(ProtobufWriter.bytes(of: example.message) == example.bytes)
    }

    /// Bytes that no writer here writes, but others may.
    static let accepted: [Example] = [
        Example("zero, which could be left out", [0x08, 0x00]) { _ in },
        Example("a number with more bytes than it needs", [0x08, 0x96, 0x81, 0x80, 0x00]) { $0.number = 150 },
        Example("a tag with more bytes than it needs", [0x88, 0x80, 0x80, 0x80, 0x00, 0x05]) { $0.number = 5 },
        Example("bits above the 32nd of a short integer", [0x20, 0x85, 0x80, 0x80, 0x80, 0x10]) { $0.short = 5 },
        Example("bits above the 64th", [0x08] + [UInt8](repeating: 0xFF, count: 9) + [0x7F]) { $0.number = -1 },
        Example("a flag of 2^63", [0x28] + [UInt8](repeating: 0x80, count: 9) + [0x01]) { $0.flag = true },
        Example("fields in another order", [0x12, 0x01, 0x61, 0x08, 0x05]) { ($0.number, $0.text) = (5, "a") },
        Example("a value twice: the last counts", [0x08, 0x05, 0x08, 0x06, 0x12, 0x01, 0x61, 0x12, 0x00]) { $0.number = 6 },
        Example("a message twice: it is continued", [0x1A, 0x02, 0x08, 0x05, 0x1A, 0x03, 0x12, 0x01, 0x61]) {
            $0.part = Part(number: 5, names: ["a"])
        },
        Example("the same choice twice: it is continued", [0x7A, 0x02, 0x08, 0x05, 0x7A, 0x03, 0x12, 0x01, 0x61]) {
            $0.choice = .one(Part(number: 5, names: ["a"]))
        },
        Example("two choices: the last counts", [0x7A, 0x02, 0x08, 0x05, 0x82, 0x01, 0x03, 0x12, 0x01, 0x61]) {
            $0.choice = .other(Part(names: ["a"]))
        },
        Example("integers one by one where they are usually packed", [0x30, 0x01, 0x32, 0x02, 0x02, 0x03, 0x30, 0x04]) {
            $0.packedIntegers = [1, 2, 3, 4]
        },
        Example("packed integers where they usually are not", [0x48, 0x01, 0x4A, 0x02, 0x02, 0x03]) { $0.integers = [1, 2, 3] },
        Example("packed floats, then one more", [0x5A, 0x04, 0, 0, 0, 0x40, 0x5D, 0, 0, 0x80, 0x3F]) { $0.packedFloats = [2, 1] },
        Example("a double of its own", [0x61, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F]) { $0.packedDoubles = [1] },
        Example("lists of nothing", [0x32, 0x00, 0x5A, 0x00, 0x62, 0x00]) { _ in },
        Example(
            "fields that nobody knows",
            [0xA0, 0x06, 0x01, 0xA1, 0x06] + [UInt8](repeating: 9, count: 8) + [0xA2, 0x06, 0x01, 0x0C]
        ) {
            $0.unknownFields = [100, 100, 100]
        },
        Example("values of another wire type", [0x0D, 1, 2, 3, 4, 0x10, 0x05, 0x18, 0x05, 0x3A, 0x00, 0x88, 0x01, 0x01]) {
            $0.unknownFields = [1, 2, 3, 7, 17]
        },
        Example("lists of another wire type", [0x35, 1, 2, 3, 4, 0x58, 0x01, 0x68, 0x01, 0x70, 0x01, 0x78, 0x01, 0x90, 0x01, 0x01])
        {
            $0.unknownFields = [6, 11, 13, 14, 15, 18]
        },
    ]

    @Test("is read however others write it", arguments: accepted)
    func others(_ example: Example) throws {
        #expect(try Self.message(example.bytes) == example.message)
    }

    @Test("comes back from the bytes that were written")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 42)
        for _ in 0..<2_000 {
            let message = ProtobufSample(random: &generator)
            let read = try Self.message(ProtobufWriter.bytes(of: message))
            #expect(read == message)
            #expect(read.float.sign == message.float.sign)
        }
    }

    // MARK: - Faults

    static let faults: [(String, [UInt8], ProtobufFault)] = [
        ("a tag of zero", [0x00, 0x00], .cutShort),
        ("a tag of field 0", [0x02, 0x00], .cutShort),
        ("a tag that breaks off", [0x88], .cutShort),
        ("a field number of 30 bits", [0x80, 0x80, 0x80, 0x80, 0x20, 0x00], .cutShort),
        ("a tag of six bytes", [0x88, 0x80, 0x80, 0x80, 0x80, 0x00, 0x05], .damaged),
        ("no value", [0x08], .cutShort),
        ("a number that breaks off", [0x08, 0x80], .cutShort),
        ("a number of eleven bytes", [0x08] + [UInt8](repeating: 0x80, count: 10) + [0x00], .cutShort),
        ("half a float", [0x3D, 0x00, 0x00], .cutShort),
        ("half a double that nobody knows", [0xA1, 0x06, 0x00, 0x00], .cutShort),
        ("a text that is longer than the rest", [0x12, 0x02, 0x61], .cutShort),
        ("a text of 2^64 − 1 bytes", [0x12] + [UInt8](repeating: 0xFF, count: 9) + [0x01], .cutShort),
        ("a text that is longer than its message", [0x1A, 0x03, 0x12, 0x04, 0x61, 0x08, 0x05], .cutShort),
        ("the begin of a group", [0x0B, 0x0C], .cutShort),
        ("the end of a group", [0x0C], .cutShort),
        ("wire type 6", [0x0E, 0x00], .cutShort),
        ("wire type 7", [0x0F, 0x00], .cutShort),
        ("a text that is no UTF-8", [0x12, 0x02, 0xC0, 0x80], .damaged),
        ("half a letter", [0x12, 0x01, 0xC3], .damaged),
        ("half a surrogate", [0x12, 0x03, 0xED, 0xA0, 0x80], .damaged),
        ("packed integers that break off", [0x32, 0x02, 0x01, 0x80], .damaged),
        ("five bytes of packed floats", [0x5A, 0x05, 1, 2, 3, 4, 5], .damaged),
        ("twelve bytes of packed doubles", [0x62, 0x0C] + [UInt8](repeating: 1, count: 12), .damaged),
        ("a leaf that breaks off", [0x8A, 0x01, 0x01, 0x08], .damaged),
        ("a leaf with a group", [0x8A, 0x01, 0x02, 0x0B, 0x0C], .damaged),
        ("an empty leaf with something that breaks off", [0x82, 0x7D, 0x01, 0x08], .damaged),
        ("damage, and then an end within a field", [0x12, 0x01, 0xC3, 0x08], .cutShort),
        (
            "a broken leaf, and then too many fields", [0x8A, 0x01, 0x01, 0x08] + [UInt8](repeating: 0x08, count: 40),
            .tooManyFields
        ),
    ]

    @Test("is refused for", arguments: faults)
    func fault(_ description: String, _ bytes: [UInt8], _ fault: ProtobufFault) {
        #expect(throws: fault) { try Self.message(bytes, fieldLimit: 10) }
    }

    @Test("has as many fields as it may, those of the messages in it among them, those of leaves not")
    func fieldLimit() throws {
        var message = ProtobufSample()
        message.number = 1
        message.part.names = ["a", "b"]
        message.leaf.names = [String](repeating: "a", count: 50)
        // The number, the part with two names, and the leaf.
        #expect(try Self.message(ProtobufWriter.bytes(of: message), fieldLimit: 5) == message)
        #expect(throws: ProtobufFault.tooManyFields) { try Self.message(ProtobufWriter.bytes(of: message), fieldLimit: 4) }
    }

    @Test("is read or refused, but never traps, wherever it is cut and whichever bit is flipped")
    func damage() throws {
        var generator = SeededGenerator(seed: 43)
        var read = 0
        for _ in 0..<20 {
            let bytes = ProtobufWriter.bytes(of: ProtobufSample(random: &generator))
            for length in bytes.indices where (try? Self.message(Array(bytes[..<length]))) != nil { read += 1 }
            for bit in 0..<8 * bytes.count {
                var flipped = bytes
                flipped[bit / 8] ^= 1 << (bit % 8)
                if (try? Self.message(flipped)) != nil { read += 1 }
            }
        }
        #expect(read > 100)
    }

    @Test("keeps numbers in their order that come in many pieces and one by one")
    func pieces() throws {
        var writer = WireWriter()
        var numbers: [Float] = []
        for index in 0..<20_000 {
            writer.float(11, Float(index))
            writer.bytes(11, [0, 0, 0x80, 0x3F, 0, 0, 0, 0x40])
            numbers += [Float(index), 1, 2]
        }
        #expect(try Self.message(writer.bytes, fieldLimit: .max).packedFloats == numbers)
    }
}
