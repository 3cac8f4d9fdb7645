import MCAP
import MotionCore
import Recordings
import Testing

@Suite("An MCAP file of others")
struct MCAPStrangersTests {
    private func file(_ fill: (inout HandMadeFile) -> Void) -> HandMadeFile {
        var file = HandMadeFile(profile: "")
        file.schema(1, "sensor_msgs/msg/Imu", "ros2msg")
        fill(&file)
        return file
    }

    @Test(
        "gives g and rad/s of sensor_msgs/msg/Imu, with either order of bytes, in a chunk or without", arguments: [false, true],
        [false, true])
    func imuMessages(bigEndian: Bool, inChunk: Bool) throws {
        var made = file {
            $0.channel(3, schema: 1, "/imu/data", "cdr")
            for sample in 0..<3 {
                $0.message(
                    3, at: 77,
                    imu(
                        seconds: 1_700_000_000, nanoseconds: UInt32(sample) * 20_000_000, acceleration: [9.80665, 0, -9.80665],
                        rotation: [1, 2, 3], bigEndian: bigEndian))
            }
        }
        if inChunk { made.chunk() }
        let session = try #require(MCAPWorld.read(made.ended()).first)
        #expect(session.name == "/imu/data")
        #expect(session.timestamps == [0, 20, 40])
        #expect(session.values == [Float](repeating: 0, count: 3).flatMap { _ in [1, 0, -1, 1, 2, 3] as [Float] })
    }

    @Test("gives a session of each topic, in the order of time, by the log where no stamp was set")
    func topics() throws {
        let made = file {
            $0.channel(3, schema: 1, "/left", "cdr")
            $0.channel(4, schema: 1, "/right", "cdr")
            $0.channel(9, schema: 1, "/left", "cdr")
            for (channel, time) in [(3, 50), (4, 10), (9, 30), (4, 20), (3, 40)] as [(UInt16, UInt64)] {
                $0.message(
                    channel, at: time * 1_000_000,
                    imu(seconds: 0, nanoseconds: 0, acceleration: [Double(time), 0, 0], rotation: [0, 0, 0]))
            }
        }
        let sessions = try MCAPWorld.read(made.ended())
        #expect(sessions.map(\.name) == ["/left", "/right"])
        #expect(sessions.map(\.timestamps) == [[0, 10, 20], [0, 10]])
        #expect(sessions[0].values[0] < sessions[0].values[6] && sessions[0].values[6] < sessions[0].values[12])
    }

    @Test("passes over numbers that no sensor measures, other topics, attachments and records to come")
    func passedOver() throws {
        let made = file {
            $0.schema(2, "sensor_msgs/msg/Image", "ros2msg")
            $0.channel(1, schema: 2, "/camera", "cdr")
            $0.channel(2, schema: 1, "/imu", "cdr")
            $0.message(1, at: 5, [UInt8](repeating: 7, count: 2_000_000))
            $0.record(0x09, [1, 2, 3])
            $0.record(0xF3, [1, 2, 3])
            $0.message(2, at: 5, imu(seconds: 1, nanoseconds: 0, acceleration: [.nan, 0, 0], rotation: [0, 0, 0]))
            $0.message(
                2, at: 5, imu(seconds: 2, nanoseconds: 0, acceleration: [0, 0, 9.80665], rotation: [0, 0, 0], unknown: true))
        }
        let reader = try MCAPRecordingReader(made.ended(), path: "r.mcap")
        #expect(reader.recording.sessions.map(\.count) == [1])
        #expect(reader.topics.map(\.name) == ["/camera", "/imu"])
        #expect(reader.topics[0].samples == nil && reader.topics[1].unreadable == 1 && reader.topics[1].lacksRotation)
    }

    @Test("gives what objects of samples say that another program wrote")
    func objects() throws {
        var made = HandMadeFile()
        made.schema(1, "motionq.Sample", "jsonschema")
        made.channel(0, schema: 1, "/m", "json")
        made.message(0, at: 1, Array(#"{ "az" : 1, "timestamp_ms":5, "label":"\u00fcber\n\ud83d\ude00","x":{"y":[2,true]} }"#.utf8))
        made.message(0, at: 2, Array(#"{"timestamp_ms":6,"az":null,"x":{"y":[3e0,0.5]}}"#.utf8))
        let session = try #require(MCAPWorld.read(made.ended()).first)
        #expect(session.name == "/m" && session.labels == ["über\n😀", ""])
        #expect(session.channels.names == ["az", "x.y_0", "x.y_1"])
        #expect(session.values[..<3] == [1, 2, 1] && session.values[3].isNaN && session.values[4...] == [3, 0.5])
    }

    @Test("gives the motion in JSON whose fields have names as tables have, with the time of the log")
    func named() throws {
        var made = HandMadeFile()
        made.channel(0, schema: 0, "/phone", "json")
        made.channel(1, schema: 0, "/log", "json")
        for sample in 0..<200 {
            let object =
                #"{"t": 5, "acc_g": {"x": 0.25, "y": \#(sample % 2), "z": 0.75}, "gyro_x": 0, "gyro_y": 0, "gyro_z": 2, "activity": "walk"}"#
            made.message(0, at: 1_700_000_000_000_000_000 + UInt64(sample) * 20_000_000, Array(object.utf8))
            made.message(1, at: 0, Array((sample == 3 ? "none" : "{}").utf8))
        }
        let reader = try MCAPRecordingReader(made.ended(), path: "r.mcap")
        let session = try #require(reader.recording.sessions.first?.motion)
        #expect(session.name == "/phone" && session.labels == [String](repeating: "walk", count: 200))
        #expect(session.timestamps == (0..<200).map { Double($0) * 20 })
        #expect(session.values[..<12] == [0.25, 0, 0.75, 0, 0, 2, 0.25, 1, 0.75, 0, 0, 2])
        #expect(reader.topics[1].samples == nil)
        let problem = try #require(reader.topics[1].problem?.description)
        #expect(problem == "r.mcap, topic /log: there is a message, which is no JSON object")
    }

    @Test("is refused with the mend if its chunks are compressed", arguments: ["zstd", "lz4"])
    func compressed(_ name: String) {
        var made = file { $0.channel(3, schema: 1, "/imu", "cdr") }
        made.chunk(name)
        let refusal = MCAPWorld.refusal(made.ended())
        #expect(refusal?.contains(name) == true && refusal?.contains("mcap compress --compression none") == true)
    }

    @Test("is refused with its topics if none is motion")
    func noMotion() {
        let made = file { $0.channel(3, schema: 1, "/imu", "ros1") }
        #expect(MCAPWorld.refusal(made.ended())?.contains("/imu (sensor_msgs/msg/Imu)") == true)
    }
}
