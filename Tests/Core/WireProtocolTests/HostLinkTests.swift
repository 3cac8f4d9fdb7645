import MotionCore
import Testing
import WireProtocol

@Suite("The host's role, joined to a device in memory")
struct HostLinkTests {
    @Test("asks for HELLO, and knows the device when it answers")
    func greeting() {
        let world = HostAndDevice(rate: 104)
        world.open()
        world.pass(milliseconds: 5)
        #expect(world.news() == [.greeted(rate: 104, voided: 0)])
        #expect(world.announced?.sensor.channelCount == 6)
        #expect(world.isGreeted)
        #expect(world.sessions == 1)
    }

    @Test("asks again every 500 ms while nobody answers, and complains once after three seconds")
    func askingAgain() {
        let world = HostAndDevice()
        var bytes = 0
        world.downwards = { sent in
            bytes += sent.count
            return []
        }
        world.upwards = { _ in [] }
        world.open()
        world.pass(milliseconds: 20)
        let hello = bytes
        world.pass(milliseconds: 2900)
        // Five more HELLOs without the 0x00 that stands before the first, and two HEARTBEATs of 48 bytes.
        #expect(bytes == hello + 5 * (hello - 1) + 2 * 48)
        world.pass(milliseconds: 5000)
        #expect(world.news() == [.mute])
    }

