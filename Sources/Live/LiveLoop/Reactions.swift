import MotionCore
import WireProtocol

/// What decisions make the device do: the feedback table applied, and what could not be commanded yet.
///
/// What switches something on counts from its motion (PROTOCOL.md §8): it is owed while the device's clock is not known and when
/// its motion is too old, here or on the device, and commanded by a later window of the same label. What switches off is owed only
/// for want of the clock.
struct Reactions {
    let table: FeedbackTable
    /// Milliseconds that a decision needs to be made at all, and by which commands live longer.
    var delay: UInt16 = 0
    /// A label whose exit commands have not been sent yet.
    private(set) var owedExit: Int?
    /// Entries of the active label that have not been commanded yet.
    private var owed: [Bool]
    private var isOwing = false
    /// Entries whose motion was too old, counted once.
    private var wasStale: [Bool]
    /// The failsafe has acted, and no command has come through since.
    private var isRelighting = false
    /// Device time of the newest window of the active label.
    private var motion: UInt32?
    private var confidence: Int16 = 0
    /// The label that was left last by a window, until another is entered.
    private var lastLeft: Int?
    /// The device refused to leave it: the command was too late.
    private var isExitLate = false
    /// Commands that the link took, to be sent at once and repeated.
    private(set) var accepted: UInt64 = 0
    /// Commands that could not be sent: the queue was full, or the device or the port went away.
    private(set) var dropped: UInt64 = 0
    /// Commands that were not sent because their motion was older than their time to live.
    private(set) var stale: UInt64 = 0
    /// Commands that were not sent because the device has no such actuator.
    private(set) var denied: UInt64 = 0

    init(_ table: FeedbackTable, owedExit: Int?) {
        self.table = table
        self.owedExit = owedExit
        owed = table.entries.map { _ in false }
        wasStale = owed
    }

    /// Commands what a decision asks for.
    ///
    /// - Parameter motion: device time of the window's last sample.
    /// - Returns: how many commands were accepted.
    mutating func react(to decision: Decision, motion: UInt32, through link: inout HostLink, now: UInt64) -> Int {
        if case .enter = decision.phase { isExitLate = false }
        if isExitLate, let lastLeft {
            isExitLate = false
            _ = leave(lastLeft, motion: nil, through: &link, now: now, keepingOwed: true)
        }
        guard let label = decision.active else { return 0 }
        self.motion = motion
        switch decision.phase {
        case .none: return 0
        case .enter:
            lastLeft = nil
            confidence = decision.confidence
            owe(label)
            return commandOwed(through: &link, now: now)
        case .hold: return commandOwed(through: &link, now: now)
        case .exit:
            lastLeft = label
            return leave(label, motion: motion, through: &link, now: now)
        }
    }

    /// The label was left without a window that says so: its exit commands go out with the next `settle`.
    mutating func owe(exitOf label: Int) {
        owedExit = label
        oweNothing()
    }

    /// The device has switched off what shall be on: the newest window of the label commands it again.
    mutating func relight(_ active: Int?, through link: inout HostLink, now: UInt64) {
        guard let active else { return }
        isRelighting = true
        owe(active)
        _ = commandOwed(through: &link, now: now)
    }

    /// A command was answered, or never was. What came too late for the device is owed to a younger window; what is to be lit again
    /// is tried until the device hears it.
    mutating func settled(_ outcome: FeedbackOutbox.Outcome, active: Int?) {
        // What a program asked for answers no motion, and is owed to none.
        if case .request = outcome.cause { return }
        if case .late? = outcome.status {
            if case .off = outcome.action.pattern {
                // What is to be off is commanded with every window until it is, unless a label was entered since.
                isExitLate = lastLeft != nil
            } else if let active {
                owe(outcome.action, again: active)
            }
        } else if isRelighting {
            if case nil = outcome.status, let active { owe(active) } else { isRelighting = false }
        }
    }

    /// Sends what had to wait for the device's clock, as far as it still holds.
    mutating func settle(through link: inout HostLink, now: UInt64) {
        guard isOwing || owedExit != nil, link.isCommandable(now) else { return }
        if let label = owedExit {
            owedExit = nil
            _ = leave(label, motion: nil, through: &link, now: now, keepingOwed: true)
        }
        _ = commandOwed(through: &link, now: now)
    }

    /// The link took so many commands that no motion asks for.
    mutating func accepted(requests: UInt64) { accepted += requests }

    /// So many commands were dropped with the device, or the clock, that they were for. An exit among them is owed again.
    mutating func voided(_ commands: Int) {
        dropped += UInt64(commands)
        if commands > 0, owedExit == nil { owedExit = lastLeft }
        motion = nil
    }
}

extension Reactions {
    private mutating func owe(_ label: Int) {
        for index in table.entries.indices {
            let entry = table.entries[index]
            owed[index] = entry.label == label && entry.onEnter && confidence >= entry.leastConfidence
            wasStale[index] = false
            if owed[index] { isOwing = true }
        }
    }

    /// - Parameter again: the active label, for which it was commanded by a window that was too old.
    private mutating func owe(_ action: ActuatorAction, again label: Int) {
        for index in table.entries.indices {
            let entry = table.entries[index]
            guard entry.label == label, entry.onEnter, entry.action == action, confidence >= entry.leastConfidence else { continue }
            owed[index] = true
            isOwing = true
            motion = nil
        }
    }

    /// At most what the protocol takes.
    private func life(of entry: FeedbackTable.Entry) -> UInt16 { UInt16(min(10_000, Int(entry.timeToLive) + Int(delay))) }

    private mutating func oweNothing() {
        guard isOwing else { return }
        for index in owed.indices { owed[index] = false }
        isOwing = false
    }

    /// - Returns: how many commands were accepted.
    private mutating func commandOwed(through link: inout HostLink, now: UInt64) -> Int {
        guard isOwing, let motion else { return 0 }
        var taken = 0
        isOwing = false
        for index in owed.indices where owed[index] {
            let entry = table.entries[index]
            owed[index] = false
            switch link.command(
                entry.action, timeToLive: life(of: entry), motion: motion, cause: .entered(UInt16(entry.label)), now: now)
            {
            case .accepted: taken += 1
            case .full: dropped += 1
            case .denied: denied += 1
            case .stale:
                if !wasStale[index] { stale += 1 }
                wasStale[index] = true
                owed[index] = true
                isOwing = true
            case .clockUnknown:
                owed[index] = true
                isOwing = true
            }
        }
        accepted += UInt64(taken)
        return taken
    }

    private mutating func leave(
        _ label: Int, motion: UInt32?, through link: inout HostLink, now: UInt64, keepingOwed: Bool = false
    ) -> Int {
        if !keepingOwed { oweNothing() }
        var taken = 0
        for index in table.entries.indices {
            let entry = table.entries[index]
            guard entry.label == label, !entry.onEnter else { continue }
            switch link.command(
                entry.action, timeToLive: life(of: entry), motion: motion, cause: .left(UInt16(label)), now: now)
            {
            case .accepted: taken += 1
            case .full: dropped += 1
            case .denied: denied += 1
            case .stale: stale += 1
            case .clockUnknown: owedExit = label
            }
        }
        accepted += UInt64(taken)
        return taken
    }
}
