import Testing
import WireProtocol

@Suite("A device whose host says GOODBYE")
struct DeviceGoodbyeTests {
    /// A device with two LEDs that a command switched on, and one that goes off by itself.
    private func litDevice() -> DeviceOnABench {
        let device = DeviceOnABench()
        device.greet(session: 1)
        _ = device.command(5, led: 0)
        _ = device.command(6, led: 2, duration: 10_000)
        _ = device.drain()
        return device
    }

    private func sayGoodbye(to device: DeviceOnABench) -> [DeviceEvent] { device.host(.goodbye) { _ in } }

    @Test("turns off what commands switched on, at once, and tells why")
    func off() {
        let device = litDevice()
        #expect(sayGoodbye(to: device) == [.hostLeft])
        #expect(device.link.nextDeadline() <= device.now)
        device.poll()
        #expect(device.changes.dropFirst(2).map(\.reason) == [.goodbye, .goodbye])
        #expect(device.changes.dropFirst(2).map(\.action.pattern) == [.off, .off])
        #expect(!device.link.feedback.isAnyOn)
    }

    @Test("does not answer it")
    func silence() {
        let device = litDevice()
        _ = sayGoodbye(to: device)
        device.poll()
        #expect(device.drain().isEmpty)
    }

    @Test("does not say that the failsafe acted, then or later")
    func noFailsafe() {
        let device = litDevice()
        _ = sayGoodbye(to: device)
        device.pass(milliseconds: 3000)
        #expect(device.drain().filter { $0.header.kind == .heartbeat }.map(\.heartbeat.flags) == [0, 0, 0])
    }

    @Test("does not say that the failsafe acted even if nobody polled for two seconds")
    func noFailsafeWhenNobodyPolled() {
        let device = litDevice()
        _ = sayGoodbye(to: device)
        device.now += 2_500_000
        device.heartbeat()
        device.poll()
        #expect(device.changes.dropFirst(2).map(\.reason) == [.goodbye, .goodbye])
        #expect(!device.link.feedback.failsafeActed)
    }

    @Test("after too long a silence leaves the failsafe its turn")
    func tooLate() {
        let device = litDevice()
        device.now += 2_000_000
        _ = sayGoodbye(to: device)
        device.poll()
        #expect(device.changes.dropFirst(2).map(\.reason) == [.failsafe, .failsafe])
    }

    @Test("takes the next HELLO for a new host's, even with the same session")
    func forgetsTheSession() {
        let device = litDevice()
        _ = sayGoodbye(to: device)
        #expect(
            device.host(.hello) { HelloMessage(role: .host, session: 1).write(to: &$0) } == [.hostGreeted(session: 1, isNew: true)])
    }

    @Test("forgets the sequences, and obeys them again as commands to what is off")
    func forgetsSequences() {
        let device = litDevice()
        _ = sayGoodbye(to: device)
        #expect(device.command(5)?.known == .ok)
        #expect(device.changes.last?.reason == .command)
    }
}

@Suite("A device that a host of minor 2 talks to")
struct DeviceOfMinorTwoTests {
    @Test("announces minor 2 and its actuators, whatever its program says")
    func announcement() {
        let device = DeviceOnABench(drains: false)
        #expect(device.drain().first?.hello?.minorVersion == 2)
        #expect(device.link.identity.units == ActuatorUnits(led: 4, rgb: 1, buzzer: 1))
        device.link.beginSession(DeviceOnABench.identity(session: 9), now: device.now)
        #expect(device.drain().first?.hello?.units == ActuatorUnits(led: 4, rgb: 1, buzzer: 1))
    }

    @Test("hands up the names of classes, readable until the next byte")
    func labels() {
        let device = DeviceOnABench()
        var rest = ShortText()
        for byte in "rest".utf8 { rest.append(byte) }
        let events = device.host(.labels) {
            LabelsMessage(count: 2, first: 1, rest: 1).write(to: &$0)
            #expect(LabelsMessage.write(name: rest, to: &$0))
        }
        guard case .labelled(let labels)? = events.first else {
            Issue.record("no labels")
            return
        }
        #expect(labels.first == 1 && labels.rest == 1 && labels.named == 1)
        let name = LabelsMessage.name(0, in: device.link.payload)
        #expect((0..<name.count).map { name[$0] } == Array("rest".utf8))
    }

    @Test("tells in its heartbeats the health that its program told")
    func health() {
        let device = DeviceOnABench()
        device.pass(milliseconds: 1000)
        device.link.health = HeartbeatMessage.Health(battery: 80, temperature: -150)
        device.pass(milliseconds: 1000)
        #expect(
            device.drain().map(\.heartbeat.health) == [nil, HeartbeatMessage.Health(battery: 80, temperature: -150)])
    }

    @Test("does not ask its program for what its capabilities deny, and changes nothing")
    func denied() {
        let device = DeviceOnABench(rate: 200)
        var config = ConfigMessage(sequence: 9)
        config.samplesPerFrame = 1
        config.rotationFullScale = 4
        #expect(device.host(.config) { config.write(to: &$0) }.isEmpty)
        #expect(device.drain().map(\.ack.known) == [.unsupported])
        device.stream(4, rate: 200)
        #expect(device.drain().map(\.header.count) == [4])
    }
}
