import LiveLoop
import MotionCore
import MotionRecognition
import Randomness
import TestSupport
import Testing
import Transport
import WireProtocol

/// A device, a pipeline and the wire between them, all moved by hand.
private final class Bench {
    let device: ScriptedDevice
    let pipeline: LivePipeline
    let clock = ManualClock()
    let observer = RecordingObserver()
    let network: TestNetwork
    private var generator = SeededGenerator(seed: 5)

    init(
        identity: HelloMessage = ScriptedDevice.sixAxes(), shape: NetworkDimensions = .init(20, 5, 6, nil, [8], [4]),
        rate: Double? = 25, adjust: (inout LiveOptions) -> Void = { _ in }
    ) throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        network = randomQuantizedNetwork(shape, carriesState: true, seed: 31)
        var options = LiveOptions()
        adjust(&options)
        device = ScriptedDevice(transport: pair.device, identity: identity)
        pipeline = LivePipeline(
            transport: pair.host, model: try liveModel(network, rate: rate), options: options, clock: clock, observer: observer,
            sessionID: 9)
        try pipeline.open()
    }

    func randomSample() -> [Int16] { (0..<6).map { _ in Int16.random(in: -8000...8000, using: &generator) } }

    /// One sample period: the device samples and answers, the host reads.
    func tick(_ sample: [Int16]? = nil, isDeaf: Bool = false) throws {
        device.push(sample ?? randomSample())
        clock.now += 40_000
        try device.service(isDeaf: isDeaf)
        try pipeline.step(longestWait: 0)
    }

    func tick(times: Int) throws {
        for _ in 0..<times { try tick() }
    }
}

@Suite("The live loop")
struct LivePipelineTests {
    @Test("windows are those of the offline engine on the normalised samples")
    func sameWindows() throws {
        let bench = try Bench()
        try bench.tick(times: 3)
        bench.observer.windows = []
        let model = try liveModel(bench.network)
        let binding = try SixAxisBinding(ScriptedDevice.sixAxes().sensor, bench.network)
        let offline = OwnedWindowStream(model.weights)
        // The first samples went by before the handshake was complete; begin with a session of its own.
        bench.device.beginSession(ScriptedDevice.sixAxes(session: 78))
        var expected: [[Int16]] = []
        for _ in 0..<80 {
            let counts = bench.randomSample()
            try bench.tick(counts)
            let inputs = binding.inputs(counts)
            if offline.push(inputs.span) != nil { expected.append((0..<4).map { offline.probability(of: $0) }) }
        }
        #expect(bench.observer.windows.map(\.probabilities) == expected)
        #expect(expected.count == 13)
    }

    @Test("no window spans samples that were lost, and their number is exact")
    func gap() throws {
        let bench = try Bench()
        try bench.tick(times: 40)
        bench.device.drop(7)
        let before = bench.observer.windows.count
        try bench.tick(times: 19)
        #expect(bench.observer.windows.count == before)
        #expect(bench.pipeline.statistics.lostSamples == 7)
        #expect(bench.observer.gaps == [7])
        try bench.tick()
        #expect(bench.observer.windows.last?.endSample == 20)
    }

    @Test("asked to begin anew, the windows hold nothing of before, and neither loss nor session is counted")
    func restart() throws {
        let restart = WindowRestart()
        let bench = try Bench { $0.windowRestart = restart }
        try bench.tick(times: 40)
        restart.ask()
        try bench.tick()
        let before = bench.observer.windows.count
        try bench.tick(times: 19)
        #expect(bench.observer.windows.count == before)
        try bench.tick()
        #expect(bench.observer.windows.count == before + 1 && bench.observer.windows.last?.endSample == 20)
        #expect(bench.pipeline.statistics.lostSamples == 0 && bench.pipeline.statistics.sessions == 1)
    }

    @Test("a new session starts the windows over without counting a loss")
    func newSession() throws {
        let bench = try Bench()
        try bench.tick(times: 33)
        bench.device.beginSession(ScriptedDevice.sixAxes(session: 1234))
        try bench.tick(times: 20)
        #expect(bench.pipeline.statistics.lostSamples == 0)
        #expect(bench.pipeline.statistics.sessions == 2)
        #expect(bench.observer.windows.last?.endSample == 20)
    }

