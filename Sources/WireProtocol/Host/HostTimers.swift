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
    /// Exchanges of the clocks still to be made quickly after a HELLO.
    private var quickExchanges = 0

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

    /// The clocks are exchanged at once, and some more times soon.
    @_noAllocation
    mutating func greeted(_ now: UInt64) {
        quickExchanges = TimeOuts.quickExchanges
        timeSyncDue = now
    }

    @_noAllocation
    mutating func sentTimeSync(_ now: UInt64) {
        quickExchanges = max(0, quickExchanges - 1)
        timeSyncDue = now + (quickExchanges > 0 ? TimeOuts.quickExchange : TimeOuts.exchange)
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
