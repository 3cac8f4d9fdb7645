import LiveLoop
import Models
import MotionCore
import MotionRecognition
import Randomness
import TestSupport
import Testing
import Transport
import WireProtocol

/// A device with six channels that are no motion, and a host whose model reads shares of their wearer's ranges.
private final class Bench {
    let device: ScriptedDevice
    let pipeline: LivePipeline
    let observer = RecordingObserver()
    private let clock = ManualClock()
    private var generator = SeededGenerator(seed: 5)
    private static let network = randomQuantizedNetwork(.init(20, 5, 6, nil, [8], [4]), carriesState: false, seed: 31)

    static let names = (0..<6).map { "flex_\($0)" }
    /// Before the wearer is known.
    static let features = names.enumerated().map { index, name in
        InputFeature(name: name, offset: 0.5, scale: Float(index + 1), usual: ChannelRange(low: -512, high: 512))
    }
    static let rate: Float = 25

    static func identity(_ uniqueID: String = "glove") -> HelloMessage {
        var hello = HelloMessage(role: .device, session: 77)
        hello.sensor.rate = rate
        for byte in uniqueID.utf8 { hello.uniqueID.append(byte) }
        for name in names {
            var channel = ChannelDescription(kind: 0, unit: .own, scale: 1, offset: 0, fullScale: 0)
            for byte in name.utf8 { channel.text.name.append(byte) }
            hello.sensor.addChannel(channel)
        }
        return hello
    }

    init(_ features: [InputFeature] = Bench.features, seconds: Double = 1) throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        var description = try liveModel(Self.network).description
        description.inputs = features
        var options = LiveOptions()
        options.rangeSeconds = seconds
        device = ScriptedDevice(transport: pair.device, identity: Self.identity())
        pipeline = LivePipeline(
            transport: pair.host, model: try LiveModel(Self.network.numbers, for: description), options: options, clock: clock,
            observer: observer, sessionID: 9)
        try pipeline.open()
        try pass(samples: [])
        try pass(samples: [])
    }

    func pass(samples: [[Int16]]) throws {
        for sample in samples {
            device.push(sample)
            device.flush()
            clock.now += 40_000
            try device.service()
            try pipeline.step(longestWait: 0)
        }
        try device.service()
        try pipeline.step(longestWait: 0)
    }

    /// So many samples from one end to the other and back, `still` of them at rest.
    static func moved(_ count: Int, to end: Int16 = 1024, still: Set<Int> = []) -> [[Int16]] {
        (0..<count).map { sample in (0..<6).map { still.contains($0) ? 7 : sample.isMultiple(of: 2) ? end : -end } }
    }

    func random(_ count: Int) -> [[Int16]] {
        (0..<count).map { _ in (0..<6).map { _ in Int16.random(in: -1100...1100, using: &generator) } }
    }

    /// What was said of ranges, in order.
    var said: [String] {
        observer.changes.compactMap { change in
            switch change {
            case .rangesWanted, .rangesSmall, .rangesFound: change.sentence.map { "\($0)" }
            default: nil
            }
        }
    }
}

@Suite("A wearer's ranges")
struct WearerTests {
    @Test("are learned in the first seconds, without a window, and then read as a model reads that is made for the wearer")
    func learned() throws {
        let bench = try Bench()
        try bench.pass(samples: Bench.moved(25))
        #expect(bench.observer.windows.isEmpty)
        #expect(bench.said.last == "the wearer's range is known; windows begin")
        let worn = try Bench(Bench.features.map { $0.worn(in: ChannelRange(low: -1024, high: 1024)) })
        #expect(worn.said.isEmpty)
        let samples = bench.random(200)
        try bench.pass(samples: samples)
        try worn.pass(samples: samples)
        #expect(bench.observer.windows.count == 37)
        #expect(bench.observer.windows.map(\.probabilities) == worn.observer.windows.map(\.probabilities))
    }

    @Test("are asked for by the channels' names and the seconds")
    func asked() throws {
        let bench = try Bench(seconds: 2)
        try bench.pass(samples: Bench.moved(1))
        #expect(
            bench.said == [
                "for 2 s move flex_0, flex_1, flex_2, flex_3, flex_4, flex_5 from one end to the other: the model reads where they are "
                    + "in their range"
            ])
    }

    @Test("are asked for again of channels that hardly moved, and then taken to be what is usual")
    func still() throws {
        let bench = try Bench()
        try bench.pass(samples: Bench.moved(25, still: [3]))
        #expect(bench.said.last == "flex_3 hardly moved: another 1 s, from one end to the other")
        try bench.pass(samples: Bench.moved(50, still: [3]))
        #expect(bench.said.last == "flex_3 hardly moved, and is taken to have the usual range; windows begin")
        let wide = ChannelRange(low: -1024, high: 1024)
        let worn = try Bench(
            Bench.features.enumerated().map { $1.worn(in: $0 == 3 ? ChannelRange(low: -512, high: 512) : wide) })
        let samples = bench.random(100)
        try bench.pass(samples: samples)
        try worn.pass(samples: samples)
        #expect(bench.observer.windows.map(\.probabilities) == worn.observer.windows.map(\.probabilities))
        #expect(bench.observer.windows.count == 17)
    }

    @Test("that the second turn shows begin windows at its end")
    func secondTurn() throws {
        let bench = try Bench()
        try bench.pass(samples: Bench.moved(25, still: [0, 1]) + Bench.moved(25))
        #expect(bench.said.last == "the wearer's range is known; windows begin")
    }

    @Test("hold over a device's reset, and are learned again of another device")
    func reset() throws {
        let bench = try Bench()
        try bench.pass(samples: Bench.moved(25))
        var again = Bench.identity()
        again.session = 78
        bench.device.beginSession(again)
        try bench.pass(samples: bench.random(20))
        #expect(bench.said.count == 2 && bench.observer.windows.count == 1)
        var other = Bench.identity("another")
        other.session = 79
        bench.device.beginSession(other)
        try bench.pass(samples: bench.random(20))
        #expect(bench.said.count == 3 && bench.observer.windows.count == 1)
    }

    @Test("of counts without a value are those of the other counts")
    func missing() throws {
        let bench = try Bench()
        var samples = Bench.moved(25)
        for sample in stride(from: 1, to: 25, by: 5) { samples[sample][2] = .min }
        try bench.pass(samples: samples)
        guard case .rangesFound(let ranges, _)? = bench.observer.changes.last else {
            Issue.record("no ranges")
            return
        }
        #expect(ranges["flex_2"] == ChannelRange(low: -1024, high: 1024))
    }
}