    @Test("a session whose HELLO is lost is noticed by its tag; nothing is predicted before its HELLO came")
    func lostHello() throws {
        let bench = try Bench()
        try bench.tick(times: 30)
        bench.device.beginSession(ScriptedDevice.sixAxes(session: 99))
        try bench.device.deliver { $0.removeAll() }
        bench.device.push(bench.randomSample())
        try bench.device.deliver()
        try bench.pipeline.step(longestWait: 0)
        #expect(bench.pipeline.statistics.restarts == 1)
        let before = bench.observer.windows.count
        try bench.tick(times: 22)
        #expect(bench.pipeline.statistics.sessions == 2)
        #expect(bench.pipeline.statistics.lostSamples == 0)
        #expect(bench.observer.windows.count == before + 1)
    }

    @Test("with 1 % of the bytes damaged, received and lost samples add up to those sent, and no window spans a loss")
    func damage() throws {
        let bench = try Bench(shape: .init(4, 1, 6, nil, [4], [3]))
        var generator = SeededGenerator(seed: 77)
        try bench.tick(times: 10)
        for _ in 0..<3000 {
            bench.device.push(bench.randomSample())
            bench.clock.now += 40_000
            try bench.device.deliver { bytes in
                for index in bytes.indices where Int.random(in: 0..<100, using: &generator) == 0 {
                    bytes[index] ^= UInt8.random(in: 1...255, using: &generator)
                }
            }
            try bench.pipeline.step(longestWait: 0)
        }
        try bench.tick(times: 1)
        let statistics = bench.pipeline.statistics
        #expect(statistics.samples + statistics.lostSamples == 3011)
        #expect(statistics.lostSamples > 300)
        #expect(statistics.frames.crcErrors > 300)
        // Windows of four samples exist, and each is over four frames in a row.
        #expect(bench.observer.windows.count > 100)
    }

    @Test("it recovers within one frame of clean data")
    func recovery() throws {
        let bench = try Bench(shape: .init(1, 1, 6, nil, [4], [3]))
        try bench.tick(times: 10)
        let windows = bench.observer.windows.count
        bench.device.push(bench.randomSample())
        try bench.device.deliver { $0 = $0.map { ~$0 == 0 ? 1 : ~$0 } + [7, 9, 0] }
        try bench.pipeline.step(longestWait: 0)
        #expect(bench.observer.windows.count == windows)
        try bench.tick()
        #expect(bench.observer.windows.count == windows + 1)
    }

    @Test("what waited in the port before it was opened is not decided over")
    func oldBytes() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(2, 1, 6, nil, [4], [3]), carriesState: false, seed: 1)
        let device = ScriptedDevice(transport: pair.device, identity: ScriptedDevice.sixAxes())
        for _ in 0..<10 { device.push([1, 2, 3, 4, 5, 6]) }
        try device.deliver()
        let observer = RecordingObserver()
        let pipeline = LivePipeline(
            transport: pair.host, model: try liveModel(network), options: LiveOptions(), clock: ManualClock(), observer: observer,
            sessionID: 1)
        try pipeline.open()
        try pipeline.step(longestWait: 0)
        #expect(pipeline.statistics.samples == 0)
        #expect(observer.windows.isEmpty)
    }

    @Test("a port from which nothing comes is told of after three seconds")
    func mute() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let observer = RecordingObserver()
        let clock = ManualClock()
        let pipeline = LivePipeline(
            transport: pair.host, model: nil, options: LiveOptions(), clock: clock, observer: observer, sessionID: 1)
        try pipeline.open()
        for _ in 0..<10 {
            clock.now += 500_000
            try pipeline.step(longestWait: 0)
        }
        #expect(observer.changes.filter { if case .mute = $0 { true } else { false } }.count == 1)
    }

    @Test("foreign bytes are counted and never fatal")
    func noise() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let observer = RecordingObserver()
        let clock = ManualClock()
        let pipeline = LivePipeline(
            transport: pair.host, model: nil, options: LiveOptions(), clock: clock, observer: observer, sessionID: 1)
        try pipeline.open()
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<200 {
            let noise = (0..<100).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try noise.withUnsafeBytes { try pair.device.write($0, timeoutMilliseconds: 0) }
            clock.now += 20_000
            try pipeline.step(longestWait: 0)
        }
        #expect(pipeline.statistics.frames.frames == 0)
        #expect(pipeline.statistics.frames.bytes == 20_000)
        let complaints = observer.changes.filter { if case .unintelligible = $0 { true } else { false } }
        #expect(complaints.count == 1)
    }
}
