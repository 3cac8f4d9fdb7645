/// When the host speaks by itself (PROTOCOL.md §4), in host microseconds.
struct HostTimers {
    private(set) var helloDue: UInt64 = 0
    private(set) var heartbeatDue: UInt64 = 0
    private(set) var timeSyncDue: UInt64?
    /// When the device was last heard, and when the port was opened.
    private(set) var lastHeard: UInt64 = 0
    private(set) var opened: UInt64 = 0
    /// The device has not been heard for so long that it is asked for HELLO.
    private(set) var isSilent = false
    /// Since when the device's clock is asked for without an answer: the present session's HELLO, or its clock was set.
    private(set) var clockUnknown: UInt64 = 0
    /// Exchanges of the clocks still to be made soon after one another.
    private var closeExchanges = 0

    @_noAllocation
    init() {}

    @_noAllocation
    mutating func open(_ now: UInt64) {
        opened = now
        lastHeard = now
        helloDue = now
        heartbeatDue = now + TimeOuts.heartbeat
    }

    @_noAllocation
    mutating func heard(_ now: UInt64) {
        lastHeard = now
        isSilent = false
    }

    /// Whether the silence just grew too long.
    @_noAllocation
    mutating func fallsSilent(_ now: UInt64) -> Bool {
        guard !isSilent, now >= lastHeard + TimeOuts.silence else { return false }
        isSilent = true
        return true
    }

    /// HELLO is asked for at once.
    @_noAllocation
    mutating func askNow(_ now: UInt64) { helloDue = now }

    @_noAllocation
    mutating func sentHello(_ now: UInt64) { helloDue = now + TimeOuts.greeting }

    @_noAllocation
    mutating func sentHeartbeat(_ now: UInt64) { heartbeatDue = now + TimeOuts.heartbeat }

    @_noAllocation
    mutating func greeted(_ now: UInt64) {
        clockUnknown = now
        exchangeClocks(now)
    }

    /// The device's clock is another one than was known.
    @_noAllocation
    mutating func forgotClock(_ now: UInt64) { clockUnknown = now }

    /// The clocks are exchanged at once, and some more times soon.
    @_noAllocation
    mutating func exchangeClocks(_ now: UInt64) {
        closeExchanges = TimeOuts.quickExchanges + TimeOuts.closeExchanges
        timeSyncDue = now
    }

    /// One more exchange, soon: something shows that the estimate is wrong.
    @_noAllocation
    mutating func exchangeClocksOnceMore(_ now: UInt64) {
        guard let timeSyncDue else { return }
        self.timeSyncDue = min(timeSyncDue, now + TimeOuts.quickExchange)
    }

    @_noAllocation
    mutating func sentTimeSync(_ now: UInt64) {
        closeExchanges = max(0, closeExchanges - 1)
        let isQuick = closeExchanges > TimeOuts.closeExchanges
        timeSyncDue = now + (isQuick ? TimeOuts.quickExchange : closeExchanges > 0 ? TimeOuts.closeExchange : TimeOuts.exchange)
    }

    /// When the host next speaks by itself, or notices a silence.
    @_noAllocation
    func nextDeadline(isGreeted: Bool) -> UInt64 {
        var deadline = heartbeatDue
        if let timeSyncDue { deadline = min(deadline, timeSyncDue) }
        if !isGreeted || isSilent { deadline = min(deadline, helloDue) }
        if isGreeted, !isSilent { deadline = min(deadline, lastHeard + TimeOuts.silence) }
        return deadline
    }

    @_noAllocation
    func isTimeSyncDue(_ now: UInt64) -> Bool {
        guard let timeSyncDue else { return false }
        return now >= timeSyncDue
    }
}
