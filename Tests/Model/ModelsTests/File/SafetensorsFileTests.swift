import Formatting
import Models
import Testing

@Suite("A safetensors file")
struct SafetensorsFileTests {
    static let sample = SafetensorsFile(
        metadata: ["made by": "a \"test\"\n", "ä": "\u{1}\\"],
        tensors: [
            "b.weight": .init(floats: [1, -2.5, 0x1p-149, 4, 5, 6], shape: [2, 3]),
            "a.bias": .init(integers: [Int16.min, -1, 0, 1, .max], shape: [5]),
            "scalar": .init(integers: [Int64.min], shape: []),
            "empty": .init(floats: [], shape: [0, 7]),
            "bytes": .init(integers: [UInt8](0..<3), shape: [3]),
            "small": .init(integers: [Int8.min, .max], shape: [1, 2]),
            "wide": .init(integers: [Int32.min, .max], shape: [2]),
        ])

    @Test("reads back as it was written")
    func roundTrip() throws {
        let bytes = try Self.sample.serialized(file: "x")
        #expect(try SafetensorsFile(bytes: bytes, file: "x") == Self.sample)
    }

    @Test("has the same bytes for the same content, whatever the order of its making")
    func deterministic() throws {
        var other = SafetensorsFile()
        for (name, tensor) in Self.sample.tensors.sorted(by: { $0.key > $1.key }) { other.tensors[name] = tensor }
        for (key, value) in Self.sample.metadata.sorted(by: { $0.key > $1.key }) { other.metadata[key] = value }
        #expect(try other.serialized(file: "x") == Self.sample.serialized(file: "x"))
    }

    @Test("has a header of a multiple of 8 bytes, and exactly these bytes")
    func layout() throws {
        let file = SafetensorsFile(tensors: ["w": .init(integers: [Int16(0x1234)], shape: [1])])
        let header = #"{"w":{"data_offsets":[0,2],"dtype":"I16","shape":[1]}}"#
        let padded = header + String(repeating: " ", count: 56 - header.utf8.count)
        #expect(try file.serialized(file: "x") == [56, 0, 0, 0, 0, 0, 0, 0] + Array(padded.utf8) + [0x34, 0x12])
    }

    @Test("gives floats and integers of the shape that is asked for")
    func elements() throws {
        let file = Self.sample
        #expect(try file.floats(named: "b.weight", shape: [2, 3], file: "x") == [1, -2.5, 0x1p-149, 4, 5, 6])
        #expect(try file.integers(Int16.self, named: "a.bias", shape: [5], file: "x") == [.min, -1, 0, 1, .max])
        #expect(try file.integers(Int64.self, named: "scalar", shape: [], file: "x") == [.min])
    }

    struct Wide: Sendable {
        var type: SafetensorsFile.ElementType
        var bytes: [UInt8]
        var value: Float
    }

    @Test(
        "widens half precision and bfloat16 exactly and rounds double precision",
        arguments: [
            Wide(type: .float16, bytes: [0x00, 0x3C], value: 1), Wide(type: .float16, bytes: [0xFF, 0x7B], value: 65_504),
            Wide(type: .float16, bytes: [0x01, 0x80], value: -0x1p-24),
            Wide(type: .float16, bytes: [0xFF, 0x03], value: 0x3FFp-24),
            Wide(type: .bfloat16, bytes: [0x80, 0xBF], value: -1),
            Wide(type: .float64, bytes: [0, 0, 0, 0, 0, 0, 0xF0, 0x3F], value: 1),
        ])
    func widening(_ wide: Wide) throws {
        let file = SafetensorsFile(tensors: ["w": .init(elementType: wide.type, shape: [1], bytes: wide.bytes)])
        #expect(try file.floats(named: "w", shape: [1], file: "x") == [wide.value])
    }

    @Test("refuses a missing tensor, another shape, another type and an infinite number, by name")
    func mismatches() throws {
        var file = Self.sample
        file.tensors["inf"] = .init(floats: [1, .infinity], shape: [2])
        for (name, shape) in [("absent", [1]), ("b.weight", [3, 2]), ("a.bias", [5]), ("inf", [2])] {
            let error = try #require(throws: ModelFileError.self) { try file.floats(named: name, shape: shape, file: "m.st") }
            #expect(error.code == .mismatch)
            #expect(error.description.hasPrefix("m.st: tensor “\(name)” "))
        }
    }

