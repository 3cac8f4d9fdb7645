import MotionCore
import Testing
import WireProtocol

@Suite("What is wrong with a device is said")
struct HostDiagnosisTests {
    /// What a host is told within `milliseconds` of a device that sends these bytes only.
    private func told(_ milliseconds: Int = 4_000, sending: (HostAndDevice) -> Void) -> [HostAndDevice.Told] {
        let world = HostAndDevice()
        world.upwards = { _ in [] }
        world.open()
        sending(world)
        world.pass(milliseconds: milliseconds)
        return world.news()
    }

    @Test("its own HELLO that comes back is a loopback, and nothing else")
    func loopback() {
        let world = HostAndDevice()
        var sent: [UInt8] = []
        world.downwards = { bytes in
            sent = bytes
            return []
        }
        world.upwards = { _ in
            defer { sent = [] }
            return sent
        }
        world.open()
        world.pass(milliseconds: 6_000)
        #expect(world.news() == [.loopback])
    }

    @Test("intact frames without a HELLO are no wrong baud rate")
    func noHello() {
        let news = told { world in
            for index in 0..<3 as Range<UInt16> {
                world.send(FrameHeader(.data, index: index, time: UInt32(index) * 10_000, count: 1)) { $0.u16(1) }
            }
        }
        #expect(news == [.helloMissing(frames: 3)])
    }

    static let faults: [(fault: HelloFault, change: @Sendable (inout HelloMessage) -> Void)] = [
        (.scale, { $0.sensor.addChannel(ChannelDescription(kind: 0x10, unit: .g, scale: .nan, offset: 0, fullScale: 1)) }),
        (.rate, { $0.sensor.rate = .infinity }), (.lacksChannels, { _ in }),
    ]

    @Test("a HELLO that is refused is named by its item, once", arguments: faults.indices)
    func refused(_ index: Int) {
        let example = Self.faults[index]
        let news = told { world in
            var hello = HelloMessage(role: .device, session: 3)
            hello.sensor = SensorDescription(rate: 50)
            example.change(&hello)
            for _ in 0..<3 { world.send(FrameHeader(.hello)) { hello.write(to: &$0) } }
        }
        #expect(news == [.helloRefused(example.fault)])
    }

    @Test("a HELLO with too long a name is refused for that")
    func longName() {
        let news = told { world in
            world.send(FrameHeader(.hello)) { writer in
                for byte in [1, 1, 1, 2, 4, 1, 0, 0, 0, 4, 33] as [UInt8] { writer.u8(byte) }
                for _ in 0..<33 { writer.u8(65) }
            }
        }
        #expect(news == [.helloRefused(.name)])
    }

    @Test("other samples under the same session id begin a session, and are said once")
    func keptSession() {
        let world = HostAndDevice()
        world.open()
        world.pass(milliseconds: 400)
        _ = world.news()
        var other = world.device.identity
        other.sensor.rate = 50
        for _ in 0..<2 {
            world.send(FrameHeader(.hello, index: world.lastIndex &+ 1, time: UInt32(truncatingIfNeeded: world.now + world.lead))) {
                other.write(to: &$0)
            }
            world.now += 1000
        }
        #expect(world.news() == [.greeted(rate: 50, voided: 0), .irregular(.keepsSession)])
        #expect(world.sessions == 2)
    }

    @Test("samples that are held for 800 ms are used, and said once")
    func held() {
        let world = HostAndDevice()
        world.open()
        world.pass(milliseconds: 400)
        _ = world.news()
        var index = world.lastIndex &+ 1
        // Only what follows is heard.
        world.upwards = { _ in [] }
        for round in 0..<4 as Range<UInt64> {
            var time = world.now + world.lead
            world.pass(milliseconds: 800)
            world.send(FrameHeader(.heartbeat, index: index, time: UInt32(truncatingIfNeeded: world.now + world.lead))) {
                var heartbeat = HeartbeatMessage()
                heartbeat.uptime = UInt32(100_000 + round * 800)
                heartbeat.write(to: &$0)
            }
            for _ in 0..<8 {
                world.send(FrameHeader(.data, index: index, time: UInt32(truncatingIfNeeded: time), count: 10)) { writer in
                    for _ in 0..<60 { writer.u16(0) }
                }
                index &+= 10
                time += 100_000
            }
        }
        #expect(world.samples == 320)
        #expect(world.news() == [.irregular(.holdsSamples(milliseconds: 800))])
    }

