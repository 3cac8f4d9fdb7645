import LiveLoop
import Models
import MotionCore
import MotionRecognition
import Randomness
import TestSupport
import Testing
import Transport
import WireProtocol

/// A device whose network reads what an orientation filter tells, and a host that recomputes it.
private final class Bench {
    let device: ScriptedDevice
    let pipeline: LivePipeline
    private let clock = ManualClock()
    private let recogniser: OwnedRecogniser
    private let binding: DerivedBinding
    private let memory = UnsafeMutableRawPointer.allocate(byteCount: DerivedBinding.bytes, alignment: 8)
    private var generator = SeededGenerator(seed: 6)

    /// What the network reads, and by which number an export names it.
    private static let inputs: [(name: String, kind: UInt8)] = [
        ("level_ax", 0x89), ("level_gz", 0x8E), ("roll", 0x80), ("gravity_z", 0x85), ("user_x", 0x86), ("ay", 0x11),
    ]

    init(ticksBefore: Int = 0) throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(20, 5, 6, nil, [8], [4]), carriesState: false, seed: 31)
        let description = ModelDescription(
            labels: (0..<4).map { "label\($0)" }, restLabel: nil, schedule: network.schedule, statePolicy: .reset, rate: 25,
            inputs: Self.inputs.map { InputFeature(name: $0.name) })
        let model = try LiveModel(network.numbers, for: description)
        var options = LiveOptions()
        options.shadows = true
        options.decision.threshold = 8000
        var identity = ScriptedDevice.sixAxes(rate: 25)
        identity.capabilities = identity.capabilities.union(.predicts)
        device = ScriptedDevice(transport: pair.device, identity: identity)
        pipeline = LivePipeline(
            transport: pair.host, model: model, options: options, clock: clock, observer: RecordingObserver(), sessionID: 9)
        recogniser = OwnedRecogniser(
            model.weights, features: Self.inputs.map { NetworkFeature(kind: $0.kind) }, rate: nil, decision: options.decision)
        binding = try #require(DerivedBinding(identity.sensor, rate: 25, memory: memory))
        for _ in 0..<ticksBefore { try tick(listens: false) }
        try pipeline.open()
        // HELLO is there before the first sample.
        try device.service()
        try pipeline.step(longestWait: 0)
    }

    deinit { memory.deallocate() }

    /// One sample period; `loses` throws away what the device writes.
    func tick(loses: Bool = false, listens: Bool = true) throws {
        // Around one g on z.
        let counts = (0..<6).map { axis in Int16.random(in: -1500...1500, using: &generator) + (axis == 2 ? 2048 : 0) }
        let time = device.now
        device.push(counts)
        binding.push(counts)
        let fractionBits = recogniser.weights.network.inputFractionBits
        let inputs = Self.inputs.map { binding.input($0.kind, offset: 0, scale: 1, fractionBits: fractionBits) }
        if let recognised = recogniser.recogniser.push(inputs: inputs.span, at: time) { send(recognised, at: time) }
        clock.now += 40_000
        if loses { try device.deliver { $0.removeAll() } }
        try device.service()
        if listens { try pipeline.step(longestWait: 0) }
    }

    func tick(times: Int, loses: Bool = false) throws {
        for _ in 0..<times { try tick(loses: loses) }
    }

    /// The device begins anew behind samples that it missed.
    func miss(_ samples: UInt16) {
        device.drop(samples)
        recogniser.recogniser.restart()
        binding.restart()
    }

    private func send(_ recognised: RecognisedWindow, at time: UInt64) {
        let scores = (0..<4).map { recogniser.recogniser.probabilities[$0] }
        let message = PredictionMessage(
            recognised.decision, windowEnd: time, lastIndex: device.lastIndex, slot: recognised.window.slot,
            windowsBefore: recognised.windowsBefore)
        device.send(message, scores: scores)
    }

    var counts: ShadowStatistics { pipeline.statistics.shadow }
}

@Suite("Shadowing a device that follows the orientation")
struct DerivedShadowTests {
    @Test("finds every window and every decision the same from the start on")
    func same() throws {
        let bench = try Bench()
        try bench.tick(times: 220)
        #expect(bench.counts.compared == 41 && bench.counts.decisions == 41 && bench.counts.differing == 0)
    }

    @Test("does so behind samples that the device missed, and begins the filter anew as it does")
    func missed() throws {
        let bench = try Bench()
        try bench.tick(times: 100)
        bench.miss(3)
        try bench.tick(times: 100)
        bench.miss(40)
        try bench.tick(times: 100)
        #expect(bench.counts.compared == 3 * 17 && bench.counts.differing == 0)
        #expect(bench.counts.orientationUnknown == 0 && bench.counts.notRecomputed == 0)
    }

    @Test("compares nothing behind samples that the line lost: the device's filter has seen them")
    func lost() throws {
        let bench = try Bench()
        try bench.tick(times: 100)
        try bench.tick(times: 2, loses: true)
        try bench.tick(times: 100)
        // That the device misses some later makes the bias no better known.
        bench.miss(3)
        try bench.tick(times: 100)
        #expect(bench.counts.compared == 17 && bench.counts.differing == 0)
        #expect(bench.counts.orientationUnknown > 20)
    }

    @Test("compares nothing for a host that came late")
    func late() throws {
        let bench = try Bench(ticksBefore: 50)
        try bench.tick(times: 150)
        #expect(bench.counts.compared == 0 && bench.counts.differing == 0)
        #expect(bench.counts.orientationUnknown > 20)
    }
}
