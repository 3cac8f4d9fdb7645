import CAllocationCounter
import Capture
import LiveLoop
import Models
import MotionCore
import MotionRecognition
import Randomness
import TestSupport
import Testing
import Transport
import WireProtocol

/// Writes down every sample in a growing array: the allocation that the counter must find.
private final class GrowingObserver: LiveObserver {
    private var notes: [Int] = []
    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {}
    func windowClassified(_ window: LiveWindow) {}
    func labelAbandoned(_ label: Int, streamTime: UInt64) {}
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {}
    func windowShadowed(_ comparison: ShadowComparison) {}
    func messageReceived(_ message: DeviceMessage) {}
    func samplesReceived(_ samples: LiveSamples) { notes.append(samples.count) }
}

@Suite(
    "From the serial bytes to the feedback bytes nothing is allocated",
    .enabled(if: allocation_counter_works(), "malloc can be counted with glibc and without a sanitizer only"))
struct LivePathTests {
    private static let samples = 12_000

    private struct Outcome {
        var blocks: UInt64 = 0
        var statistics = LiveStatistics()
    }

    /// Moves samples through the whole live path and counts the blocks asked for inside `step`.
    private func run(
        host: any ByteTransport, deviceSide: any ByteTransport, observer: any LiveObserver, shape: NetworkDimensions,
        rate: Float = 25
    ) throws -> Outcome {
        let model = try liveModel(randomQuantizedNetwork(shape, carriesState: true, seed: 21).detecting(seed: 22))
        var options = LiveOptions()
        options.decision.threshold = 0
        // Enter with one window, leave with the next: every window makes an event and a command.
        options.decision.enterRatio = 0
        options.decision.exitRatio = 0
        options.decision.refractory = 0
        for label in model.description.labels.indices {
            for onEnter in [true, false] {
                let action = ActuatorAction(actuator: 1, unit: UInt8(label % 4), pattern: onEnter ? .on : .off)
                options.feedback.entries.append(
                    .init(label: label, onEnter: onEnter, leastConfidence: 0, timeToLive: 1000, action: action))
            }
        }
        let clock = ManualClock()
        let device = ScriptedDevice(transport: deviceSide, identity: ScriptedDevice.sixAxes(rate: rate))
        let pipeline = LivePipeline(
            transport: host, model: model, options: options, clock: clock, observer: observer, sessionID: 1)
        try pipeline.open()
        var outcome = Outcome()
        var generator = SeededGenerator(seed: 22)
        for index in 0..<Self.samples {
            let amplitude: Int16 = index / 300 % 2 == 0 ? 20000 : 300
            device.push((0..<6).map { _ in Int16.random(in: -amplitude...amplitude, using: &generator) })
            clock.now += UInt64(1_000_000 / rate)
            try device.service()
            // The handshake may allocate what it likes, and the runtime at the first window, for which resampling waits a second.
            let isCounted = index > 300
            if isCounted { allocation_counter_begin() }
            try pipeline.step(longestWait: 0)
            if isCounted { outcome.blocks += allocation_counter_end() }
        }
        outcome.statistics = pipeline.statistics
        return outcome
    }

    @Test("over a pseudo-terminal, with a convolution in front: 0 blocks in 12,000 samples, with events and acknowledged commands")
    func pseudoTerminal() throws {
        let terminal = try PseudoTerminal.open()
        defer { terminal.close() }
        let host = try DescriptorTransport.open(terminal.slavePath)
        defer { host.close() }
        let outcome = try run(
            host: host, deviceSide: terminal.transport, observer: SilentObserver(), shape: .init(20, 5, 6, 16, [12], [8, 4]))
        #expect(outcome.blocks == 0)
        #expect(outcome.statistics.samples > 11_900)
        #expect(outcome.statistics.windows > 2_300)
        #expect(outcome.statistics.entered > 1_000)
        #expect(outcome.statistics.commandsSettled.ok > 2_000)
    }

    @Test("in memory, with stacked layers that step at every sample: 0 blocks in 12,000 samples")
    func memory() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let outcome = try run(
            host: pair.host, deviceSide: pair.device, observer: SilentObserver(), shape: .init(16, 4, 6, nil, [8, 8], [5]))
        #expect(outcome.blocks == 0)
        #expect(outcome.statistics.windows > 2_900)
    }

    @Test("in memory, with a capture that is kept: 0 blocks in 12,000 samples")
    func captured() throws {
        try withTemporaryFolder { folder in
            let head = CaptureHead(program: "", system: "", begun: "", verb: "run", baud: 0, options: [])
            let writer = try CaptureWriter(creating: folder + "/a", head) { 0 }
            let pair = MemoryTransport.pair(capacity: 65_536)
            let host = try writer.opening({ CapturedPort(name: $0, baud: 0) }) { pair.host }
            let outcome = try run(
                host: host, deviceSide: pair.device, observer: SilentObserver(), shape: .init(16, 4, 6, nil, [8, 8], [5]))
            try writer.finish()
            #expect(outcome.blocks == 0)
            #expect(try CaptureFile(readingFileAt: folder + "/a").records.count { $0.kind == .read } > 12_000)
        }
    }

    @Test("in memory, with single samples and no LSTM: 0 blocks in 12,000 samples, each of them a window")
    func singleSamples() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let outcome = try run(
            host: pair.host, deviceSide: pair.device, observer: SilentObserver(), shape: .init(1, 1, 6, 16, [], [8, 5]))
        #expect(outcome.blocks == 0)
        #expect(outcome.statistics.windows > 11_900)
    }

    @Test("in memory, with samples that are resampled from 100 to 25 Hz: 0 blocks in 12,000 samples, with acknowledged commands")
    func resampled() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let outcome = try run(
            host: pair.host, deviceSide: pair.device, observer: SilentObserver(), shape: .init(16, 4, 6, nil, [8, 8], [5]),
            rate: 100)
        #expect(outcome.blocks == 0)
        #expect((730...750).contains(outcome.statistics.windows), "\(outcome.statistics.windows)")
        #expect(outcome.statistics.commandsSettled.ok > 500)
    }

    @Test("the counter finds an allocation that is put back: an observer that keeps a growing array")
    func positiveControl() throws {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let outcome = try run(
            host: pair.host, deviceSide: pair.device, observer: GrowingObserver(), shape: .init(16, 4, 6, nil, [8], [4]))
        #expect(outcome.blocks > 0)
    }
}
