import LiveLoop
import MotionCore
import Randomness
import TestSupport
import Testing
import Transport
import WireProtocol

/// A host that is stopped at random, beside a device that goes on, in one true time.
private final class StoppedHost {
    private let device: ScriptedDevice
    private let pipeline: LivePipeline
    private let clock = ManualClock()
    let observer = RecordingObserver()
    private let tap: FeedbackTap
    private let brake: BrakedTransport
    private var random: SeededGenerator
    private let drift: Double
    private let deviceStart: UInt64
    private var nextSample: UInt64 = 0
    /// What the sensor shows, but for noise; another one every second.
    private var posture: [Int16] = [0, 0, 0, 0, 0, 0]
    private var nextPosture: UInt64 = 0
    /// True time at which the sample with this stamp was taken.
    private var taken: [UInt32: UInt64] = [:]
    private var seen = 0
    /// True ages of the motion for which something was switched on, in microseconds.
    private(set) var ages: [UInt64] = []
    /// What was switched on for no sample that was ever taken.
    private(set) var causeless = 0
    private(set) var stops = 0

    static let timeToLive: UInt16 = 300

    /// - Parameter drift: of the device's clock.
    init(drift: Double, seed: UInt64) throws {
        let pair = MemoryTransport.pair(capacity: 4096)
        random = SeededGenerator(seed: seed)
        self.drift = drift
        deviceStart = 900_000_000 + seed * 1_000_000_000
        tap = FeedbackTap(pair.device)
        brake = BrakedTransport(pair.host)
        device = ScriptedDevice(transport: tap, identity: ScriptedDevice.sixAxes(rate: 50), now: deviceStart)
        var options = LiveOptions()
        options.decision.threshold = 0
        options.decision.smoothing = 1
        options.decision.enterRatio = 0
        options.decision.exitRatio = 4096
        options.decision.refractory = 0
        for label in 0..<4 {
            for (onEnter, pattern) in [(true, ActuatorAction.Pattern.on), (false, .off)] {
                let action = ActuatorAction(actuator: 1, unit: UInt8(label), pattern: pattern)
                options.feedback.entries.append(
                    .init(label: label, onEnter: onEnter, leastConfidence: 0, timeToLive: Self.timeToLive, action: action))
            }
        }
        let network = randomQuantizedNetwork(.init(10, 5, 6, nil, [8], [4]), carriesState: false, seed: 2)
        pipeline = LivePipeline(
            transport: brake, model: try liveModel(network, rate: 50), options: options, clock: clock, observer: observer,
            sessionID: 9)
        try pipeline.open()
    }

    var statistics: LiveStatistics { pipeline.statistics }

    /// Both run; at the end the host is stopped for `stop` seconds, now and then within a write.
    func run(seconds: Double, stop: Double) throws {
        stops += 1
        for _ in 0..<Int(seconds * 200) {
            try deviceGoesOn(5_000)
            try pipeline.step(longestWait: 0)
        }
        if random.happens(0.3) {
            let isSetBack = random.happens(0.3)
            brake.onWrite = { [self] in
                try? deviceGoesOn(UInt64(stop * 1e6))
                // The worst that a clock can do: for what waits on the line no time seems to have passed.
                if isSetBack { device.setClock(by: -Int64(stop * 1e6)) }
            }
            while brake.onWrite != nil {
                try deviceGoesOn(5_000)
                try pipeline.step(longestWait: 0)
            }
        } else {
            try deviceGoesOn(UInt64(stop * 1e6))
        }
        if random.happens(0.2) { device.setClock(by: .random(in: -900_000_000...900_000_000, using: &random)) }
    }

