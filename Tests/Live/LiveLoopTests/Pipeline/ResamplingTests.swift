import Evaluation
import Formatting
import LiveLoop
import Models
import MotionCore
import MotionRecognition
import Randomness
import Recordings
import TestSupport
import Testing
import Transport
import WireProtocol

/// Hears when the windows ended.
private final class TimeObserver: LiveObserver {
    var windows: [(end: Int, time: UInt64, probabilities: [Double])] = []
    var resampled: [ResampledRate] = []
    /// Of the first sample of the session.
    var start: UInt64?
    func samplesReceived(_ samples: LiveSamples) { start = start ?? samples.streamTime(0) }
    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        if case .resampled(let rate) = change { resampled.append(rate) }
        if case .session = change { start = nil }
    }
    func windowClassified(_ live: LiveWindow) {
        windows.append((live.window.endSample, live.streamTime, live.probabilities.map { Double($0) / 32768 }))
    }
}

/// A device at a rate that is not the model's 25 Hz, and what it sent as a recording of it would hold it.
private final class Bench {
    let device: ScriptedDevice
    let pipeline: LivePipeline
    let clock = ManualClock()
    let observer = TimeObserver()
    let model: LiveModel
    private(set) var sent: [Float] = []
    private let identity: HelloMessage
    private var generator = SeededGenerator(seed: 71)

    init(rate: Float, adjust: (inout LiveOptions) -> Void = { _ in }) throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        var hello = ScriptedDevice.sixAxes(rate: rate)
        // Mounted the other way round, and turned.
        hello.sensor.axes = [-2, 1, 3]
        identity = hello
        model = try liveModel(randomQuantizedNetwork(.init(20, 5, 6, nil, [8], [4]), carriesState: true, seed: 31))
        var options = LiveOptions()
        adjust(&options)
        device = ScriptedDevice(transport: pair.device, identity: hello)
        pipeline = LivePipeline(
            transport: pair.host, model: model, options: options, clock: clock, observer: observer, sessionID: 9)
        try pipeline.open()
        try tick(times: 3)
        begin()
    }

    /// A session of which the host hears every sample.
    func begin() {
        var next = identity
        next.session += 1 + UInt32(sent.count)
        device.beginSession(next)
        observer.windows = []
        sent = []
    }

    func tick(times: Int) throws {
        for _ in 0..<times {
            let counts = (0..<6).map { _ in Int16.random(in: -8000...8000, using: &generator) }
            for kind in [0x10, 0x11, 0x12, 0x20, 0x21, 0x22] as [UInt8] {
                guard let source = identity.sensor.source(of: kind) else { continue }
                let value = Double(counts[source.channel]) * Double(identity.sensor.channels[source.channel].scale)
                sent.append(Float(source.isReversed ? -value : value))
            }
            device.push(counts)
            clock.now += UInt64(1_000_000 / identity.sensor.rate)
            try device.service()
            try pipeline.step(longestWait: 0)
        }
    }

    /// What `classify` makes of the samples from one on.
    func offline(from first: Int = 0) throws -> [OfflineClassifier.Window] {
        let values = Array(sent[(first * 6)...])
        let times = (0..<values.count / 6).map { Double($0) * 1000 / Double(identity.sensor.rate) }
        let session = RecordedSession(
            name: "s", subject: nil, labels: times.map { _ in "l" }, timestamps: times, values: values)
        let classifier = OfflineClassifier(
            model.weights, features: model.description.inputs, fractionBits: model.weights.network.inputFractionBits)
        return session.evenStretches(at: 25).flatMap { classifier.windows(of: $0.session) }
    }
}

@Suite("A device that does not sample at the model's rate")
struct LiveResamplingTests {
    @Test(
        "gives the windows of the offline classifier on the same motion, bit for bit",
        arguments: [104, 100, 62.5, 26, 12.5] as [Float])
    func sameWindows(rate: Float) throws {
        let bench = try Bench(rate: rate)
        try bench.tick(times: Int(rate * 30))
        let offline = try bench.offline()
        let live = bench.observer.windows
        #expect(live.count > 100)
        #expect(live.map(\.probabilities) == offline.prefix(live.count).map(\.probabilities))
        // The last ones wait for samples that the filter looks at.
        #expect((1...9).contains(offline.count - live.count), "\(offline.count) \(live.count)")
    }

