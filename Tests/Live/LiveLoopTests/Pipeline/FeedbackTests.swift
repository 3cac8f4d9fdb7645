import Formatting
import LiveLoop
import MotionCore
import MotionRecognition
import TestSupport
import Testing
import Transport
import WireProtocol

@Suite("Feedback of the live loop")
struct FeedbackTests {
    @Test("an entered label lights its LED, and the device acknowledges")
    func acknowledged() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 14)
        #expect(bench.device.changes.map(\.action.pattern) == [.on])
        #expect(bench.device.changes.first?.action.unit == 2)
        #expect(bench.observer.outcomes.map(\.status) == [.ok])
    }

    @Test("a command that the device did not hear is repeated and applied once")
    func repeated() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 5)
        // From the window's end on the device hears nothing for 120 ms.
        try bench.tick(times: 8, isDeaf: true)
        try bench.tick(times: 8)
        #expect(bench.device.changes.count == 1)
        #expect(bench.observer.outcomes.map(\.status) == [.ok])
        #expect((bench.observer.outcomes.first?.attempts ?? 0) > 1)
    }

    @Test("a command that nobody acknowledges is given up after four sendings or its time to live, and counted")
    func lost() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 5)
        try bench.tick(times: 30, isDeaf: true)
        #expect(bench.observer.outcomes.map(\.status) == [nil])
        #expect(bench.device.changes.isEmpty)
    }

    @Test("a clean end leaves the label and puts the LED out")
    func cleanEnd() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 14)
        bench.pipeline.prepareToFinish()
        try bench.tick(times: 3)
        #expect(bench.device.changes.map(\.action.pattern) == [.on, .off])
    }

    @Test("a label entered before the clocks are exchanged lights its LED as soon as they are")
    func owedEnter() throws {
        let bench = try FeedbackBench()
        // The device is greeted, then hears nothing: no TIMESYNC is answered, but its samples come.
        try bench.tick(times: 1)
        bench.device.beginSession(ScriptedDevice.sixAxes(session: 8))
        try bench.tick(times: 14, isDeaf: true)
        #expect(bench.observer.windows.contains { $0.phase == "enter" })
        #expect(bench.device.changes.isEmpty)
        try bench.tick(times: 300)
        #expect(bench.device.changes.map(\.action.pattern) == [.on])
    }

    @Test("after the end was asked for no further label is entered")
    func nothingAfterTheEnd() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 14)
        bench.pipeline.prepareToFinish()
        let windows = bench.observer.windows.count
        try bench.tick(times: 30)
        #expect(bench.observer.windows.count == windows)
    }

    @Test("after two seconds without a window the active label is left")
    func noWindows() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 14)
        for _ in 0..<60 {
            bench.clock.now += 40_000
            bench.device.now += 40_000
            try bench.device.service()
            try bench.pipeline.step(longestWait: 0)
        }
        #expect(bench.observer.abandoned.count == 1)
        #expect(bench.device.changes.map(\.action.pattern) == [.on, .off])
    }

    @Test("a new session leaves the label, and the LED goes out as soon as the clocks are exchanged")
    func newSession() throws {
        let bench = try FeedbackBench()
        try bench.tick(times: 14)
        bench.device.beginSession(ScriptedDevice.sixAxes(session: 5))
        try bench.tick(times: 5)
        #expect(bench.device.changes.map(\.action.pattern) == [.on, .off])
        #expect(bench.observer.abandoned.count == 1)
    }
}

@Suite("Models and devices that do not fit")
struct MisfitTests {
    private func sentence(_ identity: HelloMessage, rate: Double? = 25) throws -> String? {
        let pair = MemoryTransport.pair(capacity: 65_536)
        let network = randomQuantizedNetwork(.init(10, 5, 6, nil, [8], [4]), carriesState: false, seed: 2)
        let device = ScriptedDevice(transport: pair.device, identity: identity)
        let pipeline = LivePipeline(
            transport: pair.host, model: try liveModel(network, rate: rate), options: LiveOptions(), clock: ManualClock(),
            observer: SilentObserver(), sessionID: 1)
        do throws(LiveFailure) {
            try pipeline.open()
            for _ in 0..<3 {
                do { try device.service() } catch { return "\(error)" }
                try pipeline.step(longestWait: 0)
            }
            return nil
        } catch {
            if case .misfit(let misfit) = error { return misfit.sentence.description }
            return "\(error)"
        }
    }

