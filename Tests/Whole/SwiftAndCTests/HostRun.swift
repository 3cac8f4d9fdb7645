import WireProtocol

/// A script of the host's role on its way: what happens is done to the host, and what follows is written down in the script's
/// words.
final class HostRun {
    private let script: HostScript
    private let host: ScriptedHost
    private let hearing: HostHearing
    /// What the script's device answers a TIMESYNC with; nil: it does not.
    private var clock: DeviceClock?
    private var told: [ScriptLine] = []

    /// How the device's clock stands to the host's.
    fileprivate struct DeviceClock {
        var since: UInt64
        var offset: Int64
        /// Parts per million.
        var drift: Int64
        var index: UInt16
        var tag: UInt8

        func time(_ now: UInt64) -> UInt64 {
            UInt64(Int64(now) + offset + (Int64(now) - Int64(since)) * drift / 1_000_000)
        }
    }

    /// A line whose words or fields are not those of its kind.
    struct Fault: Error { var line: Int }

    init(_ script: HostScript) {
        self.script = script
        host = ScriptedHost(script)
        hearing = HostHearing(script)
    }

    /// What a host must not send, in words.
    var faults: [String] { hearing.faults }

    /// Lets an event happen.
    ///
    /// - Returns: all that follows, as far as the script looks at it.
    func perform(_ event: HostScript.Event) throws -> [ScriptLine] {
        hearing.begin()
        told = []
        if event.action.keyword == "polls" {
            try performPolls(event)
        } else {
            guard act(event.action, event.time) else { throw Fault(line: event.line) }
            settle(event.time)
        }
        return told + hearing.lines
    }

    private func performPolls(_ event: HostScript.Event) throws {
        let words = event.action.words
        guard words.count >= 3, let step = UInt64(words[1]), let end = UInt64(words[2]), step > 0 else {
            throw Fault(line: event.line)
        }
        var frames = words.dropFirst(3)
        for now in stride(from: event.time, through: end, by: UInt64.Stride(step)) {
            if let frame = frames.popFirst() {
                guard let hex = Hex(frame) else { throw Fault(line: event.line) }
                host.receive(hex.bytes, now)
            }
            settle(now)
        }
    }

    /// The host does what is due, and the device answers what is to be answered at once, until both are silent.
    private func settle(_ now: UInt64) {
        var isAnswered = false
        while true {
            host.poll(now)
            told += host.takeTold()
            let requests = hearing.take(host.takeOutgoing(), now)
            told += host.takeSettled().map { ScriptLine(["settled", hearing.command($0.sequence), $0.end]) }
            // Once at a time: another answer of the same microsecond would be the same frame.
            guard let clock, let request = requests.last, !isAnswered else { return }
            isAnswered = true
            answer(request, clock.time(now), clock.time(now), clock.index, clock.tag, now)
        }
    }

    /// - Returns: false if the line is not understood.
    private func act(_ action: ScriptLine, _ now: UInt64) -> Bool {
        let words = Array(action.words.dropFirst())
        switch action.keyword {
        case "open": host.open(now)
        case "close": host.close()
        case "device":
            guard let hex = words.first.flatMap({ Hex($0) }) else { return false }
            host.receive(hex.bytes, now)
        case "clock":
            clock = DeviceClock(action, now)
            return clock != nil || words == ["none"]
        case "answer":
            guard let request = hearing.newestRequest, let received = action.number("received"),
                let answered = action.number("answered"), let index = action.number("index")
            else { return false }
            answer(request, UInt64(received), UInt64(answered), UInt16(index), UInt8(action.number("tag") ?? 0), now)
        case "command": return command(action, words, now)
        case "ack": return acknowledge(action, words, now)
        case "rate":
            guard let rate = words.first.flatMap({ Float($0) }) else { return false }
            hearing.expectsConfig()
            host.ask(forRate: rate, now)
        case "decision":
            guard let decision = Prediction(words) else { return false }
            host.decide(decision, now)
        case "goodbye": host.sayGoodbye(now)
        default: return false
        }
        return true
    }

    private func command(_ action: ScriptLine, _ words: [String], _ now: UInt64) -> Bool {
        guard let name = words.first, let feedback = Feedback(action, Array(words.dropFirst())) else { return false }
        let motion = action.number("motion").map { UInt32(truncatingIfNeeded: $0) }
        switch host.command(feedback, motion: motion, now) {
        case .accepted: hearing.expects(name)
        case .stale: told.append(ScriptLine(["refused", name, "stale"]))
        case .denied: told.append(ScriptLine(["refused", name, "denied"]))
        case .clockUnknown: told.append(ScriptLine(["refused", name, "clock"]))
        case .full, nil: return false
        }
        return true
    }

    private func acknowledge(_ action: ScriptLine, _ words: [String], _ now: UInt64) -> Bool {
        let statuses = ["ok", "duplicate", "late", "unsupported", "refused"]
        guard words.count == 2, let status = statuses.firstIndex(of: words[1]), let sequence = hearing.sequence(words[0]),
            let applied = action.number("applied"), let index = action.number("index")
        else { return false }
        let isConfig = words[0] == "config"
        let time = action.number("time") ?? clock.map { Int64($0.time(now)) } ?? applied
        let ack = Ack(
            sequence: sequence, status: UInt8(status), type: isConfig ? 3 : 7, applied: UInt32(truncatingIfNeeded: applied))
        bring(.ack(ack), time: UInt64(time), UInt16(index), UInt8(action.number("tag") ?? 0), now)
        return true
    }

    private func answer(_ request: UInt64, _ received: UInt64, _ answered: UInt64, _ index: UInt16, _ tag: UInt8, _ now: UInt64) {
        let message = TimeSync(t1: Wide(request), t2: Wide(received), t3: Wide(answered))
        bring(.timeSync(message), time: answered, index, tag, now)
    }

    /// The line brings an answer that depends on what the host has sent.
    private func bring(_ message: Message, time: UInt64, _ index: UInt16, _ tag: UInt8, _ now: UInt64) {
        guard let payload = CCodec.payload(of: message) else { return }
        let low = UInt32(truncatingIfNeeded: time)
        let frame = Frame(flags: tag << 1 | 1, type: message.type, index: index, time: low, payload: payload)
        host.receive(CCodec.encode(frame), now)
    }
}

extension HostRun.DeviceClock {
    fileprivate init?(_ action: ScriptLine, _ now: UInt64) {
        guard let offset = action.number("offset"), let index = action.number("index") else { return nil }
        self.init(
            since: now, offset: offset, drift: action.number("drift") ?? 0, index: UInt16(index),
            tag: UInt8(action.number("tag") ?? 0))
    }
}
