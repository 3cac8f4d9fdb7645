import MotionCore
import Testing
import WireProtocol

@Suite("A device whose line has no room")
struct DeviceWithoutRoomTests {
    /// A device whose queue is full of events.
    private func stuckDevice() -> DeviceOnABench {
        let device = DeviceOnABench(rate: 25, queue: DeviceLink.leastQueue)
        while device.link.send(EventMessage(kind: 1, which: 0, value: 1), now: device.now) {}
        return device
    }

    @Test("tries HELLO and HEARTBEAT again with every poll")
    func tryAgain() {
        let device = stuckDevice()
        device.pass(milliseconds: 5000)
        _ = device.drain()
        device.poll()
        #expect(device.drain().map(\.header.kind) == [.hello, .heartbeat])
    }

    @Test("counts the next second from the heartbeat that left")
    func period() {
        let device = stuckDevice()
        device.pass(milliseconds: 1500)
        _ = device.drain()
        device.poll()
        _ = device.drain()
        device.pass(milliseconds: 995)
        #expect(device.drain().isEmpty)
        device.pass(milliseconds: 5)
        #expect(device.drain().map(\.header.kind) == [.heartbeat])
    }

    @Test("wants to be polled 10 ms later, so that who waits for its deadline does not spin")
    func deadline() {
        let device = stuckDevice()
        device.pass(milliseconds: 1000)
        #expect(device.link.nextDeadline() == device.now + 10_000)
    }

    @Test("tells that the failsafe acted as soon as there is room")
    func failsafe() {
        let device = DeviceOnABench(rate: 25, queue: DeviceLink.leastQueue)
        _ = device.command(1)
        while device.link.send(EventMessage(kind: 1, which: 0, value: 1), now: device.now) {}
        device.pass(milliseconds: 3000)
        _ = device.drain()
        device.poll()
        #expect(device.drain().map(\.heartbeat.flags) == [2])
    }

    @Test("dates the HELLO that goes before a late sample by the time it is made")
    func helloBeforeASample() {
        let device = stuckDevice()
        device.link.beginSession(DeviceOnABench.identity(rate: 25, session: 8), now: device.now)
        _ = device.drain()
        device.now += 7000
        let counts = [Int16](repeating: 1, count: 6)
        device.link.push(counts, takenAt: device.now - 5000, now: device.now)
        #expect(device.drain().map(\.header.time) == [1_007_000, 1_002_000])
    }

    @Test("has had room for the three longest frames at least")
    func threeFrames() {
        let device = DeviceOnABench(queue: DeviceLink.leastQueue)
        let prediction = PredictionMessage(windowEnd: 5, lastIndex: 0, label: 1, phase: .none, confidence: 1, slot: 0)
        let scores = [Int16](repeating: 1, count: PredictionMessage.mostScores)
        let sent = (0..<4).map { _ in device.link.send(prediction, scores: scores, scoreCount: scores.count, now: device.now) }
        #expect(sent == [true, true, true, false])
    }
}
