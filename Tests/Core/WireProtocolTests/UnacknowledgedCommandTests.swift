import Testing
import WireProtocol

private let action = ActuatorAction(actuator: 1, unit: 0, pattern: .on)

/// Runs an outbox with one command a millisecond at a time, without any acknowledgement.
private func sendings(timeToLive: UInt16, until end: UInt64 = 2_000_000) -> [UInt64] {
    var outbox = FeedbackOutbox()
    _ = outbox.add(action, timeToLive: timeToLive, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
    return stride(from: 0, to: end, by: 1_000).filter { outbox.poll(now: $0) != nil }
}

@Suite("A command that nobody acknowledges")
struct UnacknowledgedCommandTests {
    static let schedules: [(description: String, timeToLive: UInt16, sent: [UInt64])] = [
        ("is sent at most four times, 100 ms apart", 10_000, [0, 100_000, 200_000, 300_000]),
        ("is sent while it lives", 250, [0, 100_000, 200_000]),
        ("is not sent at the end of its life", 200, [0, 100_000]),
        ("is sent just before the end of its life", 201, [0, 100_000, 200_000]),
        ("is sent once if it lives shorter than an answer takes", 50, [0]),
    ]

    @Test("is repeated as long as it may", arguments: schedules)
    func schedule(_ example: (description: String, timeToLive: UInt16, sent: [UInt64])) {
        #expect(sendings(timeToLive: example.timeToLive) == example.sent, "\(example.description)")
    }

    @Test("is repeated unchanged")
    func unchanged() {
        var outbox = FeedbackOutbox()
        _ = outbox.add(action, timeToLive: 5_000, issued: 4_000_000_000, age: 0, motion: nil, cause: .request, now: 0)
        let first = outbox.poll(now: 0)
        let second = outbox.poll(now: 100_000)
        #expect(first == FeedbackMessage(sequence: 0, issued: 4_000_000_000, timeToLive: 5_000, action: action))
        #expect(second == first)
    }

    @Test("is not repeated one microsecond too early")
    func patience() {
        var outbox = FeedbackOutbox()
        _ = outbox.add(action, timeToLive: 5_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        _ = outbox.poll(now: 7)
        let early = outbox.poll(now: 100_006)
        let due = outbox.poll(now: 100_007)
        #expect(early == nil)
        #expect(due != nil)
    }

    @Test("is repeated 100 ms after the last sending, even if that was late")
    func lateRepetition() {
        var outbox = FeedbackOutbox()
        _ = outbox.add(action, timeToLive: 5_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        _ = outbox.poll(now: 0)
        _ = outbox.poll(now: 150_000)
        let early = outbox.poll(now: 200_000)
        #expect(early == nil)
    }

    @Test("is never sent when its life was over before the port had room")
    func neverSentLate() {
        var outbox = FeedbackOutbox()
        _ = outbox.add(action, timeToLive: 300, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        let message = outbox.poll(now: 300_000)
        #expect(message == nil)
    }

    @Test("is lost at the end of its life if it was never sent")
    func lostUnsent() {
        var outbox = FeedbackOutbox()
        _ = outbox.add(action, timeToLive: 300, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        let early = outbox.expire(now: 299_999)
        let outcome = outbox.expire(now: 300_000)
        #expect(early == nil)
        #expect(outcome.map(Ending.init) == Ending(sequence: 0, status: nil, roundTrip: 300_000, attempts: 0))
    }

    static let ends: [(description: String, timeToLive: UInt16, lostAt: UInt64, attempts: UInt8)] = [
        ("100 ms after its fourth sending", 10_000, 400_000, 4),
        ("when its life ended and its last sending had 100 ms", 250, 300_000, 3),
        ("not before its only sending had 100 ms", 50, 100_000, 1),
    ]

    @Test("is reported as lost, once", arguments: ends)
    func lost(_ example: (description: String, timeToLive: UInt16, lostAt: UInt64, attempts: UInt8)) {
        var outbox = FeedbackOutbox()
        var outcomes: [FeedbackOutbox.Outcome] = []
        _ = outbox.add(action, timeToLive: example.timeToLive, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        for now in stride(from: 0 as UInt64, to: 1_000_000, by: 1_000) {
            while outbox.poll(now: now) != nil {}
            while let outcome = outbox.expire(now: now) { outcomes.append(outcome) }
        }
        let expected = Ending(sequence: 0, status: nil, roundTrip: example.lostAt, attempts: example.attempts)
        #expect(outcomes.map(Ending.init) == [expected], "\(example.description)")
    }
}
