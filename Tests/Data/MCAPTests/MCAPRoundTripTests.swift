import MotionCore
import Recordings
import Testing

@Suite("A recording in an MCAP file")
struct MCAPRoundTripTests {
    private func expectSame(_ sessions: [RecordedSession]) throws {
        let read = try MCAPWorld.read(MCAPWorld.file(sessions))
        #expect(read.count == sessions.count)
        for (found, written) in zip(read, sessions) {
            #expect(found.name == written.name && found.subject == written.subject && found.labels == written.labels)
            #expect(found.channels == written.channels)
            #expect(found.timestamps.map(\.bitPattern) == written.timestamps.map(\.bitPattern))
            #expect(found.values.map { $0.isNaN ? 0 : $0.bitPattern } == written.values.map { $0.isNaN ? 0 : $0.bitPattern })
        }
    }

    @Test("comes back with names, labels, times and values to the last bit")
    func same() throws {
        try expectSame([
            MCAPWorld.session("s1", samples: 400), MCAPWorld.session("s \"2\"\\ ü\t", of: nil, samples: 300, from: -50.5, seed: 2),
            MCAPWorld.session("s1", of: "Zoë", samples: 2, from: 1e11, seed: 3),
        ])
    }

    @Test("comes back when it fills many chunks")
    func chunks() throws {
        try expectSame([MCAPWorld.session("long", samples: 9_000)])
    }

    @Test("keeps channels of any name, and which values are missing, from the first sample on")
    func channels() throws {
        let channels = NamedChannels(["left.ax", "left.ay", "left.az", "flex_0", "lip gap"])
        var session = MCAPWorld.session("s", samples: 50, channels: channels)
        for place in [0, 3, 4, 17, 200] { session.values[place] = .nan }
        try expectSame([session])
    }

    @Test("keeps times that repeat, as those of packets do")
    func repeated() throws {
        var session = MCAPWorld.session("s", samples: 40)
        for sample in 0..<40 { session.timestamps[sample] = Double(sample / 4) * 80 }
        try expectSame([session])
    }

    @Test("keeps the smallest and the largest values that CSV has")
    func extremes() throws {
        var session = MCAPWorld.session("s", samples: 2)
        session.values = [
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 9.99e11, -9.99e11, 0, 0.1, .leastNormalMagnitude, 1, -0.3, 123456.79,
            3.1415927, -0.0,
        ]
        try expectSame([session])
    }

    @Test("is refused when its time goes behind the year 2038, or falls, or its channels change")
    func unfit() throws {
        var falling = MCAPWorld.session("s", samples: 3)
        falling.timestamps = [0, 20, 10]
        let far = [
            MCAPWorld.session("a", samples: 2, from: 9.9e11), MCAPWorld.session("b", samples: 2),
            MCAPWorld.session("c", samples: 2, from: -9.9e11),
        ]
        #expect(throws: RecordingError.self) { try MCAPWorld.file([falling]) }
        #expect(throws: Never.self) { try MCAPWorld.file(far) }
        #expect(throws: RecordingError.self) {
            try MCAPWorld.file(
                far + [MCAPWorld.session("d", samples: 2, from: 9.9e11), MCAPWorld.session("e", samples: 2, from: -9.9e11)]
                    + [MCAPWorld.session("f", samples: 2, channels: NamedChannels(["ax"]))])
        }
    }

    @Test("without the samples comes back from its messages of ROS 2, each value to the last bit")
    func copies() throws {
        let session = MCAPWorld.session("s", samples: 100)
        // What a tool would leave that drops the topic: here its name is another one's.
        let bytes = try replaced("motionq.Sample", by: "motionq.Simple", in: MCAPWorld.file([session]))
        let read = try #require(MCAPWorld.read(bytes).first)
        #expect(read.name == "/imu")
        #expect(read.values == session.values)
        for (found, written) in zip(read.timestamps, session.timestamps) { #expect(abs(found - written) < 1e-6) }
    }

    /// Changes a text to one as long, and the checksums to none.
    private func replaced(_ old: String, by new: String, in bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        for place in 0..<bytes.count - old.count where bytes[place..<place + old.count].elementsEqual(old) {
            result.replaceSubrange(place..<place + old.count, with: new)
        }
        return FileParts(result).withoutChecksums()
    }
}
