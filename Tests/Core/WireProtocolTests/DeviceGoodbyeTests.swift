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
