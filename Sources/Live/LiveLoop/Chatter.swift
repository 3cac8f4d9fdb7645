/// What a device may say as often as it likes, and is passed on ten times a second at most.
struct Chatter {
    /// LOG messages.
    var logs = Allowance()
    /// Sessions; one that has samples is always passed on, with the first of them.
    var sessions = Allowance()
    /// The newest session has not been passed on.
    var hasUntoldSession = false

    /// What was left out, once the second in which that began is over.
    mutating func takeLeftOut(now: UInt64) -> (logs: Int, sessions: Int)? {
        let leftOut = (logs.takeLeftOut(now: now), sessions.takeLeftOut(now: now))
        return leftOut == (0, 0) ? nil : leftOut
    }
}

/// Ten of a kind in a second; what is more is counted.
struct Allowance {
    static let perSecond = 10
    private var since: UInt64 = 0
    private var used = 0
    private var leftOut = 0

    /// Whether one more may pass.
    mutating func admits(_ now: UInt64) -> Bool {
        if isOver(now) {
            since = now
            used = 0
        }
        guard used < Self.perSecond else {
            leftOut += 1
            return false
        }
        used += 1
        return true
    }

    /// One that was left out passes after all.
    mutating func readmit() { leftOut = max(0, leftOut - 1) }

    /// How many were left out and not taken yet; 0 before their second is over.
    mutating func takeLeftOut(now: UInt64) -> Int {
        guard leftOut > 0, isOver(now) else { return 0 }
        defer { leftOut = 0 }
        return leftOut
    }

    private func isOver(_ now: UInt64) -> Bool { now >= since + 1_000_000 }
}
