import MotionCore
import Recordings
import Simulation
import Testing
import WireProtocol

@Suite("The virtual sensor")
struct QuantizationTests {
    @Test(
        "takes the smallest common range that contains the recording",
        arguments: [
            (Float(0.5), Float(1), 2.0, 250.0), (2, 4.36, 2, 250), (2.001, 4.37, 4, 500), (7.9, 17.4, 8, 1000),
            (16, 34.9, 16, 2000), (40, 99, 16, 2000),
        ])
    func ranges(_ peak: Float, _ rotation: Float, _ acceleration: Double, _ degrees: Double) {
        // The wave's own crest stays a little below its peak, so one session of one sample says it exactly.
        var session = RecordedSession(name: "a", subject: nil, labels: ["a"], timestamps: [0])
        session.values = [0, -peak, 0, rotation, 0, 0]
        let ranges = SensorRanges(containing: Recording(path: "a", sessions: [session]))
        #expect(ranges.acceleration == acceleration)
        #expect(ranges.rotation == degrees)
    }

    /// In counts of 2 g / 32768.
    static let roundings: [(counts: Float, expected: Int16)] = [
        (0, 0), (16384, 16384), (-16384, -16384), (0.4, 0), (0.6, 1), (-0.6, -1),
        (32768, 32767), (-32768, -32768), (100_000, 32767), (-100_000, -32768), (.nan, 0), (.infinity, 0),
    ]

    @Test("rounds to the nearest count and clips at full scale", arguments: roundings)
    func counts(_ counts: Float, _ expected: Int16) {
        let ranges = SensorRanges(containing: wave())
        #expect(ranges.count(counts * 2 / 32768, channel: 1) == expected)
        #expect(ranges.count(counts * ranges.scale(4), channel: 4) == expected)
    }

    @Test("announces what brings its counts back to the recording's values, within half a count")
    func roundTrip() throws {
        let recording = wave(peak: 3, rotation: 6)
        let bench = Bench(recording)
        bench.run()
        let session = try #require(bench.host.sessions.first)
        #expect(session.counts.count == 100)
        for (sample, counts) in session.counts.enumerated() {
            for channel in 0..<6 {
                let description = session.hello.sensor.channels[channel]
                let value = Float(counts[channel]) * description.scale + description.offset
                #expect(abs(value - recording.sessions[0].values[sample * 6 + channel]) <= description.scale * 0.51)
                #expect(description.fullScale == description.scale * 32768)
            }
        }
    }

    @Test("says whether gravity is in its acceleration")
    func kinds() {
        for (kind, codes) in [(SimulatorOptions.AccelerationKind.withGravity, [0x10, 0x11, 0x12]), (.user, [0x40, 0x41, 0x42])] {
            var options = SimulatorOptions()
            options.accelerationKind = kind
            let bench = Bench(wave(samples: 3), options)
            bench.run(seconds: 1)
            let hello = bench.host.sessions.first?.hello
            #expect((0..<6).map { Int(hello?.sensor.channels[$0].kind ?? 0) } == codes + [0x20, 0x21, 0x22])
        }
    }
}
