import Formatting
import MotionCore
import Transport
import WireProtocol

/// CONFIG, and the session that begins with another rate (PROTOCOL.md §6.3).
extension Examination {
    func examineConfiguration() throws(LineStop) {
        guard let announced = hello else { return }
        guard let answer = try configure({ _ in }) else {
            fail(.configEmpty, "no ACK", mend: "acknowledge every CONFIG with an ACK of type 0x03 and its sequence")
            return skip(
                [.configImpossible, .configBroken, .configRate, .sessionTag, .indexGoesOn], "CONFIG is not acknowledged")
        }
        // A device that takes no CONFIG at all may say so of any.
        let isDenied = fault(answer, expecting: .unsupported) == nil
        settle(
            .configEmpty, isDenied ? nil : fault(answer, expecting: .ok),
            isDenied ? "one that asks for nothing: unsupported" : "one that asks for nothing: ok",
            mend: "answer a CONFIG that changes nothing with ok")
        settle(
            .configImpossible, fault(try configure { $0.rate = .nan }, expecting: .unsupported), "not a number: unsupported",
            mend: "answer rates that are not finite, not positive or above 10,000 with unsupported, and change nothing")
        let sequence = nextSequence()
        try send(HostFrames.brokenConfig(sequence: sequence, now: line.now), isGood: false)
        settle(
            .configBroken, fault(try acknowledgement(of: .config), expecting: .refused), "a rate of three bytes: refused",
            mend: "refuse a CONFIG with a bad length if its sequence can be read")
        try examineRate(announced)
    }

    private func examineRate(_ announced: HelloMessage) throws(LineStop) {
        let rest: [Rule] = [.sessionTag, .indexGoesOn]
        guard announced.capabilities.contains(.setsRate) else {
            settle(
                .configRate, fault(try configure { $0.rate = announced.sensor.rate / 2 }, expecting: .unsupported),
                "its capabilities have no bit 5, and a rate is unsupported",
                mend: "set bit 5 of the capabilities, or answer with unsupported")
            return skip(rest, "its rate cannot be set")
        }
        for factor in [0.5, 2] as [Float] {
            let before = ear.heard.count
            let answer = try configure { $0.rate = announced.sensor.rate * factor }
            if let fault = fault(answer, expecting: .ok) {
                fail(.configRate, fault, mend: "take the nearest rate that the sensor has")
                return skip(rest, "no session began")
            }
            let announcement = try wait(600, from: before) { frame in
                frame.kind == .hello && frame.hello?.sensor.rate != announced.sensor.rate
            }
            guard announcement != nil else { continue }
            _ = try wait(400) { $0.isData && $0.header.sessionTag != 0 }
            judgeSession(from: before)
            _ = try configure { $0.rate = announced.sensor.rate }
            _ = try wait(600) { $0.hello?.sensor.rate == announced.sensor.rate }
            return
        }
        let wasDeaf = ear.heard.last { $0.isData }?.announced?.sensor.rate == announced.sensor.rate
        skip([.configRate] + rest, wasDeaf ? "half and double its rate were taken, and HELLO told no other" : "no HELLO told it")
    }

    /// What came with another rate.
    private func judgeSession(from start: Int) {
        let frames = ear.heard[start...]
        guard let place = frames.lastIndex(where: { $0.kind == .hello && $0.announced != nil }) else { return }
        let announcement = ear.heard[place]
        let acknowledged = frames.firstIndex { $0.kind == .ack } ?? place
        settle(
            .configRate, acknowledged > place ? "HELLO came before the ACK" : nil,
            String(printing: "ok, and HELLO tells %.4g Hz", Double(announcement.hello?.sensor.rate ?? 0)),
            mend: "let samples that wait and the ACK leave before the new session's HELLO")
        let before = ear.heard[..<place].last { $0.kind != .hello && $0.kind != .ack } ?? ear.heard[place]
        settle(
            .sessionTag,
            before.header.sessionTag == announcement.header.sessionTag
                ? "the tag stayed \(before.header.sessionTag)"
                : announcement.header.sessionTag == 0 ? "the tag went back to 0, which means a boot" : nil,
            "\(before.header.sessionTag), then \(announcement.header.sessionTag)",
            mend: "count the session tag 0, 1 … 7, 1 … in bits 1 to 3 of the first byte")
        let went = Int(Int16(bitPattern: announcement.header.index &- before.end))
        let most = Int(saturating: announcement.announced?.sensor.rate ?? 0) * 2 + 200
        settle(
            .indexGoesOn, went < 0 || went > most ? "\(before.end), then \(announcement.header.index)" : nil,
            "\(before.end), then \(announcement.header.index)", mend: "count samples from boot, over all sessions")
    }
}

// MARK: - Requests and their ACKs

extension Examination {
    func nextSequence() -> UInt16 {
        sequence &+= 1
        return sequence
    }

    /// Sends a CONFIG, once more if no ACK comes.
    private func configure(_ fill: (inout ConfigMessage) -> Void) throws(LineStop) -> AckMessage? {
        var config = ConfigMessage(sequence: nextSequence())
        fill(&config)
        for _ in 0..<2 {
            try send(HostFrames.config(config, now: line.now))
            if let ack = try acknowledgement(of: .config) { return ack }
        }
        return nil
    }

    /// The next ACK of a type.
    func acknowledgement(of kind: MessageKind) throws(LineStop) -> AckMessage? {
        try wait(Self.answerWait) { $0.ack?.type == kind.rawValue }?.ack
    }

    /// What is wrong with an answer.
    func fault(_ ack: AckMessage?, expecting status: AckMessage.Status) -> String? {
        guard let ack else { return "no ACK within \(Self.answerWait) ms" }
        guard ack.status != status.rawValue else { return nil }
        return "the ACK says " + (AckMessage.Status(rawValue: ack.status).map { "\($0)" } ?? "\(ack.status)")
    }
}