    @Test("is told once, with both rates and the delay")
    func told() throws {
        let bench = try Bench(rate: 100)
        try bench.tick(times: 100)
        #expect(Set(bench.observer.resampled.map(\.device)) == [100])
        #expect(bench.observer.resampled.first?.model == 25)
        #expect(abs((bench.observer.resampled.first?.seconds ?? 0) - 0.864) < 0.001)
        let sentence = bench.observer.resampled.first.flatMap { LinkChange.resampled($0).sentence?.description } ?? ""
        #expect(
            sentence.contains("100 Hz") && sentence.contains("25 Hz") && sentence.contains("4 : 1") && sentence.contains("0.86 s"))
    }

    @Test("has windows that are as old as their motion: by the time of their last sample, not of the newest one")
    func times() throws {
        let bench = try Bench(rate: 100)
        try bench.tick(times: 2_000)
        let first = try #require(bench.observer.windows.first)
        for window in bench.observer.windows {
            #expect(window.time - first.time == UInt64(window.end - first.end) * 40_000)
        }
        #expect(first.end == 20)
        #expect(first.time == (try #require(bench.observer.start)) + 19 * 40_000)
    }

    @Test("has no window across samples that were lost")
    func gap() throws {
        let bench = try Bench(rate: 100)
        try bench.tick(times: 500)
        bench.device.drop(7)
        bench.observer.windows = []
        try bench.tick(times: 700)
        let live = bench.observer.windows
        #expect(live.count > 20)
        #expect(live.map(\.probabilities) == (try bench.offline(from: 500)).prefix(live.count).map(\.probabilities))
        #expect(live.first?.end == 20)
    }

    @Test("lights lights, though its decisions are older than the time to live")
    func lights() throws {
        let bench = try Bench(rate: 100) { options in
            options.decision.threshold = 0
            options.decision.enterRatio = 0
            options.decision.exitRatio = 400_000_000
            for label in 0..<4 {
                let action = ActuatorAction(actuator: 1, unit: 2, pattern: .on)
                options.feedback.entries.append(
                    .init(label: label, onEnter: true, leastConfidence: 0, timeToLive: 300, action: action))
            }
        }
        try bench.tick(times: 1_000)
        #expect(bench.pipeline.statistics.commandsStale == 0)
        #expect(bench.pipeline.statistics.commandsSettled.ok == 1)
        // The age tells of the delay.
        #expect((bench.pipeline.statistics.age.percentile(0.5) ?? 0) > 800_000)
        #expect(bench.device.changes.contains { $0.action.unit == 2 && $0.action.pattern == .on })
    }

    @Test("may send many samples at once that become many more, each with a window")
    func manyWindows() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(2, 1, 6, nil, [4], [3]), carriesState: false, seed: 1)
        let observer = RecordingObserver()
        let clock = ManualClock()
        let pipeline = LivePipeline(
            transport: pair.host, model: try liveModel(network, rate: 200), options: LiveOptions(), clock: clock,
            observer: observer, sessionID: 1)
        try pipeline.open()
        func send(_ header: FrameHeader, _ write: (inout PayloadWriter) -> Void) throws {
            try frameBytes(header, write).withUnsafeBytes { try pair.device.write($0, timeoutMilliseconds: 0) }
            clock.now += 10_000
            try pipeline.step(longestWait: 0)
        }
        var identity = ScriptedDevice.sixAxes(rate: 5)
        identity.session = 78
        try send(FrameHeader(.hello, time: 0)) { identity.write(to: &$0) }
        for frame in 0..<20 as Range<UInt16> {
            try send(FrameHeader(.data, index: frame * 10, time: UInt32(frame) * 2_000_000, count: 10)) { writer in
                for value in 0..<60 { writer.u16(UInt16(value)) }
            }
        }
        // 40 for each sample, but for those that wait.
        #expect(observer.windows.count > 170 * 40)
        #expect(observer.windows.count < 200 * 40)
    }
}