    static let headers: [(String, String)] = [
        ("a gap", #"{"a":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}"#),
        (
            "an overlap",
            #"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[1],"data_offsets":[1,2]}}"#
        ),
        ("bytes nobody asked for", #"{"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}}"#),
        ("a tensor past the end", #"{"a":{"dtype":"U8","shape":[3],"data_offsets":[0,3]}}"#),
        ("a size that does not match its shape", #"{"a":{"dtype":"I16","shape":[2],"data_offsets":[0,2]}}"#),
        ("a shape that overflows", #"{"a":{"dtype":"U8","shape":[4294967296,4294967296,2],"data_offsets":[0,2]}}"#),
        ("a negative size", #"{"a":{"dtype":"U8","shape":[-1,-2],"data_offsets":[0,2]}}"#),
        ("a huge offset", #"{"a":{"dtype":"U8","shape":[2],"data_offsets":[9223372036854775807,9223372036854775809]}}"#),
        ("falling offsets", #"{"a":{"dtype":"U8","shape":[2],"data_offsets":[2,0]}}"#),
        ("three offsets", #"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2,2]}}"#),
        ("an unknown type", #"{"a":{"dtype":"Q4","shape":[2],"data_offsets":[0,2]}}"#),
        ("a missing key", #"{"a":{"dtype":"U8","data_offsets":[0,2]}}"#),
        ("a key too many", #"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2],"x":1}}"#),
        (
            "a tensor given twice",
            #"{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}"#
        ),
        ("a key given twice", #"{"a":{"dtype":"U8","dtype":"U8","shape":[2],"data_offsets":[0,2]}}"#),
        ("metadata that is no table of strings", #"{"__metadata__":{"x":1},"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}"#),
        ("an empty name", #"{"":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}"#),
        (
            "a name beyond all measure",
            #"{"\#(String(repeating: "n", count: 2000))":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}"#
        ),
        ("a fraction for a size", #"{"a":{"dtype":"U8","shape":[2.5],"data_offsets":[0,2]}}"#),
        ("too many dimensions", #"{"a":{"dtype":"U8","shape":[2,1,1,1,1,1,1,1,1],"data_offsets":[0,2]}}"#),
        ("a list", #"[1,2]"#), ("no JSON", #"{"a""#), ("a number for a tensor", #"{"a":7}"#),
        ("deep nesting", #"{"a":"# + String(repeating: "[", count: 20_000)),
    ]

    @Test("is refused with", arguments: headers)
    func refused(_ description: String, _ header: String) throws {
        let error = try #require(throws: ModelFileError.self) {
            try SafetensorsFile(bytes: Self.bytes(header: header, payload: [1, 2]), file: "m.st")
        }
        #expect(error.code == .malformed)
        #expect(error.description.hasPrefix("m.st") && !error.description.contains("\n"))
    }

    @Test("is refused when its header claims an absurd length")
    func headerLength() {
        let lengths: [UInt64] = [.max, UInt64(Int.max), (16 << 20) + 1, 100, 1, 0]
        for length in lengths {
            var bytes: [UInt8] = []
            for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: length >> shift)) }
            bytes += "{}".utf8
            #expect(throws: ModelFileError.self) { try SafetensorsFile(bytes: bytes, file: "x") }
        }
    }

    @Test("cut short at any length is refused")
    func truncation() throws {
        let bytes = try Self.sample.serialized(file: "x")
        for length in 0..<bytes.count {
            #expect(throws: ModelFileError.self) { try SafetensorsFile(bytes: Array(bytes[..<length]), file: "x") }
        }
    }

    @Test("with flipped bytes gives a file that can be written again, or a clear error")
    func flippedBytes() throws {
        let intact = try Self.sample.serialized(file: "x")
        // A fixed sequence (xorshift), so that a failure can be repeated.
        var state: UInt64 = 15
        func random(below bound: Int) -> Int {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Int(state % UInt64(bound))
        }
        for _ in 0..<3_000 {
            var bytes = intact
            for _ in 0...random(below: 3) { bytes[random(below: bytes.count)] = UInt8(random(below: 256)) }
            do {
                let file = try SafetensorsFile(bytes: bytes, file: "x")
                #expect(try SafetensorsFile(bytes: file.serialized(file: "x"), file: "x") == file)
            } catch {
                #expect(!error.problem.isEmpty)
            }
        }
    }

    static func bytes(header: String, payload: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: header.utf8.count >> shift)) }
        bytes += header.utf8
        return bytes + payload
    }
}
