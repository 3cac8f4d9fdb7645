import Decision
import WireProtocol

/// What decisions make the device do: the feedback table applied, and what could not be commanded yet.
///
/// Commands need the device's clock. What comes before it is known is owed, and commanded as soon as it is, as far as it still
/// holds.
struct Reactions {
    private let table: FeedbackTable
    /// A label whose exit commands have not been sent yet.
    private(set) var owedExit: Int?
    /// A label whose enter commands wait for the device's clock.
    private var owedEnter: Int?
    /// The label that was left last by a window, until another is entered.
    private var lastLeft: Int?
    /// Commands that could not be sent: the queue was full, or the device or the port went away.
    private(set) var dropped: UInt64 = 0

    init(_ table: FeedbackTable, owedExit: Int?) {
        self.table = table
        self.owedExit = owedExit
    }

    /// Commands what a decision asks for.
    ///
    /// - Returns: how many commands were accepted.
    mutating func react(to decision: Decision, through link: inout HostLink, now: UInt64) -> Int {
        guard let label = decision.active, decision.phase == .enter || decision.phase == .exit else { return 0 }
        let entering = decision.phase == .enter
        lastLeft = entering ? nil : label
        return command(label, entering: entering, confidence: decision.confidence, through: &link, now: now)
    }

    /// The label was left without a window that says so: its exit commands go out with the next `settle`.
    mutating func owe(exitOf label: Int) { owedExit = label }

    /// Sends what had to wait for the device's clock, as far as it still holds.
    mutating func settle(active: Int?, through link: inout HostLink, now: UInt64) {
        guard link.isSynchronised else { return }
        if let label = owedExit { _ = command(label, entering: false, confidence: 0, through: &link, now: now) }
        if let label = owedEnter, active == label {
            _ = command(label, entering: true, confidence: .max, through: &link, now: now)
        }
        owedExit = nil
        owedEnter = nil
    }

    /// So many commands were dropped with the device that they were for. An exit among them is owed again.
    mutating func voided(_ commands: Int) {
        dropped += UInt64(commands)
        if commands > 0, owedExit == nil { owedExit = lastLeft }
    }

    private mutating func command(
        _ label: Int, entering: Bool, confidence: Int16, through link: inout HostLink, now: UInt64
    ) -> Int {
        guard link.isSynchronised else {
            if entering { owedEnter = label } else { owedExit = label }
            return 0
        }
        var accepted = 0
        for index in table.entries.indices {
            let entry = table.entries[index]
            guard entry.label == label, entry.onEnter == entering, !entering || confidence >= entry.leastConfidence else {
                continue
            }
            if link.command(entry.action, timeToLive: entry.timeToLive, now: now) { accepted += 1 } else { dropped += 1 }
        }
        return accepted
    }
}
