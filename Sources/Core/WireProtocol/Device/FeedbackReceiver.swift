/// Which commands a device applies, and when actuators go off by themselves (PROTOCOL.md §8).
///
///     let decision = receiver.receive(command, now: now)      // apply decision.change, acknowledge decision.status
///     while let change = receiver.poll(now: now) { apply(change) }
///
/// `now` is device time extended to 64 bits, in microseconds, and never goes back. Allocates nothing.
public struct FeedbackReceiver: Sendable {
    /// What became of a command.
    public struct Decision: Sendable, Equatable {
        /// What the ACK says.
        public var status: AckMessage.Status
        /// Device time at which it was applied (duplicate: the first time); 0 if it was not.
        public var applied: UInt32
        /// What the board has to do; nil unless the status is ok.
        public var change: ActuatorChange?
    }

    /// One unit of an actuator.
    private struct State {
        var isOn = false
        /// The failsafe was due when a late frame came: it is off as soon as the board is told.
        var isCutOff = false
        /// GOODBYE came: it is off as soon as the board is told.
        var isDismissed = false
        /// Device time; nil: until replaced.
        var endsAt: UInt64?
        /// Sequence of the command applied last, for changes to come.
        var sequence: UInt16 = 0
        /// `sequence` counts as newest: not cleared since.
        var isCommanded = false
    }

    /// Microseconds without a valid frame after which everything goes off.
    public static let failsafeAfter: UInt64 = 2_000_000
    /// Microseconds that a command may seem to come from the future, by a wrong estimate of the host.
    static let earliest: Int32 = -1_000_000

    /// What the device has.
    public let units: ActuatorUnits
    /// Whether the failsafe turned something off since `clearFailsafeActed`.
    public private(set) var failsafeActed = false
    /// When the host was heard last.
    public private(set) var hostHeardAt: UInt64
    /// The device's clock was set, and the host has not asked for the time since: what switches on is late.
    var isClockInDoubt = false
    private var states = InlineArray<32, State>(repeating: State())
    private var memory = CommandMemory()
    private var onCount = 0

    /// - Parameter now: the failsafe counts from here until the host is heard.
    @_noAllocation
    public init(units: ActuatorUnits, now: UInt64) {
        self.units = units
        hostHeardAt = now
    }

    /// Whether any actuator is on.
    public var isAnyOn: Bool {
        @_noAllocation get { onCount > 0 }
    }

    @_noAllocation
    public mutating func clearFailsafeActed() { failsafeActed = false }

    /// Clears the memory of sequences: for a host HELLO of another session and for a new session of the device. What is on stays
    /// on.
    @_noAllocation
    public mutating func forgetCommands() {
        memory.removeAll()
        for place in 0..<32 { states[place].isCommanded = false }
    }
}

// MARK: - Commands

extension FeedbackReceiver {
    /// Takes a valid frame of the host as a sign of life. Call it before acting on the frame.
    @_noAllocation
    public mutating func hostWasHeard(now: UInt64) {
        // A frame that comes too late does not undo the failsafe, even if it is a command and nobody polled meanwhile.
        if onCount > 0, now - hostHeardAt >= Self.failsafeAfter {
            for place in 0..<32 where states[place].isOn && !states[place].isDismissed && !hasEnded(states[place], now) {
                states[place].isCutOff = true
                failsafeActed = true
            }
        }
        hostHeardAt = now
    }

    /// Takes the host's GOODBYE: what its commands have switched on goes off, which `poll` tells, and their sequences are
    /// forgotten. Call it after `hostWasHeard`.
    @_noAllocation
    public mutating func hostLeft(now: UInt64) {
        for place in 0..<32 where states[place].isOn && !states[place].isCutOff && !hasEnded(states[place], now) {
            states[place].isDismissed = true
        }
        forgetCommands()
    }

    /// Decides about a command, and applies it if it is to be applied.
    @_noAllocation
    public mutating func receive(_ command: FeedbackMessage, now: UInt64) -> Decision {
        receive(command, deviceTime: UInt32(truncatingIfNeeded: now), now: now)
    }

