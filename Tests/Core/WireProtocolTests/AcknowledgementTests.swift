import Testing
import WireProtocol

private let action = ActuatorAction(actuator: 1, unit: 0, pattern: .on)

@Suite("An acknowledgement")
struct AcknowledgementTests {
    static let answers: [(status: AckMessage.Status, outcome: AckMessage.Status?)] = [
        (.ok, .ok), (.duplicate, .ok), (.late, .late), (.unsupported, .unsupported), (.refused, .refused),
    ]

    /// An outbox whose command 0 was sent once, at 0.
    private func waiting() -> FeedbackOutbox {
        var outbox = FeedbackOutbox()
        _ = outbox.add(action, timeToLive: 1_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        _ = outbox.poll(now: 0)
        return outbox
    }

    @Test("ends the waiting with its status; a duplicate was applied once, so it is ok", arguments: answers)
    func answer(_ status: AckMessage.Status, _ answer: AckMessage.Status?) {
        var outbox = waiting()
        let ack = AckMessage(sequence: 0, status: status, type: .feedback, applied: 0)
        let outcome = outbox.acknowledge(ack, now: 2_100)
        #expect(outcome.map(Ending.init) == Ending(sequence: 0, status: answer, roundTrip: 2_100, attempts: 1))
        #expect(!outbox.isWaiting)
    }

    @Test("of a repetition counts the time from the first sending")
    func repetition() {
        var outbox = FeedbackOutbox()
        _ = outbox.add(action, timeToLive: 1_000, issued: 0, age: 0, motion: nil, cause: .request, now: 0)
        _ = outbox.poll(now: 40_000)
        _ = outbox.poll(now: 140_000)
        let outcome = outbox.acknowledge(AckMessage(sequence: 0, status: .ok, type: .feedback, applied: 0), now: 150_000)
        #expect(outcome.map(Ending.init) == Ending(sequence: 0, status: .ok, roundTrip: 110_000, attempts: 2))
    }

    @Test("ends the repetitions")
    func noMoreSendings() {
        var outbox = waiting()
        _ = outbox.acknowledge(AckMessage(sequence: 0, status: .ok, type: .feedback, applied: 0), now: 1)
        let message = outbox.poll(now: 100_000)
        #expect(message == nil)
    }

    @Test("that comes twice is passed over the second time")
    func twice() {
        var outbox = waiting()
        let ack = AckMessage(sequence: 0, status: .ok, type: .feedback, applied: 0)
        _ = outbox.acknowledge(ack, now: 1)
        let second = outbox.acknowledge(ack, now: 2)
        #expect(second == nil)
    }

    @Test(
        "of something else is passed over", arguments: [(1, 7, 0), (0, 3, 0), (0, 7, 5), (0, 7, 255)] as [(UInt16, UInt8, UInt8)])
    func foreign(_ sequence: UInt16, _ type: UInt8, _ status: UInt8) {
        var outbox = waiting()
        var ack = AckMessage(sequence: sequence, status: .ok, type: .feedback, applied: 0)
        ack.type = type
        ack.status = status
        let outcome = outbox.acknowledge(ack, now: 1)
        #expect(outcome == nil)
        #expect(outbox.isWaiting)
    }
}

/// An outcome that a test can make.
struct Ending: Equatable {
    var sequence: UInt16
    var status: AckMessage.Status?
    var roundTrip: UInt64
    var attempts: UInt8
}

extension Ending {
    init(_ outcome: FeedbackOutbox.Outcome) {
        self.init(
            sequence: outcome.sequence, status: outcome.status, roundTrip: outcome.roundTrip, attempts: outcome.attempts)
    }
}
