import Testing
import WireProtocol

@Suite("A device that is sent a command")
struct DeviceFeedbackTests {
    @Test("applies it, and says when")
    func applies() {
        let device = DeviceOnABench()
        let ack = device.command(1)
        #expect(ack?.known == .ok)
        #expect(ack?.applied == UInt32(device.now))
        #expect(device.changes.map(\.reason) == [.command])
        #expect(device.changes.first?.action.pattern == .on)
    }

    @Test("a second time does not apply it again and tells the first time")
    func duplicate() {
        let device = DeviceOnABench()
        let first = device.command(1)
        device.now += 100_000
        let second = device.command(1)
        #expect(second?.known == .duplicate)
        #expect(second?.applied == first?.applied)
        #expect(device.changes.count == 1)
    }

    @Test("remembers eight commands, and finds the one before them superseded")
    func memoryOfEight() {
        let device = DeviceOnABench()
        for sequence in 1...9 { #expect(device.command(UInt16(sequence))?.known == .ok) }
        #expect(device.command(2)?.known == .duplicate)
        #expect(device.command(1)?.known == .late)
    }

    @Test(
        "looks at its age",
        arguments: [
            ("a moment before its time to live", -299_999, AckMessage.Status.ok), ("at its time to live", -300_000, .late),
            ("a second ahead", 1_000_000, .ok), ("more than a second ahead", 1_000_001, .late),
        ])
    func age(_ description: String, _ offset: Int64, _ expected: AckMessage.Status) {
        let device = DeviceOnABench(now: 5_000_000)
        #expect(device.command(1, issued: UInt64(Int64(device.now) + offset))?.known == expected, "\(description)")
    }

    @Test("looks at its age across the wrap of the 32-bit clock")
    func ageAcrossTheWrap() {
        let device = DeviceOnABench(now: 0x1_0000_0000 + 50_000)
        #expect(device.command(1, issued: 0xFFFF_FFFF - 100_000)?.known == .ok)
        #expect(device.command(2, issued: 0xFFFF_FFFF - 300_000)?.known == .late)
    }

    @Test("does not let an older command undo a newer one of the same LED, across the wrap of the sequence")
    func superseded() {
        let device = DeviceOnABench()
        #expect(device.command(2)?.known == .ok)
        #expect(device.command(0xFFFF)?.known == .late)
        #expect(device.command(0xFFFF, led: 1)?.known == .ok)
        #expect(device.changes.count == 2)
    }

    @Test("says what it does not have", arguments: [(UInt8(1), UInt8(4)), (2, 1), (4, 0), (9, 0), (0, 0)])
    func unsupported(_ actuator: UInt8, _ unit: UInt8) {
        let device = DeviceOnABench()
        let message = FeedbackMessage(
            sequence: 3, issued: UInt32(device.now), timeToLive: 300,
            action: ActuatorAction(actuator: actuator, unit: unit, pattern: .on))
        #expect(
            device.host(.feedback) { message.write(to: &$0) } == [
                .commanded(AckMessage(sequence: 3, status: .unsupported, type: .feedback, applied: 0), nil)
            ])
    }

    @Test("whose payload is broken refuses it by its sequence, and does not take it for a sign of life")
    func refused() {
        let device = DeviceOnABench()
        device.now += 1000
        device.host(.feedback) {
            $0.u16(77)
            for _ in 0..<20 { $0.u8(255) }
        }
        let acks = device.drain().filter { $0.header.kind == .ack }
        #expect(acks.map(\.ack) == [AckMessage(sequence: 77, status: .refused, type: .feedback, applied: 0)])
        #expect(acks.first?.header.isReply == true)
        #expect(device.link.feedback.hostHeardAt == 1_000_000)
    }

    @Test("replaces what the LED did before, and its duration with it")
    func replaces() {
        let device = DeviceOnABench()
        _ = device.command(1, duration: 100)
        device.pass(milliseconds: 50)
        _ = device.command(2, .blink)
        device.pass(milliseconds: 200)
        #expect(device.changes.map(\.reason) == [.command, .replaced])
    }

