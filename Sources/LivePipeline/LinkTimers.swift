/// When the host speaks by itself (PROTOCOL.md §4), in host microseconds.
struct LinkTimers {
    private(set) var helloDue: UInt64 = 0
    private(set) var heartbeatDue: UInt64 = 0
    private(set) var timeSyncDue: UInt64?
    private(set) var statisticsDue: UInt64 = 0
    /// Exchanges still to be made quickly after a HELLO.
    private var quickExchanges = 0
    /// When the device was last heard.
    private(set) var lastHeard: UInt64 = 0
    private(set) var opened: UInt64 = 0
    /// Frames sent so far.
    private(set) var framesSent: UInt32 = 0
    /// The device has not been heard for `silence`.
    var isSilent = false
    /// The person has been told that nothing can be understood.
    var hasComplained = false

    static let helloInterval: UInt64 = 500_000
    static let heartbeatInterval: UInt64 = 1_000_000
    static let silence: UInt64 = 3_000_000
    static let statisticsInterval: UInt64 = 5_000_000

    mutating func open(_ now: UInt64) {
        opened = now
        lastHeard = now
        helloDue = now
        heartbeatDue = now + Self.heartbeatInterval
        statisticsDue = now + Self.statisticsInterval
    }

    mutating func toldStatistics(_ now: UInt64) { statisticsDue = now + Self.statisticsInterval }

    mutating func heard(_ now: UInt64) {
        lastHeard = now
        isSilent = false
    }

    mutating func sentFrame() { framesSent &+= 1 }

    /// HELLO is asked for at once.
    mutating func askNow(_ now: UInt64) { helloDue = now }

    mutating func sentHello(_ now: UInt64) { helloDue = now + Self.helloInterval }

    mutating func sentHeartbeat(_ now: UInt64) { heartbeatDue = now + Self.heartbeatInterval }

    /// Four exchanges 50 ms apart, the first at once.
    mutating func greeted(_ now: UInt64) {
        quickExchanges = 4
        timeSyncDue = now
    }

    mutating func sentTimeSync(_ now: UInt64) {
        quickExchanges = max(0, quickExchanges - 1)
        timeSyncDue = now + (quickExchanges > 0 ? 50_000 : 10_000_000)
    }

    /// Milliseconds until something is due.
    func wait(from now: UInt64, atMost longest: Int32, hasPending: Bool) -> Int32 {
        let due = min(heartbeatDue, timeSyncDue ?? .max, hasPending ? now + 20_000 : .max)
        return due <= now ? 0 : Int32(min(UInt64(longest), (due - now) / 1000 + 1))
    }
}

/// Samples per second by the device's own clock, over the present session.
struct RateMeter {
    private var start: UInt64?
    private var end: UInt64 = 0
    /// Samples from the first frame's to the newest frame's first sample.
    private var between: UInt64 = 0
    private var inNewest: UInt64 = 0

    mutating func reset() { self = RateMeter() }

    /// A frame of `count` samples, the first taken at `time`; `lost` are missing before it.
    mutating func observe(samples count: Int, lost: Int, at time: UInt64) {
        if start == nil { start = time } else { between += inNewest + UInt64(lost) }
        inNewest = UInt64(count)
        end = time
    }

    /// Nil before a tenth of a second has passed.
    var rate: Double? {
        guard let start, end > start + 100_000 else { return nil }
        return Double(between) * 1_000_000 / Double(end - start)
    }
}
