/// Commands that wait for their acknowledgement: sent, repeated, given up (PROTOCOL.md §4, §8). At most 16 at a time, nothing
/// allocated.
public struct FeedbackOutbox: Sendable {
    /// What became of a command.
    public struct Outcome: Sendable, Equatable {
        /// That of the command.
        public var sequence: UInt16
        /// The device's answer; nil if none came. A duplicate is `ok`: an earlier sending was applied and its answer lost.
        public var status: AckMessage.Status?
        /// Microseconds from the first sending (never sent: from `add`) to the acknowledgement or to giving up.
        public var roundTrip: UInt64
        /// Times it was sent.
        public var attempts: UInt8
        /// Microseconds by the device's clock from the motion that it answers to its being applied; nil if it was not, or answers
        /// none.
        public var age: UInt32?
        /// What was commanded.
        public var action: ActuatorAction
        /// Why.
        public var cause: CommandCause
    }

    /// Commands that can wait at a time.
    public static let capacity = 16
    private struct Pending: Sendable {
        var message = FeedbackMessage(
            sequence: 0, issued: 0, timeToLive: 1, action: ActuatorAction(actuator: 0, unit: 0, pattern: .off))
        var firstSent: UInt64 = 0
        var lastSent: UInt64 = 0
        var deadline: UInt64 = 0
        var motion: UInt32?
        var cause = CommandCause.request
        var attempts: UInt8 = 0
        var isWaiting = false
    }

    private var slots: InlineArray<16, Pending> = InlineArray(repeating: Pending())
    private var nextSequence: UInt16 = 0

    public init() {}

    /// Accepts a command; `poll` hands it out for sending.
    ///
    /// - Parameters:
    ///   - issued: device time from which it counts.
    ///   - age: microseconds that have passed since then.
    ///   - motion: device time of the motion that it answers, if it answers one.
    ///   - cause: why it is commanded.
    ///   - now: host time, microseconds.
    /// - Returns: its sequence, or nil if sixteen are waiting already.
    @_noAllocation
    public mutating func add(
        _ action: ActuatorAction, timeToLive: UInt16, issued: UInt32, age: UInt64, motion: UInt32?, cause: CommandCause,
        now: UInt64
    ) -> UInt16? {
        for index in 0..<Self.capacity where !slots[index].isWaiting {
            let sequence = nextSequence
            nextSequence &+= 1
            slots[index].message = FeedbackMessage(sequence: sequence, issued: issued, timeToLive: timeToLive, action: action)
            slots[index].firstSent = now
            let life = UInt64(timeToLive) * 1000
            slots[index].deadline = now + (life > age ? life - age : 0)
            slots[index].motion = motion
            slots[index].cause = cause
            slots[index].attempts = 0
            slots[index].isWaiting = true
            return sequence
        }
        return nil
    }

    /// The next command that is due for sending or for repetition, marked as sent; nil if none is.
    @_noAllocation
    public mutating func poll(now: UInt64) -> FeedbackMessage? {
        var chosen = -1
        for index in 0..<Self.capacity where isDue(index, now) {
            // Oldest first: a later command for the same light must not be overtaken.
            let isOlder = chosen < 0 || Int16(bitPattern: slots[index].message.sequence &- slots[chosen].message.sequence) < 0
            if isOlder { chosen = index }
        }
        guard chosen >= 0 else { return nil }
        if slots[chosen].attempts == 0 { slots[chosen].firstSent = now }
        slots[chosen].attempts += 1
        slots[chosen].lastSent = now
        return slots[chosen].message
    }

    /// Takes in an ACK of a FEEDBACK.
    ///
    /// - Returns: nil if nothing waits for it: a second acknowledgement of the same command, or a foreign one.
    @_noAllocation
    public mutating func acknowledge(_ ack: AckMessage, now: UInt64) -> Outcome? {
        guard ack.type == MessageKind.feedback.code, let status = AckMessage.Status(code: ack.status) else { return nil }
        for index in 0..<Self.capacity where slots[index].isWaiting && slots[index].message.sequence == ack.sequence {
            var outcome = finish(index, status, now)
            switch status {
            case .ok, .duplicate:
                outcome.status = .ok
                if let motion = slots[index].motion {
                    outcome.age = UInt32(max(0, Int32(bitPattern: ack.applied &- motion)))
                }
            case .late, .unsupported, .refused: break
            }
            return outcome
        }
        return nil
    }

    /// The next command whose last repetition stayed unanswered or whose time to live has passed; nil if none has.
    @_noAllocation
    public mutating func expire(now: UInt64) -> Outcome? {
        for index in 0..<Self.capacity where slots[index].isWaiting {
            let unanswered = slots[index].attempts == 0 || now >= slots[index].lastSent + TimeOuts.acknowledgement
            if unanswered && (slots[index].attempts >= TimeOuts.mostSendings || now >= slots[index].deadline) {
                return finish(index, nil, now)
            }
        }
        return nil
    }

    /// The end of a command that was never sent.
    ///
    /// - Parameter status: why, in the words of an answer; nil: there was no device to send it to.
    @_noAllocation
    public static func unsent(_ action: ActuatorAction, _ status: AckMessage.Status?, cause: CommandCause) -> Outcome {
        Outcome(sequence: 0, status: status, roundTrip: 0, attempts: 0, action: action, cause: cause)
    }

    /// Drops everything that waits, for a port that is gone or a device that restarted.
    ///
    /// - Returns: how many were dropped.
    @_noAllocation
    public mutating func removeAll() -> Int {
        var count = 0
        for index in 0..<Self.capacity where slots[index].isWaiting {
            slots[index].isWaiting = false
            count += 1
        }
        return count
    }

    /// Whether any command waits.
    public var isWaiting: Bool {
        @_noAllocation get {
            for index in 0..<Self.capacity where slots[index].isWaiting { return true }
            return false
        }
    }

    @_noAllocation
    private func isDue(_ index: Int, _ now: UInt64) -> Bool {
        guard slots[index].isWaiting, now < slots[index].deadline else { return false }
        if slots[index].attempts == 0 { return true }
        return slots[index].attempts < TimeOuts.mostSendings && now >= slots[index].lastSent + TimeOuts.acknowledgement
    }

    @_noAllocation
    private mutating func finish(_ index: Int, _ status: AckMessage.Status?, _ now: UInt64) -> Outcome {
        slots[index].isWaiting = false
        return Outcome(
            sequence: slots[index].message.sequence, status: status,
            roundTrip: now > slots[index].firstSent ? now - slots[index].firstSent : 0,
            attempts: slots[index].attempts, action: slots[index].message.action, cause: slots[index].cause)
    }
}
