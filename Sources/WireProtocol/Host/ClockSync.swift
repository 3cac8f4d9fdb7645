/// The host's estimate of device time, from four time stamps an exchange (PROTOCOL.md §6.4).
public struct ClockSync: Sendable {
    private struct Exchange: Sendable {
        var offset: Int64 = 0
        var roundTrip: UInt64 = .max
    }

    private var recent: InlineArray<8, Exchange> = InlineArray(repeating: Exchange())
    private var next = 0
    private var best = Exchange()

    public init() {}

    /// Whether an exchange has been completed since the last reset.
    public var isSynchronised: Bool {
        @_noAllocation get { best.roundTrip != .max }
    }

    /// Shortest round trip of the last eight exchanges, in microseconds.
    public var roundTrip: UInt64? {
        @_noAllocation get { isSynchronised ? best.roundTrip : nil }
    }

    /// Forgets everything, for a new session.
    @_noAllocation
    public mutating func reset() {
        self = ClockSync()
    }

    /// Takes in an answer. One that travelled backwards in time, or was longer on the device than under way, is ignored.
    ///
    /// - Parameter arrived: host time of its reception, in microseconds.
    /// - Returns: whether it was taken in.
    @_noAllocation
    @discardableResult
    public mutating func observe(_ answer: TimeSyncMessage, arrived: UInt64) -> Bool {
        guard arrived >= answer.requested, answer.answered >= answer.received else { return false }
        let onDevice = answer.answered - answer.received
        let total = arrived - answer.requested
        guard total >= onDevice else { return false }
        let outward = Int64(bitPattern: answer.received &- answer.requested)
        let inward = Int64(bitPattern: answer.answered &- arrived)
        // The halves are taken first: the sum of two offsets may leave 64 bits.
        let offset = outward / 2 + inward / 2 + (outward % 2 + inward % 2) / 2
        recent[next] = Exchange(offset: offset, roundTrip: total - onDevice)
        next = (next + 1) % 8
        best = recent[0]
        for index in 1..<8 where recent[index].roundTrip < best.roundTrip { best = recent[index] }
        return true
    }

    /// Device time (low 32 bits, microseconds) at a host time; nil before the first exchange.
    @_noAllocation
    public func deviceTime(atHost time: UInt64) -> UInt32? {
        guard isSynchronised else { return nil }
        return UInt32(truncatingIfNeeded: time &+ UInt64(bitPattern: best.offset))
    }
}