    @Test("a device with the model's channels and rate fits")
    func fits() throws {
        #expect(try sentence(ScriptedDevice.sixAxes()) == nil)
    }

    @Test("a rate that cannot be brought to the model's is refused with both rates, any other is not")
    func rate() throws {
        let sentence = try sentence(ScriptedDevice.sixAxes(rate: 5), rate: 1000) ?? ""
        #expect(sentence.contains("5 Hz") && sentence.contains("1000 Hz"))
        #expect(try self.sentence(ScriptedDevice.sixAxes(rate: 50)) == nil)
    }

    @Test("a model that does not know its rate takes any")
    func unknownRate() throws {
        #expect(try sentence(ScriptedDevice.sixAxes(rate: 50), rate: nil) == nil)
    }

    @Test("a missing channel is named")
    func channel() throws {
        var hello = HelloMessage(role: .device, session: 3)
        hello.sensor.rate = 25
        hello.sensor.addChannel(ChannelDescription(kind: 0x10, unit: .g, scale: 0.001, offset: 0, fullScale: 8))
        #expect(try sentence(hello)?.contains("“gx”") == true)
    }

    @Test("units and axes are converted: degrees, m/s², a sensor mounted upside down")
    func conversion() throws {
        let network = randomQuantizedNetwork(.init(10, 5, 6, nil, [8], [4]), carriesState: false, seed: 2)
        var hello = HelloMessage(role: .device, session: 3)
        hello.sensor.rate = 25
        hello.sensor.axes = [2, -1, 3]
        for axis in 0..<3 as Range<UInt8> {
            hello.sensor.addChannel(
                ChannelDescription(kind: 0x10 + axis, unit: .metresPerSecondSquared, scale: 0.00980665, offset: 0, fullScale: 80))
        }
        for axis in 0..<3 as Range<UInt8> {
            hello.sensor.addChannel(
                ChannelDescription(kind: 0x20 + axis, unit: .degreesPerSecond, scale: 0.0625, offset: 0, fullScale: 2000))
        }
        let bound = try SixAxisBinding(hello.sensor, network)
        let binding = bound.binding
        // Inputs are gx gy gz ax ay az; the board's x is the sensor's −y, its y the sensor's x.
        #expect((0..<6).map { binding[$0].channel } == [4, 3, 5, 1, 0, 2])
        #expect(binding[3].normaliser.input(forCount: 1000) == -512)
        #expect(binding[4].normaliser.input(forCount: 1000) == 512)
        #expect(binding[2].normaliser.input(forCount: 16000) == Int16((16000 * 0.0625 * Double.pi / 180 * 512).rounded()))
    }

    @Test("a device of another major version is refused loudly")
    func version() throws {
        let pair = MemoryTransport.pair()
        let pipeline = LivePipeline(
            transport: pair.host, model: nil, options: LiveOptions(), clock: ManualClock(), observer: SilentObserver(), sessionID: 1
        )
        try pipeline.open()
        let scratch = UnsafeMutablePointer<UInt8>.allocate(capacity: 1024)
        defer { scratch.deallocate() }
        // A HEARTBEAT of version 2: the header's first byte is 0x20.
        let encoder = FrameEncoder(scratch: scratch)
        var writer = encoder.begin(FrameHeader(.heartbeat))
        HeartbeatMessage().write(to: &writer)
        scratch[0] = 0x20
        let count = encoder.finish(writer, into: scratch + 512)
        try pair.device.write(UnsafeRawBufferPointer(start: scratch + 512, count: count), timeoutMilliseconds: 0)
        #expect {
            try pipeline.step(longestWait: 0)
        } throws: { error in
            if case .misfit(let misfit)? = error as? LiveFailure { return misfit.reason == .version }
            return false
        }
    }
}

@Suite("Latency histogram")
struct LatencyHistogramTests {
    @Test("percentiles are within 4 % of the exact ones, the largest is exact")
    func percentiles() {
        var histogram = LatencyHistogram()
        for value in 1...10_000 as ClosedRange<UInt64> { histogram.record(value) }
        #expect(((histogram.percentile(0.5) ?? 0) - 5000).magnitude < 200)
        #expect(((histogram.percentile(0.99) ?? 0) - 9900).magnitude < 400)
        #expect(histogram.largest == 10_000)
    }

    @Test("it takes 0 and very long durations")
    func ends() {
        var histogram = LatencyHistogram()
        histogram.record(0)
        histogram.record(UInt64.max)
        #expect(histogram.count == 2)
    }
}