    @Test("ends it after its duration, to the microsecond")
    func duration() {
        let device = DeviceOnABench()
        _ = device.command(1, duration: 100)
        let start = device.now
        #expect(device.link.nextDeadline() == start + 100_000)
        device.now = start + 99_999
        device.poll()
        #expect(device.changes.count == 1)
        device.now = start + 100_000
        device.poll()
        #expect(device.changes.last?.reason == .duration)
        #expect(device.changes.last?.action.pattern == .off)
        #expect(!device.link.feedback.failsafeActed)
    }

    @Test("forgets the sequences when a host says HELLO with another session, and leaves on what is on")
    func forgets() {
        let device = DeviceOnABench()
        device.greet(session: 1)
        _ = device.command(5)
        device.greet(session: 1)
        #expect(device.command(5)?.known == .duplicate)
        device.greet(session: 2)
        #expect(device.link.feedback.isAnyOn)
        #expect(device.command(4)?.known == .ok)
        #expect(device.changes.map(\.reason) == [.command, .replaced])
    }
}

@Suite("The failsafe")
struct DeviceFailsafeTests {
    @Test("turns everything off two seconds after the last valid frame, not a microsecond earlier")
    func exact() {
        let device = DeviceOnABench()
        _ = device.command(1, led: 0)
        _ = device.command(2, led: 3)
        let heard = device.now
        device.now = heard + 1_999_999
        device.poll()
        #expect(device.changes.count == 2)
        device.now = heard + 2_000_000
        device.poll()
        #expect(device.changes.dropFirst(2).map(\.reason) == [.failsafe, .failsafe])
        #expect(device.changes.dropFirst(2).map(\.action.unit) == [0, 3])
    }

    @Test("is kept quiet by heartbeats, and not by frames that only a device sends")
    func heartbeats() {
        let device = DeviceOnABench()
        _ = device.command(1)
        for _ in 0..<3 {
            device.pass(milliseconds: 1500)
            device.heartbeat()
        }
        #expect(device.changes.count == 1)
        device.pass(milliseconds: 1500)
        device.host(.ack) { AckMessage(sequence: 1, status: .ok, type: .feedback, applied: 0).write(to: &$0) }
        device.host(.hello) { DeviceOnABench.identity().write(to: &$0) }
        device.host(.timeSync, isReply: true) { TimeSyncMessage(requested: 1).write(to: &$0) }
        device.pass(milliseconds: 600)
        #expect(device.changes.last?.reason == .failsafe)
        #expect(device.link.wrongSide == 3)
    }

    @Test("is not undone by a frame that comes too late, even if nobody polled meanwhile")
    func lateFrame() {
        let device = DeviceOnABench()
        _ = device.command(1)
        device.now += 2_500_000
        device.heartbeat()
        device.poll()
        #expect(device.changes.last?.reason == .failsafe)
    }

    @Test("is not undone by a command that comes too late, and is told in the next heartbeat")
    func lateCommand() {
        let device = DeviceOnABench()
        _ = device.command(1)
        device.now += 2_500_000
        _ = device.command(2)
        device.poll()
        #expect(device.drain().filter { $0.header.kind == .heartbeat }.map(\.heartbeat.flags) == [3])
    }

    @Test("is told in the next heartbeat, once, and only if it turned something off")
    func told() {
        let device = DeviceOnABench()
        device.pass(milliseconds: 3100)
        #expect(device.drain().filter { $0.header.kind == .heartbeat }.map(\.heartbeat.flags) == [0, 0, 0])
        _ = device.command(1)
        device.pass(milliseconds: 4000)
        #expect(device.drain().filter { $0.header.kind == .heartbeat }.map(\.heartbeat.flags) == [1, 1, 2, 0])
    }
}