    @Test("complains of bytes that make no frame, and tells how many")
    func unintelligible() {
        let world = HostAndDevice()
        world.upwards = { $0.map { $0 == 0 ? 1 : $0 } }
        world.open()
        world.pass(milliseconds: 5000)
        let news = world.news()
        #expect(news.count == 1)
        if case .unintelligible(let bytes)? = news.first { #expect(bytes > 40) } else { Issue.record("\(news)") }
    }

    @Test("exchanges the clocks at once, four times in all within 200 ms, eight times a second apart, then every ten seconds")
    func clocks() {
        let world = HostAndDevice()
        world.open()
        func exchanges() -> Int { world.told.count { $0 == .synchronised } }
        world.pass(milliseconds: 250)
        #expect(exchanges() == 4)
        world.pass(milliseconds: 8_000)
        #expect(exchanges() == 12)
        world.pass(milliseconds: 9_800)
        #expect(exchanges() == 12)
        world.pass(milliseconds: 10_200)
        #expect(exchanges() == 14)
        #expect(world.clockRoundTrip != nil)
    }

    @Test("commands nothing before the device's clock is known")
    func commandTooEarly() {
        let world = HostAndDevice()
        world.open()
        #expect(!world.command())
        world.pass(milliseconds: 20)
        #expect(world.command())
        world.pass(milliseconds: 5)
        #expect(world.changes.map(\.action.pattern) == [.on])
        #expect(world.news().last == .settled(.ok, attempts: 1))
    }

    @Test("repeats a command that the line lost, and the device applies it once")
    func repeatedCommand() {
        let world = HostAndDevice.greeted()
        world.upwards = { _ in [] }
        #expect(world.command())
        world.pass(milliseconds: 50)
        world.upwards = { $0 }
        world.pass(milliseconds: 100)
        #expect(world.changes.count == 1)
        #expect(world.news() == [.settled(.ok, attempts: 2)])
    }

    @Test("gives a command up after four sendings")
    func lostCommand() {
        let world = HostAndDevice.greeted()
        world.downwards = { _ in [] }
        #expect(world.command(timeToLive: 10_000))
        world.pass(milliseconds: 700)
        #expect(world.news() == [.settled(nil, attempts: 4)])
        #expect(world.commandsSent == 4)
        #expect(!world.isWaiting)
    }

    @Test("accepts sixteen commands that wait, and says of the next that it does not")
    func manyCommands() {
        let world = HostAndDevice.greeted()
        let accepted = (0..<17).map { _ in world.command() }
        #expect(accepted == [Bool](repeating: true, count: 16) + [false])
    }

    @Test("hands out every sample once, in order, with its index")
    func samples() {
        let world = HostAndDevice.greeted()
        let first = world.lastIndex &+ 1
        world.stream(0..<200)
        var expected = 0
        for case .samples(let index, let counts) in world.told {
            #expect(index == first &+ UInt16(expected))
            for count in counts {
                #expect(count == Int16(truncatingIfNeeded: expected * 7))
                expected += 1
            }
        }
        #expect(expected >= 198)
        #expect(world.samples == UInt64(expected))
        let measured = world.measured
        #expect(measured.map { abs(Double($0.samples) * 1e6 / Double($0.microseconds) - 100) < 0.5 } == true)
    }

    @Test("tells of samples that the line lost before the next that came, and how many they are")
    func lostSamples() {
        let world = HostAndDevice.greeted()
        world.stream(0..<20)
        world.upwards = { _ in [] }
        world.stream(20..<30)
        world.upwards = { $0 }
        world.stream(30..<40)
        let lost = world.news().compactMap { if case .lost(let samples) = $0 { samples } else { nil } }.reduce(0, +)
        #expect(lost == Int(world.lostSamples))
        #expect((8...12).contains(lost))
    }

    @Test("hands out no sample of a session whose HELLO was lost, until it came")
    func samplesOfAnUnknownSession() {
        let world = HostAndDevice.greeted()
        var next = world.device.identity
        next.session = 98
        world.device.beginSession(next, now: world.now + world.lead)
        world.device.consume(world.device.outgoingCount)
        // The device does not hear that it is asked.
        world.downwards = { _ in [] }
        world.stream(0..<30)
        #expect(world.told.contains(.restarted(voided: 0)))
        #expect(!world.told.contains { if case .samples = $0 { true } else { false } })
        #expect(!world.isGreeted)
        world.downwards = { $0 }
        world.pass(milliseconds: 600)
        world.stream(30..<35)
        #expect(world.isGreeted)
        #expect(world.told.contains { if case .samples = $0 { true } else { false } })
    }

    @Test("notices another session whose HELLO was lost, and greets it again")
    func restarted() {
        let world = HostAndDevice.greeted()
        var next = world.device.identity
        next.session = 99
        world.device.beginSession(next, now: world.now + world.lead)
        world.device.consume(world.device.outgoingCount)
        world.sample(1)
        world.upwards = { bytes in bytes.isEmpty ? [] : bytes }
        world.pass(milliseconds: 30)
        #expect(world.news() == [.restarted(voided: 0), .greeted(rate: 100, voided: 0)])
        #expect(world.restarts == 1)
        #expect(world.sessions == 2)
    }

    @Test("voids the commands that waited for a device whose session ended")
    func voided() {
        let world = HostAndDevice.greeted()
        world.downwards = { _ in [] }
        #expect(world.command())
        #expect(world.command(.off))
        world.pass(milliseconds: 10)
        var next = world.device.identity
        next.session = 100
        world.device.beginSession(next, now: world.now + world.lead)
        world.pass(milliseconds: 10)
        #expect(world.news() == [.greeted(rate: 100, voided: 2)])
        #expect(!world.isWaiting)
    }

    @Test("takes a device's own HELLO every five seconds for what it is, no news")
    func repeatedHello() {
        let world = HostAndDevice.greeted()
        world.pass(milliseconds: 16_000)
        #expect(world.news() == [])
        #expect(world.sessions == 1)
    }

    @Test("says that the device fell silent after three seconds, once, asks for HELLO, and takes it back")
    func silent() {
        let world = HostAndDevice.greeted()
        world.upwards = { _ in [] }
        world.pass(milliseconds: 4_500)
        #expect(world.news() == [.silent])
        world.upwards = { $0 }
        world.pass(milliseconds: 600)
        #expect(world.news() == [])
        #expect(world.isGreeted)
    }

    @Test("passes by DATA whose size does not match the announced channels, and says so")
    func unusable() {
        let world = HostAndDevice.greeted()
        world.send(
            FrameHeader(
                .data, index: world.lastIndex &+ 1, time: UInt32(truncatingIfNeeded: world.now + world.lead), count: 1)
        ) { writer in
            for _ in 0..<5 { writer.u16(3) }
        }
        #expect(world.news() == [.unusable])
        #expect(world.unusableFrames == 1)
    }

    @Test("counts echoes of its own frames, and loses nothing by them")
    func echoes() {
        let world = HostAndDevice.greeted()
        world.send(FrameHeader(.timeSync, index: 30_000, time: 5)) { TimeSyncMessage(requested: 1).write(to: &$0) }
        world.send(FrameHeader(.config, index: 9, time: 5)) { ConfigMessage(sequence: 1).write(to: &$0) }
        #expect(world.news() == [])
        #expect(world.wrongSide == 2)
        #expect(world.lostSamples == 0)
    }

    @Test("says once that a device speaks another major version")
    func otherVersion() {
        let world = HostAndDevice.greeted()
        for _ in 0..<3 {
            world.send(FrameHeader(.heartbeat), majorVersion: 2) { HeartbeatMessage().write(to: &$0) }
            world.pass(milliseconds: 5)
        }
        #expect(world.news() == [.otherVersion])
    }

    @Test("hands out what else a device says")
    func messages() {
        let world = HostAndDevice.greeted()
        let button = EventMessage(kind: 1, which: 2, value: 1)
        let prediction = PredictionMessage(windowEnd: 1, lastIndex: 19, label: 1, phase: .enter, confidence: 9, slot: 0)
        #expect(world.deviceSends(button))
        #expect(world.deviceSends(prediction))
        world.pass(milliseconds: 5)
        #expect(world.news() == [.event(button), .predicted(lastIndex: 19)])
    }

    @Test("leaves out what finds no room in its queue, and counts it")
    func noRoom() {
        let world = HostAndDevice(hostQueue: HostLink.leastQueue)
        world.open()
        let prediction = PredictionMessage(windowEnd: 1, lastIndex: 19, label: 1, phase: .enter, confidence: 9, slot: 0)
        for _ in 0..<40 { world.host.send(prediction, now: world.now) }
        #expect(world.framesLeftOut > 0)
        #expect(world.outgoingCount <= HostLink.leastQueue)
    }
}
