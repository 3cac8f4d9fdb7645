import Formatting
import Transport
import WireProtocol

/// FEEDBACK and its ACK (PROTOCOL.md §6.7, §6.8, §8).
extension Examination {
    private static let ofActuators: [Rule] = [
        .feedbackAnswer, .ackTime, .duplicate, .actuatorTold, .late, .early, .superseded, .duration, .failsafe, .failsafeTold,
        .goodbye,
    ]
    private static let ofAnswers: [Rule] = [.ackSequence, .unsupported, .refusedPattern, .refusedTimeToLive]

    func examineFeedback() throws(LineStop) {
        if let actuator {
            let wasOn = ear.heard.last { $0.kind == .heartbeat }?.heartbeat?.isAnyOn ?? false
            let first = command(actuator, .on)
            let session = tag
            guard try examineAnswer(first) else {
                return skip(Self.ofActuators + Self.ofAnswers, "FEEDBACK is not answered with ok")
            }
            try examineLight(actuator, wasOn: wasOn)
            try examineTimes(actuator, newest: first.sequence, in: session)
        } else {
            skip(Self.ofActuators, "it has no actuator")
        }
        try examineRefusals()
        if let actuator {
            try examineEnds(actuator)
        }
    }

    /// The politest that the device has.
    private var actuator: Actuator? {
        [.led, .rgb, .vibration, .buzzer].first { kind in
            hello?.allows(ActuatorAction(actuator: kind.rawValue, unit: 0, pattern: .on)) ?? false
        }
    }

    /// - Parameter age: microseconds since it was issued, by the device's clock.
    func command(
        _ actuator: Actuator, _ pattern: ActuatorAction.Pattern, age: Int = 0, duration: UInt16 = 0, timeToLive: UInt16 = 1500
    ) -> FeedbackMessage {
        var action = ActuatorAction(actuator: actuator.rawValue, unit: 0, pattern: pattern)
        action.level = actuator == .led || actuator == .rgb ? 255 : 1
        (action.red, action.green, action.blue) = actuator == .rgb ? (0, 64, 0) : (0, 0, 0)
        action.duration = duration
        let issued = deviceTime &- UInt32(truncatingIfNeeded: age)
        return FeedbackMessage(sequence: nextSequence(), issued: issued, timeToLive: timeToLive, action: action)
    }

    /// Sends a command and waits for its ACK.
    func ask(_ message: FeedbackMessage, pattern: UInt8? = nil) throws(LineStop) -> AckMessage? {
        try send(HostFrames.feedback(message, pattern: pattern, now: line.now), isGood: pattern == nil && message.timeToLive > 0)
        return try acknowledgement(of: .feedback)
    }

    /// - Returns: whether commands can be judged further.
    private func examineAnswer(_ first: FeedbackMessage) throws(LineStop) -> Bool {
        var answer = try ask(first)
        // A line may lose one.
        let isRepeated = answer == nil
        if isRepeated { answer = try ask(first) }
        let isKnown = isRepeated && answer?.status == AckMessage.Status.duplicate.rawValue
        if let fault = isKnown ? nil : fault(answer, expecting: .ok) {
            fail(.feedbackAnswer, fault, mend: "answer a command that is applied with an ACK of type 0x07 that says ok")
            return false
        }
        guard let answer, let frame = ear.heard.last(where: { $0.kind == .ack }) else { return false }
        pass(.feedbackAnswer, "a light, on: ok")
        settle(
            .ackSequence, answer.sequence == first.sequence ? nil : "\(first.sequence) was sent, \(answer.sequence) came",
            "\(answer.sequence)", mend: "copy the command's sequence into its ACK")
        let apart = (isReplay ? deviceTime : frame.header.time).distance(from: answer.applied)
        settle(
            .ackTime,
            answer.applied == 0 || apart < (isReplay ? -20_000 : 0) || apart > 200_000
                ? "applied at \(answer.applied), while the ACK's header says \(frame.header.time)" : nil,
            "\(apart) µs before the ACK was made", mend: "tell the device time at which the command was applied")
        let again = try ask(first)
        let isSame = again?.applied == answer.applied
        guard tag == frame.header.sessionTag else {
            skip([.duplicate, .superseded], "a new session began, and with it the memory of commands")
            return true
        }
        settle(
            .duplicate, fault(again, expecting: .duplicate) ?? (isSame ? nil : "it tells another time than the first ACK"),
            "with the first one's time", mend: "remember the last eight sequences and when they were applied")
        return true
    }

