import Formatting
import MotionCore
import Transport
import WireProtocol

/// HELLO and TIMESYNC (PROTOCOL.md §4, §5, §6.1, §6.4).
extension Examination {
    /// Milliseconds for an answer that is due within 100: adapters, hubs and this machine take their own.
    static let answerWait = 300
    /// Why times are not judged.
    static let ofReplays = "it replays a recording at another speed than life's"

    /// Says HELLO until a device does.
    func greet() throws(LineStop) -> Bool {
        try send([0], isGood: false)
        // A board that restarts as its port is opened takes up to three seconds, one that does not answer says HELLO every five.
        for _ in 0..<13 where hello == nil {
            try send(HostFrames.hello(session: session, now: line.now))
            _ = try wait(500) { $0.kind == .hello }
            if ear.helloFault != nil { break }
        }
        if let fault = ear.helloFault, hello == nil {
            pass(.helloComes, "a HELLO came")
            fail(
                .helloItems, "a HELLO that is refused: \(fault)",
                mend: "send every required item, each with a length and values of the table")
            return false
        }
        guard let hello else {
            let seen =
                ear.foreign.versions > 0
                ? "frames of another major version came, and none of version 1"
                : ear.heard.count > 0
                    ? "\(ear.heard.count) frames came, and no HELLO of a device"
                    : ear.bytes > 0 ? "\(ear.bytes) bytes came, and no whole frame" : "no byte came in 6 s"
            fail(
                .helloComes, seen,
                mend:
                    "send HELLO at boot, every 5 s, and within 100 ms of a host's; a device of another make need not: \(.diagnose) looks at the port, and says what comes"
            )
            return false
        }
        let name = hello.name.decoded
        pass(.helloComes, name.isEmpty ? "a device without a name" : "“\(printable(name))”")
        return true
    }

    func examineGreeting() throws(LineStop) {
        // The answers to the first HELLOs are to be over.
        try pass(milliseconds: Self.answerWait)
        judgeItems()
        try judgeAnswer()
        try judgeTimeSync()
    }

    private func judgeItems() {
        guard let hello else { return }
        let minor = hello.minorVersion.map { "minor version \($0)" } ?? "no minor version"
        pass(
            .helloItems,
            String(printing: "%.4g Hz, %d channels, ", Double(hello.sensor.rate), hello.channelsOfData) + minor)
        judgeActuators(hello)
        judgeNetwork(hello)
    }

    private func judgeActuators(_ hello: HelloMessage) {
        guard let units = hello.units else {
            return skip(.helloActuators, "its HELLO has no item 0x0A, which devices should send since minor 2")
        }
        let all = Capabilities.led.union(.rgb).union(.buzzer).union(.vibration).rawValue
        let isSame = units.capabilities.rawValue == hello.capabilities.rawValue & all
        settle(
            .helloActuators,
            isSame ? nil : "item 0x0A counts \(units.words), and the capabilities say something else", units.words,
            mend: "set bits 0 to 3 of the capabilities exactly where item 0x0A counts at least one")
    }

    /// Whether a host could know that a network was installed.
    private func judgeNetwork(_ hello: HelloMessage) {
        guard hello.capabilities.contains(.installs) else { return skip(.helloNetwork, "it takes no networks (capability 10)") }
        guard let minor = hello.minorVersion, minor >= 4 else {
            return skip(.helloNetwork, "devices before minor version 4 need not")
        }
        settle(
            .helloNetwork, hello.network == nil ? "capability 10 is set, and item 0x0C is not there" : nil,
            hello.network == 0 ? "none" : String(printing: "%016llx", hello.network ?? 0),
            mend: "send item 0x0C, the hash of the network that it would predict with, or 0 if it has none")
    }

