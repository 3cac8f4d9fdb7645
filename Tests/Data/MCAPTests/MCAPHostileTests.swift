import Randomness
import Recordings
import Testing

@Suite("A damaged MCAP file")
struct MCAPHostileTests {
    private static func small() throws -> [UInt8] { try MCAPWorld.file([MCAPWorld.session("s", samples: 4)]) }

    @Test("is refused if it ends too early, at whatever byte")
    func truncated() throws {
        let bytes = try Self.small()
        for count in 0..<bytes.count { #expect(MCAPWorld.refusal(Array(bytes[..<count])) != nil, "\(count) bytes") }
        #expect(MCAPWorld.refusal(bytes) == nil)
        #expect(MCAPWorld.refusal(bytes + [0]) != nil)
    }

    @Test("is refused by a checksum, whichever of its bytes is another one")
    func checksums() throws {
        let bytes = try Self.small()
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0x10
            #expect(MCAPWorld.refusal(damaged) != nil, "byte \(place)")
        }
        let chunk = try #require(FileParts(bytes).contents(0x06).first)
        var damaged = bytes
        damaged[chunk.upperBound - 1] ^= 1
        #expect(MCAPWorld.refusal(damaged)?.contains("the checksum of a chunk") == true)
    }

    @Test("never stops the program, with 2,000 random mutants whose checksums are not looked at")
    func mutants() throws {
        let bytes = FileParts(try Self.small()).withoutChecksums()
        var random = SeededGenerator(seed: 15)
        var refused = 0
        for _ in 0..<2_000 {
            var mutant = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0..<mutant.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: mutant[place] = UInt8.random(in: 0...255, using: &random)
                case 1: mutant[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
                case 2: mutant.removeSubrange(place..<min(mutant.count, place + Int.random(in: 1...16, using: &random)))
                default: mutant.insert(contentsOf: mutant[place..<min(mutant.count, place + 16)], at: place)
                }
                if mutant.isEmpty { break }
            }
            if MCAPWorld.refusal(mutant) != nil { refused += 1 }
        }
        #expect(refused > 1_000)
    }

    @Test("is refused if a size in it lies, however large, and allocates nothing for it", arguments: [40, 1 << 33, UInt64.max])
    func sizes(_ size: UInt64) {
        var message = HandMadeFile()
        message.schema(1, "motionq.Sample", "jsonschema")
        message.channel(0, schema: 1, "/m", "json")
        let good = message.bytes
        #expect(MCAPWorld.refusal(good + [0x05] + number(size) + [0, 0]) != nil)
        #expect(MCAPWorld.refusal(good + [0x09] + number(size)) != nil)
        let name = number(UInt16(2)) + number(UInt32(truncatingIfNeeded: size))
        #expect(MCAPWorld.refusal(good + [0x03] + number(UInt64(40)) + name) != nil)
        message.chunk(says: size)
        #expect(MCAPWorld.refusal(message.ended()) != nil)
    }

    @Test("is refused if chunks lie in chunks, or a chunk holds the end")
    func nested() {
        var inner = HandMadeFile()
        inner.schema(1, "x", "y")
        inner.chunk()
        inner.chunk()
        #expect(MCAPWorld.refusal(inner.ended())?.contains("none of its kind may") == true)
        var end = HandMadeFile()
        end.record(0x0F, number(UInt32(0)))
        end.chunk()
        #expect(MCAPWorld.refusal(end.ended()) != nil)
    }

    @Test("is refused if what a message or channel needs was not declared, or is declared twice")
    func undeclared() {
        var message = HandMadeFile()
        message.message(7, at: 0, [])
        #expect(MCAPWorld.refusal(message.ended())?.contains("channel 7") == true)
        var channel = HandMadeFile()
        channel.channel(1, schema: 9, "/a", "cdr")
        #expect(MCAPWorld.refusal(channel.ended())?.contains("schema 9") == true)
        var twice = HandMadeFile()
        twice.channel(1, schema: 0, "/a", "cdr")
        twice.channel(1, schema: 0, "/b", "cdr")
        #expect(MCAPWorld.refusal(twice.ended())?.contains("declared twice") == true)
    }

    @Test(
        "is refused if a message is no sample",
        arguments: [
            "", "{", "[]", "{}", #"{"timestamp_ms":"5"}"#, #"{"timestamp_ms":1e400,"ax":1}"#, #"{"timestamp_ms":1,"ax":01}"#,
            #"{"timestamp_ms":1,"ax":NaN}"#, #"{"timestamp_ms":1,"ax":1,}"#, #"{"timestamp_ms":1,"ax":1}x"#,
            #"{"timestamp_ms":1,"ax":"\ud800"}"#, #"{"timestamp_ms":1,"label":2,"ax":1}"#, String(repeating: "[", count: 100_000),
            String(repeating: #"{"a":"#, count: 10_000),
        ])
    func samples(_ object: String) {
        var made = HandMadeFile()
        made.schema(1, "motionq.Sample", "jsonschema")
        made.channel(0, schema: 1, "/m", "json")
        made.message(0, at: 1, Array(object.utf8))
        #expect(MCAPWorld.refusal(made.ended())?.contains("/m") == true)
    }

    @Test("is refused if a message of sensor_msgs/msg/Imu is cut off or of another representation")
    func imuMessages() {
        let good = imu(seconds: 1, nanoseconds: 0, acceleration: [0, 0, 9.8], rotation: [0, 0, 0])
        func refusal(_ message: some Collection<UInt8>) -> String? {
            var made = HandMadeFile()
            made.schema(1, "sensor_msgs/msg/Imu", "ros2msg")
            made.channel(0, schema: 1, "/imu", "cdr")
            made.message(0, at: 1, Array(message))
            return MCAPWorld.refusal(made.ended())
        }
        #expect(refusal(good) == nil)
        for count in 0..<good.count { #expect(refusal(good[..<count])?.contains("no sensor_msgs/msg/Imu in CDR") == true) }
        #expect(refusal([0, 2] + good[2...]) != nil)
        #expect(refusal(good[..<12] + [0xFF, 0xFF, 0xFF, 0xFF] + good[16...]) != nil)
    }
}
