import LiveLoop
import Models
import MotionCore
import MotionRecognition
import Randomness
import TestSupport
import Testing
import Transport
import WireProtocol

/// A device whose network reads a channel with a name, which does not always have a value, and a host that recomputes it.
private final class Bench {
    let device: ScriptedDevice
    let pipeline: LivePipeline
    private let clock = ManualClock()
    private let recogniser: OwnedRecogniser
    private let labels: Int
    private var generator = SeededGenerator(seed: 8)

    /// - Parameter ticksBefore: samples before the host listens, the last one with a value of the named channel.
    init(carries: Bool = false, ticksBefore: Int = 0) throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(20, 5, 2, nil, [8], [4]), carriesState: carries, seed: 31)
        labels = network.numbers.labels
        let description = ModelDescription(
            labels: (0..<labels).map { "label\($0)" }, restLabel: nil, schedule: network.schedule,
            statePolicy: network.statePolicy, rate: 25, inputs: [InputFeature(name: "ax"), InputFeature(name: "flex")])
        let model = try LiveModel(network.numbers, for: description)
        var options = LiveOptions()
        options.shadows = true
        options.decision.threshold = 8000
        var identity = ScriptedDevice.sixAxes(rate: 25)
        identity.capabilities = identity.capabilities.union(.predicts)
        var flex = ChannelDescription(kind: 0, unit: .own, scale: 1 / 2048, offset: 0, fullScale: 0)
        for byte in "flex".utf8 { flex.text.name.append(byte) }
        identity.sensor.addChannel(flex)
        device = ScriptedDevice(transport: pair.device, identity: identity)
        pipeline = LivePipeline(
            transport: pair.host, model: model, options: options, clock: clock, observer: RecordingObserver(), sessionID: 9)
        recogniser = OwnedRecogniser(
            model.weights, features: [NetworkFeature(kind: 0x10), NetworkFeature(channel: "flex")], rate: nil,
            decision: options.decision)
        try recogniser.bind(identity.sensor)
        try tick(times: ticksBefore, listens: false)
        try pipeline.open()
        // HELLO and what the channels are, before the first sample.
        for _ in 0..<3 {
            try device.service()
            try pipeline.step(longestWait: 0)
        }
    }

    /// Sample periods; `loses` throws away what the device writes, and without `bends` there is no value of the named channel.
    func tick(times: Int, bends: Bool = true, loses: Bool = false, listens: Bool = true) throws {
        for _ in 0..<times {
            var counts = (0..<7).map { _ in Int16.random(in: -8000...8000, using: &generator) }
            if !bends { counts[6] = ChannelText.noValue }
            let time = device.now
            device.push(counts)
            if let recognised = recogniser.recogniser.push(counts, at: time) { send(recognised, at: time) }
            clock.now += 40_000
            if loses { try device.deliver { $0.removeAll() } }
            try device.service()
            if listens { try pipeline.step(longestWait: 0) }
        }
    }

    private func send(_ recognised: RecognisedWindow, at time: UInt64) {
        let message = PredictionMessage(
            recognised.decision, windowEnd: time, lastIndex: device.lastIndex, slot: recognised.window.slot,
            windowsBefore: recognised.windowsBefore)
        device.send(message, scores: (0..<labels).map { recogniser.recogniser.probabilities[$0] })
    }

    var counts: ShadowStatistics { pipeline.statistics.shadow }
}

@Suite("Shadowing a device that holds the last value of a channel with a name")
struct NamedShadowTests {
    @Test("finds every window the same where values are missing, for a moment or for long", arguments: [false, true])
    func same(carries: Bool) throws {
        let bench = try Bench(carries: carries)
        try bench.tick(times: 40, bends: false)
        for missing in [3, 25, 60] {
            try bench.tick(times: 40)
            try bench.tick(times: missing, bends: false)
        }
        #expect(bench.counts.compared == 46 && bench.counts.decisions == 46 && bench.counts.differing == 0)
        #expect(bench.counts.notRecomputed == 0)
    }

    @Test("compares nothing in which a device may hold a value from before the host listened")
    func late() throws {
        let bench = try Bench(ticksBefore: 50)
        try bench.tick(times: 10, bends: false)
        // Five windows reach back to one of those ten samples, or to one before them; from then on all are known.
        try bench.tick(times: 90)
        #expect(bench.counts.differing == 0)
        #expect(bench.counts.compared == 15 && bench.counts.notRecomputed == 5)
    }

    @Test("compares again once any value that a device may hold is older than a second")
    func longMissing() throws {
        let bench = try Bench(ticksBefore: 50)
        try bench.tick(times: 100, bends: false)
        #expect(bench.counts.differing == 0)
        // It is held for 25 samples, and a window holds 20.
        #expect(bench.counts.compared == 12 && bench.counts.notRecomputed == 8)
    }

    @Test("does not know a value that the line lost", arguments: [false, true])
    func lost(carries: Bool) throws {
        let bench = try Bench(carries: carries)
        try bench.tick(times: 60)
        try bench.tick(times: 5, bends: false)
        try bench.tick(times: 1, loses: true)
        try bench.tick(times: 10, bends: false)
        try bench.tick(times: 100)
        #expect(bench.counts.differing == 0)
        #expect(bench.counts.notRecomputed > (carries ? 20 : 5))
        #expect(carries || bench.counts.compared > 25)
    }

    @Test("compares at once behind a loss if the channel has a value there")
    func lostAndMeasured() throws {
        let bench = try Bench()
        try bench.tick(times: 60)
        try bench.tick(times: 1, loses: true)
        try bench.tick(times: 1)
        try bench.tick(times: 58, bends: false)
        #expect(bench.counts.compared == 17 && bench.counts.notRecomputed == 4 && bench.counts.differing == 0)
    }
}
