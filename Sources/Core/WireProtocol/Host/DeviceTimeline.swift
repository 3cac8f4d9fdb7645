/// Device time without wraps, and whether it can be that of the same clock as before (PROTOCOL.md §7).
struct DeviceTimeline: Sendable {
    /// Device time of the newest frame, wraps added up; nil before the first.
    private(set) var newest: Int64?
    /// Host time at which it arrived.
    private var arrived: UInt64 = 0
    /// The frames that came with the least delay in the present ten seconds and in those before: no later frame can be younger.
    private var present = Sighting()
    private var past = Sighting()
    private var presentSince: UInt64 = 0

    private struct Sighting: Sendable {
        var host: UInt64 = 0
        var device: Int64 = 0
        /// Host time less device time: the delay and a constant.
        var delay = Int64.max
    }

    /// Microseconds by which a clock may seem to be off before it is taken for another one.
    static var tolerance: Int64 { @_noAllocation get { 2_000_000 } }
    private static var span: UInt64 { @_noAllocation get { 10_000_000 } }

    @_noAllocation
    init() {}

    /// The 64-bit time that a header's 32 bits mean: the one nearest to what the host's clock expects.
    @_noAllocation
    func place(_ time: UInt32, now: UInt64) -> Int64 {
        guard let newest else { return Int64(time) }
        let step = Int64(Int32(bitPattern: time &- UInt32(truncatingIfNeeded: newest)))
        let expected = Int64(clamping: now >= arrived ? now - arrived : 0)
        let wraps = (expected - step + (1 << 31)) >> 32
        return newest + step + max(0, wraps) << 32
    }

    /// Whether a time lies further ahead than the host's clock allows.
    @_noAllocation
    func isAhead(_ time: Int64, now: UInt64) -> Bool {
        let best = present.delay < past.delay ? present : past
        guard best.delay < .max else { return false }
        let passed = Int64(clamping: now >= best.host ? now - best.host : 0)
        return time > best.device + passed + passed / 10 + Self.tolerance
    }

    /// Whether a time cannot be of the clock that was, whatever the samples say.
    @_noAllocation
    func isAnother(_ time: Int64, now: UInt64) -> Bool {
        guard let newest else { return false }
        return time < newest - Self.tolerance || isAhead(time, now: now)
    }

    /// Takes in the time of a frame.
    @_noAllocation
    mutating func advance(to time: Int64, now: UInt64) {
        if let newest, time < newest { return }
        newest = time
        arrived = now
        if now >= presentSince + Self.span {
            past = present
            present = Sighting()
            presentSince = now
        }
        let delay = Int64(clamping: now) &- time
        if delay <= present.delay { present = Sighting(host: now, device: time, delay: delay) }
    }

    /// Another clock counts from now on.
    @_noAllocation
    mutating func restart(at time: Int64, now: UInt64) {
        self = DeviceTimeline()
        advance(to: time, now: now)
    }
}