    /// - Parameter time: what the host takes for the device's present.
    @_noAllocation
    mutating func receive(_ command: FeedbackMessage, deviceTime time: UInt32, now: UInt64) -> Decision {
        guard let actuator = Actuator(code: command.action.actuator), command.action.unit < units.count(of: actuator) else {
            return Decision(status: .unsupported, applied: 0)
        }
        if let applied = memory.timeApplied(command.sequence) { return Decision(status: .duplicate, applied: applied) }
        let place = Self.place(actuator.code, command.action.unit)
        guard isInTime(command, time), !isSuperseded(command, states[place]) else { return Decision(status: .late, applied: 0) }

        let wasOn = states[place].isOn && !states[place].isCutOff && !states[place].isDismissed
        apply(command, at: place, now: now)
        memory.remember(command.sequence, applied: time)
        let change = ActuatorChange(
            time: now, action: command.action, reason: wasOn ? .replaced : .command, sequence: command.sequence)
        return Decision(status: .ok, applied: time, change: change)
    }

    @_noAllocation
    private func isInTime(_ command: FeedbackMessage, _ now: UInt32) -> Bool {
        if isClockInDoubt, !Self.isOff(command) { return false }
        let age = Int32(bitPattern: now &- command.issued)
        return age >= Self.earliest && age < Int32(command.timeToLive) * 1000
    }

    /// Whether the same unit has obeyed this command, by now forgotten, or a newer one.
    @_noAllocation
    private func isSuperseded(_ command: FeedbackMessage, _ state: State) -> Bool {
        state.isCommanded && Int16(bitPattern: state.sequence &- command.sequence) >= 0
    }

    @_noAllocation
    private mutating func apply(_ command: FeedbackMessage, at place: Int, now: UInt64) {
        let isOn = !Self.isOff(command)
        setOn(isOn, at: place)
        states[place].endsAt = isOn && command.action.duration > 0 ? now + UInt64(command.action.duration) * 1000 : nil
        states[place].sequence = command.sequence
        states[place].isCommanded = true
    }

    @_noAllocation
    private static func isOff(_ command: FeedbackMessage) -> Bool {
        if case .off = command.action.pattern { true } else { false }
    }

    @_noAllocation
    private mutating func setOn(_ isOn: Bool, at place: Int) {
        onCount += (isOn ? 1 : 0) - (states[place].isOn ? 1 : 0)
        states[place].isOn = isOn
        states[place].isCutOff = false
        states[place].isDismissed = false
        states[place].endsAt = nil
    }

    @_noAllocation
    private static func place(_ actuator: UInt8, _ unit: UInt8) -> Int {
        (Int(actuator) - 1) * ActuatorUnits.mostPerKind + Int(unit)
    }
}

// MARK: - Ends

extension FeedbackReceiver {
    /// Turns off one actuator whose duration is over, or whose host fell silent or ended. Call it until it returns nil.
    @_noAllocation
    public mutating func poll(now: UInt64) -> ActuatorChange? {
        guard onCount > 0 else { return nil }
        let isHostSilent = now - hostHeardAt >= Self.failsafeAfter
        for place in 0..<32 where states[place].isOn {
            guard let reason = reasonToEnd(states[place], isHostSilent, now) else { continue }
            setOn(false, at: place)
            if case .failsafe = reason { failsafeActed = true }
            let kind = UInt8(place / ActuatorUnits.mostPerKind) + 1
            var action = ActuatorAction(actuator: kind, unit: UInt8(place % ActuatorUnits.mostPerKind), pattern: .off)
            action.level = 0
            return ActuatorChange(time: now, action: action, reason: reason, sequence: states[place].sequence)
        }
        return nil
    }

    @_noAllocation
    private func reasonToEnd(_ state: State, _ isHostSilent: Bool, _ now: UInt64) -> ActuatorChange.Reason? {
        if state.isCutOff { return .failsafe }
        if state.isDismissed { return .goodbye }
        if hasEnded(state, now) { return .duration }
        return isHostSilent ? .failsafe : nil
    }

    @_noAllocation
    private func hasEnded(_ state: State, _ now: UInt64) -> Bool {
        guard let endsAt = state.endsAt else { return false }
        return now >= endsAt
    }

    /// When `poll` next has something to do if nothing is received; nil while all is off.
    @_noAllocation
    public func nextDeadline() -> UInt64? {
        guard onCount > 0 else { return nil }
        var deadline = hostHeardAt + Self.failsafeAfter
        for place in 0..<32 where states[place].isOn {
            if states[place].isCutOff || states[place].isDismissed { return hostHeardAt }
            if let endsAt = states[place].endsAt, endsAt < deadline { deadline = endsAt }
        }
        return deadline
    }
}