    /// Of the latest frame.
    private var tag: UInt8? { ear.heard.last?.header.sessionTag }

    /// What HEARTBEAT tells of a light that stays on, and of one that ends.
    private func examineLight(_ actuator: Actuator, wasOn: Bool) throws(LineStop) {
        guard !hasFailed(.heartbeatPeriod) else {
            return skip([.actuatorTold, .duration, .failsafe, .failsafeTold, .goodbye], "HEARTBEAT would tell it, and is missing")
        }
        guard !wasOn else {
            return skip(
                [.actuatorTold, .duration, .failsafe, .failsafeTold, .goodbye],
                "an actuator was on that the host had not switched on")
        }
        guard let beat = try nextHeartbeat() else {
            return skip([.actuatorTold, .duration, .failsafe, .failsafeTold, .goodbye], "no HEARTBEAT came in time")
        }
        settle(
            .actuatorTold, beat.isAnyOn ? nil : "bit 0 of its flags is not set while a light is on", "bit 0 of its flags is set",
            mend: "set bit 0 of HEARTBEAT's flags while an actuator is on")
        guard beat.isAnyOn else {
            return skip([.duration, .failsafe, .failsafeTold, .goodbye], "HEARTBEAT does not tell what is on")
        }
        _ = try ask(command(actuator, .on, duration: 300))
        guard let after = try nextHeartbeat(after: 400) else { return skip(.duration, "no HEARTBEAT came in time") }
        settleLight(
            .duration, after.isAnyOn ? "a light that was to end after 300 ms is on later" : nil, "a light of 300 ms is off later",
            mend: "turn off by yourself when the command's duration is over")
    }

    /// Commands that come too late or too early.
    private func examineTimes(_ actuator: Actuator, newest: UInt16, in session: UInt8?) throws(LineStop) {
        settle(
            .late, fault(try ask(command(actuator, .off, age: 2_000_000, timeToLive: 300)), expecting: .late),
            "2 s old, 300 ms to live: late", mend: "apply no command whose time to live has passed since issued")
        settle(
            .early, fault(try ask(command(actuator, .off, age: -2_000_000, timeToLive: 300)), expecting: .late),
            "issued 2 s from now: late", mend: "apply no command that is issued more than 1,000,000 µs in the future")
        var older = command(actuator, .off)
        older.sequence = newest &- 40
        let answer = try ask(older)
        guard tag == session else { return skip(.superseded, "a new session began, and with it the memory of commands") }
        settle(
            .superseded, fault(answer, expecting: .late), "40 before the newest: late",
            mend: "remember each actuator's newest sequence, and apply no older one")
    }

    /// Commands that no device obeys.
    private func examineRefusals() throws(LineStop) {
        var missing = command(.led, .on)
        missing.action.actuator = 9
        let answer = try ask(missing)
        settle(
            .unsupported, fault(answer, expecting: .unsupported), "actuator 9: unsupported",
            mend: "answer commands for what is not there with unsupported")
        if let answer {
            settle(
                .ackSequence, answer.sequence == missing.sequence ? nil : "\(missing.sequence) was sent, \(answer.sequence) came",
                "\(answer.sequence)", mend: "copy the command's sequence into its ACK")
        } else {
            skip(.ackSequence, "no ACK came")
        }
        settle(
            .refusedPattern, fault(try ask(command(.led, .on), pattern: 9), expecting: .refused), "refused",
            mend: "refuse patterns above 2")
        settle(
            .refusedTimeToLive, fault(try ask(command(.led, .off, timeToLive: 0)), expecting: .refused), "refused",
            mend: "refuse a time to live of 0 or above 10,000")
    }
}
