import MotionCore
import Testing
import WireProtocol

@Suite("A device link")
struct DeviceLinkTests {
    @Test("says HELLO at boot after a lone 0x00, every five seconds, and in answer to a host's")
    func hello() {
        let device = DeviceOnABench(drains: false)
        #expect(device.link.outgoing[0] == 0)
        #expect(device.drain().map(\.header.kind) == [.hello])
        device.pass(milliseconds: 10_000)
        #expect(device.drain().filter { $0.header.kind == .hello }.count == 2)
        device.greet(session: 5)
        let answer = device.drain()
        #expect(answer.map(\.header.isReply) == [true])
        #expect(answer.first?.hello?.session == 7)
        device.host(.hello, isReply: true) { HelloMessage(role: .host, session: 6).write(to: &$0) }
        #expect(device.drain().isEmpty)
    }

    @Test("sends a heartbeat every second, with its counters")
    func heartbeat() {
        let device = DeviceOnABench()
        device.heartbeat()
        device.pass(milliseconds: 3000)
        let beats = device.drain().filter { $0.header.kind == .heartbeat }.map(\.heartbeat)
        #expect(beats.map(\.uptime) == [1000, 2000, 3000])
        #expect(beats.last?.framesReceived == 1)
        #expect(beats.last?.framesSent == 3)
    }

    @Test("answers a clock exchange in 64 bits")
    func timeSync() {
        let device = DeviceOnABench(now: 0x1_0000_0005)
        device.host(.timeSync) { TimeSyncMessage(requested: 99).write(to: &$0) }
        let answer = device.drain()
        #expect(answer.map(\.timeSync) == [TimeSyncMessage(requested: 99, received: device.now, answered: device.now)])
        #expect(answer.first?.header.isReply == true)
        #expect(answer.first?.header.time == 5)
    }

    @Test("answers another major version with HELLO, at most once a second")
    func versions() {
        let device = DeviceOnABench()
        for _ in 0..<3 { device.host(FrameHeader(.heartbeat), majorVersion: 2) { HeartbeatMessage().write(to: &$0) } }
        #expect(device.drain().map(\.header.kind) == [.hello])
        device.now += 1_000_000
        device.host(FrameHeader(.heartbeat), majorVersion: 2) { HeartbeatMessage().write(to: &$0) }
        #expect(device.drain().map(\.header.kind) == [.hello])
        #expect(device.link.counters.versionMismatches == 4)
    }

    @Test("hands up predictions")
    func predictions() {
        let device = DeviceOnABench()
        let prediction = PredictionMessage(windowEnd: 5, lastIndex: 6, label: 1, phase: .enter, confidence: 30_000, slot: 2)
        #expect(device.host(.prediction) { prediction.write(to: &$0) } == [.predicted(prediction)])
    }

    @Test("sends a prediction after the samples that it rests on, with a score for each label")
    func ownPredictions() {
        let device = DeviceOnABench(rate: 100)
        _ = device.drain()
        device.stream(1, rate: 100)
        let prediction = PredictionMessage(
            windowEnd: 5, lastIndex: device.link.lastIndex, label: 1, phase: .hold, confidence: 30_000, slot: 2, windowsBefore: 7)
        let scores: [Int16] = [0, 32767, 12]
        let isSent = device.link.send(prediction, scores: scores, scoreCount: 3, now: device.now)
        #expect(isSent)
        let frames = device.drain()
        #expect(frames.map(\.header.kind) == [.data, .prediction])
        #expect(prediction.lastIndex == frames[0].header.index)
        frames[1].payload.withUnsafeBufferPointer { bytes in
            let payload = PayloadReader(bytes.baseAddress!, count: bytes.count)
            #expect(PredictionMessage(payload) == prediction)
            #expect((0..<PredictionMessage.scoreCount(payload)).map { PredictionMessage.score(payload, of: $0) } == scores)
        }
    }