    private func deviceGoesOn(_ microseconds: UInt64) throws {
        let end = clock.now + microseconds
        while clock.now < end {
            clock.now += 5_000
            device.now = deviceStart + UInt64(Double(clock.now) * (1 + drift))
            if clock.now >= nextSample {
                nextSample = clock.now + 20_000
                if clock.now >= nextPosture {
                    nextPosture = clock.now + UInt64.random(in: 300_000...2_000_000, using: &random)
                    posture = posture.map { _ in Int16.random(in: -30_000...30_000, using: &random) }
                }
                taken[UInt32(truncatingIfNeeded: device.time)] = clock.now
                device.push(posture.map { $0 + Int16.random(in: -2_000...2_000, using: &random) })
                device.now = deviceStart + UInt64(Double(clock.now) * (1 + drift))
            }
            // What finds no room in the port is lost, as in a serial line's driver.
            try? device.service()
            look()
        }
    }

    private func look() {
        for change in device.changes[seen...] where change.action.pattern != .off {
            guard let issued = tap.issued[change.sequence], let motion = taken[issued] else {
                causeless += 1
                continue
            }
            ages.append(clock.now - motion)
        }
        seen = device.changes.count
    }
}

/// Notes which device time each command was issued with.
private final class FeedbackTap: ByteTransport {
    var name: String { inner.name }
    private(set) var issued: [UInt16: UInt32] = [:]
    private let inner: any ByteTransport
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder

    init(_ inner: any ByteTransport) {
        self.inner = inner
        decoder = FrameDecoder(buffer: buffer)
    }

    deinit { buffer.deallocate() }

    func read(into bytes: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        let count = try inner.read(into: bytes, timeoutMilliseconds: timeoutMilliseconds)
        for byte in bytes.prefix(count) where decoder.push(byte) && decoder.header.kind == .feedback {
            if let command = FeedbackMessage(decoder.payload) { issued[command.sequence] = command.issued }
        }
        return count
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        try inner.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
    }

    func close() { inner.close() }
}

/// Lets something happen before the next command arrives, once.
private final class BrakedTransport: ByteTransport {
    var name: String { inner.name }
    var onWrite: (() -> Void)?
    private let inner: any ByteTransport
    private let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: FrameLimits.encoded)
    private var decoder: FrameDecoder

    init(_ inner: any ByteTransport) {
        self.inner = inner
        decoder = FrameDecoder(buffer: buffer)
    }

    deinit { buffer.deallocate() }

    private func holdsCommand(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var holds = false
        for byte in bytes where decoder.push(byte) { holds = holds || decoder.header.kind == .feedback }
        return holds
    }

    func read(into bytes: UnsafeMutableRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) -> Int {
        try inner.read(into: bytes, timeoutMilliseconds: timeoutMilliseconds)
    }

    func write(_ bytes: UnsafeRawBufferPointer, timeoutMilliseconds: Int32) throws(TransportError) {
        if holdsCommand(bytes), let happens = onWrite {
            onWrite = nil
            happens()
        }
        try inner.write(bytes, timeoutMilliseconds: timeoutMilliseconds)
    }

    func close() { inner.close() }
}

@Suite("A host that is stopped")
struct StoppedHostTests {
    @Test(
        "300 times, for up to ten seconds, beside a clock that drifts and is set, switches nothing on by motion older than its time to live",
        arguments: [-0.03, 0, 0.03])
    func stopped(_ drift: Double) throws {
        var random = SeededGenerator(seed: 7)
        let host = try StoppedHost(drift: drift, seed: 3)
        while host.stops < 100 {
            try host.run(seconds: .random(in: 2...6, using: &random), stop: .random(in: 0...10, using: &random))
        }
        let statistics = host.statistics
        let oldest = host.ages.max() ?? 0
        print(
            "drift \(drift): \(host.ages.count) switched on, oldest motion \(Double(oldest) / 1000) ms, \(statistics.commandsStale) stale, "
                + "\(statistics.commandsSettled.late) late, \(statistics.clockSets) clocks set, \(statistics.restarts) restarts")
        #expect(oldest <= UInt64(StoppedHost.timeToLive) * 1000)
        #expect(host.causeless == 0)
        #expect(host.ages.count > 60)
    }
}