    @Test("a device's clock that is set is asked for again; samples go on", arguments: [3_000_000, 600_000_000, -600_000_000])
    func clockSet(_ step: Int64) {
        let world = HostAndDevice(lead: 7_700_000_000)
        world.open()
        world.pass(milliseconds: 400)
        world.stream(0..<50)
        _ = world.news()
        world.told.removeAll()
        world.setDeviceClock(by: step)
        world.stream(50..<100)
        #expect(world.news() == [.clockSet(voided: 0)])
        #expect(world.lostSamples == 0)
        // Commands are in time again.
        #expect(world.order(motion: world.deviceTime) == .accepted)
        world.pass(milliseconds: 10)
        #expect(world.changes.count == 1)
    }
}

@Suite("The rate that HELLO announces")
struct HostRateWatchTests {
    /// Samples of `actual` Hz from a device that announces 100 Hz, for so many seconds.
    private func told(actual: Int, seconds: Int, stamped: Int? = nil) -> HostAndDevice {
        let world = HostAndDevice(rate: 100)
        world.open()
        world.pass(milliseconds: 400)
        _ = world.news()
        var index = world.lastIndex &+ 1
        let start = world.now + world.lead
        for sample in 0..<seconds * actual {
            let time = start + UInt64(sample) * 1_000_000 / UInt64(stamped ?? actual)
            world.now = start - world.lead + UInt64(sample) * 1_000_000 / UInt64(actual)
            world.send(FrameHeader(.data, index: index, time: UInt32(truncatingIfNeeded: time), count: 1)) { writer in
                for _ in 0..<6 { writer.u16(0) }
            }
            index &+= 1
        }
        return world
    }

    @Test("is not believed when samples come at another, and both are told", arguments: [20, 89, 111, 400])
    func wrong(_ rate: Int) {
        let news = told(actual: rate, seconds: 3).news()
        guard case .rateWrong(let measured, false)? = news.first else {
            Issue.record("\(news)")
            return
        }
        #expect(abs(measured - rate) <= 1)
        #expect(news.count == 1)
    }

    @Test("is believed within a tenth", arguments: [91, 100, 109])
    func right(_ rate: Int) {
        #expect(told(actual: rate, seconds: 10).news() == [])
    }

    @Test("is held against the host's clock too: a device may stamp what it announces")
    func stamped() {
        let world = told(actual: 130, seconds: 8, stamped: 100)
        let news = world.news().filter { if case .rateWrong = $0 { true } else { false } }
        #expect(news.count == 1)
        if case .rateWrong(let measured, true)? = news.first { #expect(abs(measured - 130) <= 2) } else { Issue.record("\(news)") }
    }

    @Test("is not doubted for a pause of the host: bytes that waited come all at once")
    func pausedHost() {
        let world = HostAndDevice()
        world.open()
        world.pass(milliseconds: 400)
        world.stream(0..<300)
        var waiting: [UInt8] = []
        world.upwards = { bytes in
            waiting += bytes
            return []
        }
        world.stream(300..<600)
        world.upwards = { bytes in
            defer { waiting = [] }
            return waiting + bytes
        }
        _ = world.news()
        world.stream(600..<1500)
        #expect(world.news() == [])
    }

    @Test("fits again when samples come as announced again")
    func again() {
        let world = told(actual: 50, seconds: 3)
        let start = world.now
        var index = UInt16(150)
        for sample in 1...500 {
            world.now = start + UInt64(sample) * 10_000
            world.send(FrameHeader(.data, index: index, time: UInt32(truncatingIfNeeded: world.now + world.lead), count: 1)) {
                writer in
                for _ in 0..<6 { writer.u16(0) }
            }
            index &+= 1
        }
        #expect(world.news().last == .rateRight)
    }
}