    @Test("leaves out scores that do not fit a frame", arguments: [(114, 114), (115, 0)])
    func mostScores(labels: Int, sent: Int) {
        let device = DeviceOnABench(rate: 100)
        _ = device.drain()
        let prediction = PredictionMessage(windowEnd: 5, lastIndex: 0, label: 1, phase: .none, confidence: 1, slot: 0)
        let isSent = device.link.send(prediction, scores: [Int16](repeating: 1, count: labels), scoreCount: labels, now: device.now)
        #expect(isSent)
        #expect(device.drain().map(\.payload.count) == [12 + 2 * sent])
    }

    @Test("leaves out what does not fit; dropped samples are counted and keep their indices")
    func overflow() {
        let device = DeviceOnABench(rate: 100, queue: DeviceLink.leastQueue)
        device.stream(40, rate: 100)
        let dropped = device.link.samplesDropped
        #expect(dropped > 0 && dropped < 40)
        let arrived = device.drain().filter { $0.header.kind == .data }.map { Int($0.header.count) }.reduce(0, +)
        #expect(arrived + Int(dropped) == 40)
        device.now += 10_000
        device.stream(2, rate: 100)
        #expect(device.drain().map(\.header.index) == [40])
    }

    @Test("counts samples that the firmware missed in the index")
    func missed() {
        let device = DeviceOnABench(rate: 25)
        device.stream(1, rate: 25)
        device.link.drop(3, now: device.now)
        device.now += 160_000
        device.stream(1, rate: 25)
        #expect(device.drain().map(\.header.index) == [0, 4])
        #expect(device.link.samplesDropped == 3)
    }
}

@Suite("A device that is asked to change its configuration")
struct DeviceConfigurationTests {
    @Test("sends shorter frames at once, in the same session")
    func samplesPerFrame() {
        let device = DeviceOnABench(rate: 200)
        var config = ConfigMessage(sequence: 9)
        config.samplesPerFrame = 2
        #expect(device.host(.config) { config.write(to: &$0) }.isEmpty)
        #expect(
            device.drain().map(\.ack) == [
                AckMessage(sequence: 9, status: .ok, type: .config, applied: UInt32(device.now))
            ])
        device.stream(4, rate: 200)
        #expect(device.drain().map(\.header.count) == [2, 2])
    }

    @Test("does not bother its program with values that make no sense", arguments: [0, -1, Float.nan, .infinity, 10_001])
    func outOfRange(_ rate: Float) {
        let device = DeviceOnABench()
        var config = ConfigMessage(sequence: 9)
        config.rate = rate
        #expect(device.host(.config) { config.write(to: &$0) }.isEmpty)
        #expect(device.drain().map(\.ack.known) == [.unsupported])
    }

    @Test("begins a new session: waiting samples and ACK with the old tag, then HELLO with another, and the index goes on")
    func newSession() {
        let device = DeviceOnABench(rate: 200)
        #expect(device.command(4)?.known == .ok)
        _ = device.drain()
        device.stream(6, rate: 200)
        var config = ConfigMessage(sequence: 9)
        config.rate = 100
        #expect(device.host(.config) { config.write(to: &$0) } == [.configurationAsked(config)])
        device.link.answer(config, .changed(DeviceOnABench.identity(rate: 100, session: 7)), now: device.now)
        device.now += 10_000
        device.stream(2, rate: 100)
        let frames = device.drain()
        #expect(frames.map(\.header.kind) == [.data, .data, .ack, .hello, .data])
        #expect(frames.map(\.header.index) == [0, 4, 6, 6, 6])
        #expect(frames.map(\.header.sessionTag) == [0, 0, 0, 1, 1])
        #expect(frames[3].hello?.session == 8)
        #expect(frames[3].hello?.sensor.rate == 100)
        #expect(device.command(4)?.known == .ok)
        #expect(device.changes.map(\.reason) == [.command, .replaced])
    }
}
