import Files
import MotionCore
import Recordings
import Testing

@Suite("The bytes of an MCAP file")
struct MCAPBytesTests {
    private static let small = RecordedSession(
        name: "s1", subject: "ann", labels: ["rest", "chop"], timestamps: [0, 40],
        values: [0.5, -1, 0.1, 4, 5, 6, 0, 0, 1, -4, -5, -6.5])

    @Test("are those of the specification, record by record")
    func records() throws {
        let parts = try FileParts(MCAPWorld.file([Self.small]))
        #expect(parts.bytes.prefix(8) == [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A])
        #expect(parts.bytes.suffix(8) == [0x89, 0x4D, 0x43, 0x41, 0x50, 0x30, 0x0D, 0x0A])
        #expect(
            parts.records.map(\.opcode)
                == [0x01, 0x06, 0x07, 0x07, 0x0F, 0x03, 0x03, 0x04, 0x04, 0x0B, 0x08, 0x0E, 0x0E, 0x0E, 0x0E, 0x02])
        let header = try #require(parts.contents(0x01).first)
        #expect(Array(parts.bytes[header]) == text("ros2") + text("MotionQ15"))
    }

    @Test("hold a sample as an object that names every column of the recording")
    func sample() throws {
        let message = try #require(FileParts(MCAPWorld.file([Self.small])).messages.first { $0.channel == 0 })
        let names = #"{"timestamp_ms":0.0,"session":"s1","subject":"ann","label":"rest","#
        let values = #""ax":0.5,"ay":-1.0,"az":0.1,"gx":4.0,"gy":5.0,"gz":6.0}"#
        #expect(String(decoding: message.data, as: UTF8.self) == names + values)
    }

    @Test("hold the motion as sensor_msgs/msg/Imu in m/s² and rad/s, without an orientation")
    func motion() throws {
        let message = try #require(FileParts(MCAPWorld.file([Self.small])).messages.last { $0.channel == 1 })
        #expect(message.time == 40_000_000)
        // Behind four bytes: a stamp of 8, the frame of 4 + 9 and 3 to fill, then 37 numbers of 8.
        #expect(message.data.count == 4 + 8 + 13 + 3 + 37 * 8)
        let stamp = [0, 0, 0, 0] + number(UInt32(40_000_000))
        #expect(Array(message.data[..<28]) == [0, 1, 0, 0] + stamp + [9, 0, 0, 0] + Array("imu_link".utf8) + [0, 0, 0, 0])
        let unknown = [Double](repeating: 0, count: 9)
        #expect(
            message.doubles(from: 28)
                == [0, 0, 0, 1] + [-1] + unknown.dropFirst() + [-4, -5, -6.5] + unknown + [0, 0, 9.80665] + unknown)
        let first = try #require(FileParts(MCAPWorld.file([Self.small])).messages.first { $0.channel == 1 })
        #expect(first.doubles(from: 28)[25..<28].elementsEqual(Self.small.values[..<3].map { Double($0) * 9.80665 }))
    }

    @Test("tell of a sensor without a gyroscope by −1, and of no sample in which a sensor lacks a value")
    func partial() throws {
        var session = MCAPWorld.session(
            "s", samples: 3, channels: NamedChannels(["left hand.ax", "left hand.ay", "left hand.az"]))
        session.values[1] = .nan
        let bytes = try MCAPWorld.file([session])
        #expect(String(decoding: bytes, as: UTF8.self).contains("/left_hand/imu"))
        let messages = FileParts(bytes).messages.filter { $0.channel == 1 }
        #expect(messages.map { Double($0.time) } == session.timestamps[1...].map { ($0 * 1e6).rounded() })
        // The frame `left hand` takes as many bytes as `imu_link` and the byte to fill.
        #expect(messages.allSatisfy { $0.doubles(from: 28)[13..<17] == [0, 0, 0, -1] })
    }

    @Test("find every message by the indexes, and count them")
    func indexes() throws {
        let parts = try FileParts(MCAPWorld.file([MCAPWorld.session("s", samples: 9_000)]))
        let chunks = parts.contents(0x06)
        let indexes = parts.contents(0x08)
        #expect(chunks.count > 3 && indexes.count == chunks.count)
        for (chunk, index) in zip(chunks, indexes) {
            #expect(parts.integer(at: index.lowerBound + 16, bytes: 8) == UInt64(chunk.lowerBound - 9))
            #expect(parts.integer(at: index.lowerBound + 24, bytes: 8) == UInt64(chunk.count + 9))
        }
        let statistics = try #require(parts.contents(0x0B).first)
        #expect(parts.integer(at: statistics.lowerBound, bytes: 8) == 18_000)
        #expect(parts.integer(at: statistics.lowerBound + 22, bytes: 4) == UInt64(chunks.count))
        // Each place in an index is that of a message of its channel and its time.
        var seen = 0
        for index in parts.contents(0x07) {
            let chunk = try #require(chunks.last { $0.upperBound <= index.lowerBound })
            let records = chunk.upperBound - Int(parts.integer(at: chunk.lowerBound + 32, bytes: 8))
            for entry in stride(from: index.lowerBound + 6, to: index.upperBound, by: 16) {
                let message = records + Int(parts.integer(at: entry + 8, bytes: 8))
                let channel = parts.integer(at: message + 9, bytes: 2)
                let time = parts.integer(at: message + 15, bytes: 8)
                #expect(parts.bytes[message] == 0x05 && channel == parts.integer(at: index.lowerBound, bytes: 2))
                #expect(time == parts.integer(at: entry, bytes: 8))
                seen += 1
            }
        }
        #expect(seen == 18_000)
    }

    @Test("have the checksums of the chunk, of the data and of the summary")
    func checksums() throws {
        let parts = try FileParts(MCAPWorld.file([Self.small]))
        func says(_ place: Int, of range: Range<Int>) -> Bool {
            parts.integer(at: place, bytes: 4) == UInt64(Deflate.sum(of: Array(parts.bytes[range])))
        }
        let chunk = try #require(parts.contents(0x06).first)
        #expect(says(chunk.lowerBound + 24, of: chunk.lowerBound + 40..<chunk.upperBound))
        let data = try #require(parts.contents(0x0F).first)
        #expect(says(data.lowerBound, of: 0..<data.lowerBound - 9))
        let footer = try #require(parts.contents(0x02).first)
        #expect(parts.integer(at: footer.lowerBound, bytes: 8) == UInt64(data.upperBound))
        #expect(says(footer.lowerBound + 16, of: data.upperBound..<footer.lowerBound + 16))
    }
}