    private func judgeAnswer() throws(LineStop) {
        let asked = line.now
        try send(HostFrames.hello(session: session, now: asked))
        if let answer = try wait(Self.answerWait, { $0.kind == .hello }) {
            pass(.helloAnswer, String(printing: "after %.1f ms", Double(answer.at - asked) / 1000))
            settle(
                .helloReplyFlag, answer.header.isReply ? nil : "the flag is not set", "bit 0 of the first byte is set",
                mend: "set bit 0 of the header's first byte in a HELLO that answers one")
        } else {
            fail(.helloAnswer, "no HELLO within \(Self.answerWait) ms", mend: "answer a host's HELLO within 100 ms with your own")
            skip(.helloReplyFlag, "HELLO is not answered")
        }
        try pass(milliseconds: 100)
        try send(HostFrames.hello(session: session, isReply: true, now: line.now))
        let echo = try wait(Self.answerWait) { $0.kind == .hello && $0.header.isReply }
        if hasFailed(.helloAnswer) {
            skip([.helloReplyUnanswered, .unknownTag], "HELLO is not answered")
        } else {
            settle(
                .helloReplyUnanswered, echo.map { _ in "a HELLO with REPLY was answered" }, "it was not",
                mend: "answer no HELLO whose REPLY flag is set: two sides that do never stop")
            try send(HostFrames.hello(session: session, hasUnknownItem: true, now: line.now))
            let answer = try wait(Self.answerWait) { $0.kind == .hello }
            settle(
                .unknownTag, answer == nil ? "a HELLO with a tag 0x7F was not answered" : nil, "HELLO with a tag 0x7F is answered",
                mend: "skip items whose tag you do not know")
        }
    }

    private func judgeTimeSync() throws(LineStop) {
        var exchanges: [(asked: UInt64, answer: Heard)] = []
        for _ in 0..<4 {
            let asked = line.now
            try send(HostFrames.timeSync(now: asked))
            if let answer = try wait(Self.answerWait, { $0.kind == .timeSync }) { exchanges.append((asked, answer)) }
            try pass(milliseconds: 50)
        }
        guard exchanges.count >= 2 else {
            fail(.timeSyncAnswer, "\(exchanges.count) of 4 requests were answered", mend: "answer TIMESYNC at once, with REPLY set")
            return skip([.timeSyncRepeats, .timeSyncOrder, .oneClock, .drift], "TIMESYNC is not answered")
        }
        let trip = exchanges.map { $0.answer.at - $0.asked }.min() ?? 0
        pass(.timeSyncAnswer, String(printing: "%d of 4, round trip %.2f ms", exchanges.count, Double(trip) / 1000))
        let times = exchanges.map {
            (asked: $0.asked, answer: $0.answer, sync: $0.answer.timeSync ?? TimeSyncMessage(requested: 0))
        }
        let other = times.first { $0.sync.requested != $0.asked }
        settle(
            .timeSyncRepeats, other.map { "asked with t1 = \($0.asked), answered with \($0.sync.requested)" }, "in every answer",
            mend: "copy the request's t1 into the answer, all eight bytes")
        let late = times.first {
            $0.sync.answered < $0.sync.received || $0.sync.answered - $0.sync.received > $0.answer.at - $0.asked
        }
        settle(
            .timeSyncOrder,
            late.map { item in
                item.sync.answered < item.sync.received
                    ? "t3 lies \(item.sync.received - item.sync.answered) µs before t2"
                    : "t3 − t2 is longer than the whole exchange"
            },
            String(
                printing: "%d µs at most from t2 to t3",
                Int(times.map { Int64(bitPattern: $0.sync.answered &- $0.sync.received) }.max() ?? 0)),
            mend: "t2 is the time at which the request came, t3 that at which the answer is made, in microseconds")
        judgeOneClock(times.map { ($0.answer.header.time, $0.sync) })
    }

    /// Whether TIMESYNC and headers tell the same clock.
    private func judgeOneClock(_ answers: [(header: UInt32, sync: TimeSyncMessage)]) {
        guard !isReplay else { return skip(.oneClock, Self.ofReplays) }
        guard !hasFailed(.timeSyncOrder) else { return skip(.oneClock, "t2 and t3 are not in order") }
        let apart = answers.map { Int($0.header.distance(from: UInt32(truncatingIfNeeded: $0.sync.answered)).magnitude) }.max() ?? 0
        settle(
            .oneClock, apart > 20_000 ? String(printing: "t3 and the header's time lie %.0f ms apart", Double(apart) / 1000) : nil,
            "t3 and the header's time lie \(apart) µs apart", mend: "take headers, t2, t3 and ACK's time from the same counter")
    }
}

extension UInt32 {
    /// Of times and the like that wrap.
    func distance(from other: UInt32) -> Int32 { Int32(bitPattern: self &- other) }
}

extension ActuatorUnits {
    fileprivate var words: String { "\(led) LED, \(rgb) RGB, \(buzzer) buzzer, \(vibration) vibration" }
}
