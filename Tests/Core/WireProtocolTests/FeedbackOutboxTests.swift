import Testing
import WireProtocol

private let action = ActuatorAction(actuator: 1, unit: 0, pattern: .on)

@Suite("Several commands")
struct SeveralCommandsTests {
    /// An outbox with `count` commands, none of them sent, at 0.
    private func filled(_ count: Int) -> FeedbackOutbox {
        var outbox = FeedbackOutbox()
        for _ in 0..<count { _ = outbox.add(action, timeToLive: 10_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0) }
        return outbox
    }

    private func due(_ outbox: inout FeedbackOutbox, at now: UInt64) -> [UInt16] {
        var sequences: [UInt16] = []
        while let message = outbox.poll(now: now) { sequences.append(message.sequence) }
        return sequences
    }

    private func acknowledge(_ sequence: UInt16, _ outbox: inout FeedbackOutbox) {
        _ = outbox.acknowledge(AckMessage(sequence: sequence, status: .ok, type: .feedback, applied: 0), now: 0)
    }

    @Test("go out oldest first, also where a newer one waits in an older one's place")
    func order() {
        var outbox = filled(4)
        acknowledge(1, &outbox)
        _ = outbox.add(action, timeToLive: 10_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        #expect(due(&outbox, at: 0) == [0, 2, 3, 4])
    }

    @Test("are repeated oldest first")
    func repetitionOrder() {
        var outbox = filled(3)
        _ = due(&outbox, at: 0)
        #expect(due(&outbox, at: 100_000) == [0, 1, 2])
    }

    @Test("go out oldest first across the wrap of their sequence")
    func orderAcrossTheWrap() {
        var outbox = FeedbackOutbox()
        for sequence in 0..<65_534 as Range<UInt16> {
            _ = outbox.add(action, timeToLive: 10_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
            acknowledge(sequence, &outbox)
        }
        for _ in 0..<4 { _ = outbox.add(action, timeToLive: 10_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0) }
        #expect(due(&outbox, at: 0) == [65_534, 65_535, 0, 1])
    }

    @Test("are sixteen at most; the next is refused and counted")
    func overflow() {
        var outbox = filled(FeedbackOutbox.capacity)
        let refused = outbox.add(action, timeToLive: 10_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        #expect(refused == nil)
    }

    @Test("make room when one is acknowledged, and a refused one has used no sequence up")
    func roomAgain() {
        var outbox = filled(FeedbackOutbox.capacity + 1)
        acknowledge(5, &outbox)
        let sequence = outbox.add(action, timeToLive: 10_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        #expect(sequence == 16)
    }

    @Test("are lost one at a time")
    func allLost() {
        var outbox = filled(3)
        for now in [0, 100_000, 200_000, 300_000] as [UInt64] { _ = due(&outbox, at: now) }
        var lost: [UInt16] = []
        while let outcome = outbox.expire(now: 400_000) { lost.append(outcome.sequence) }
        #expect(lost == [0, 1, 2])
        #expect(!outbox.isWaiting)
    }

    @Test("are dropped together, and counted, when the port is gone")
    func removeAll() {
        var outbox = filled(3)
        acknowledge(0, &outbox)
        let dropped = outbox.removeAll()
        #expect(dropped == 2)
        #expect(!outbox.isWaiting)
        #expect(due(&outbox, at: 0).isEmpty)
    }
}
