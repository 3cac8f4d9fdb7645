/// The host's estimate of device time, offset and drift, from exchanges of four time stamps (PROTOCOL.md §6.4).
///
/// An exchange tells the offset to half its round trip. Of the last sixteen the pair that bounds the drift best gives the slope of
/// a line, and the one that is worth most now the point through which it goes: short round trips count, long ones fall out by
/// themselves. Integers only; nothing is allocated.
public struct ClockSync: Sendable {
    /// What an answer was worth.
    public enum Verdict: Sendable, Equatable {
        /// It was taken in.
        case taken
        /// It cannot be: its times run backwards, or it was longer on the device than under way.
        case impossible
        /// It contradicts those before it, and is not used: one more will show who is right.
        case contradictory
        /// Like the one before it, it contradicts all others: the device's clock was set. Only these two are kept.
        case clockSet
    }

    private struct Exchange: Sendable {
        /// Host time in its middle.
        var middle: UInt64 = 0
        /// Device time less host time.
        var offset: Int64 = 0
        var roundTrip: UInt64 = .max
    }

    private static let capacity = 16
    private var recent: InlineArray<16, Exchange> = InlineArray(repeating: Exchange())
    private var count = 0
    private var next = 0
    private var suspect: Exchange?
    /// The line: through this exchange, with this slope and doubt about it, in 2⁻²⁴ microseconds a microsecond.
    private var anchor = Exchange()
    private var drift: Int64 = 0
    private var doubt = Self.mostDrift

    /// 10 %: no clock that deserves the name is further off.
    private static var mostDrift: Int64 { @_noAllocation get { 1_677_722 } }
    /// 500 parts per million: what a drift may change, and what neither clock tells.
    private static var leastDoubt: Int64 { @_noAllocation get { 8_389 } }
    /// Microseconds by which either side may have been held up between its clock and the line.
    private static var slack: UInt64 { @_noAllocation get { 2_000 } }

    public init() {}

    /// Whether an exchange has been completed since the last reset.
    public var isSynchronised: Bool { @_noAllocation get { count > 0 } }

    /// Shortest round trip of the last sixteen exchanges, in microseconds: the offset is known to half of it.
    public var roundTrip: UInt64? {
        @_noAllocation get {
            guard count > 0 else { return nil }
            var shortest = recent[0].roundTrip
            for index in 1..<Self.capacity where recent[index].roundTrip < shortest { shortest = recent[index].roundTrip }
            return shortest
        }
    }

    /// By how many parts per million the device's clock runs fast; nil before exchanges half a second apart.
    public var driftPartsPerMillion: Int64? {
        @_noAllocation get { doubt < Self.mostDrift ? (drift * 1_000_000) >> 24 : nil }
    }

    /// Forgets everything, for a new session.
    @_noAllocation
    public mutating func reset() {
        self = ClockSync()
    }

    /// Takes in an answer.
    ///
    /// - Parameter arrived: host time of its reception, in microseconds.
    @_noAllocation
    @discardableResult
    public mutating func observe(_ answer: TimeSyncMessage, arrived: UInt64) -> Verdict {
        guard arrived >= answer.requested, answer.answered >= answer.received else { return .impossible }
        let onDevice = answer.answered - answer.received
        let total = arrived - answer.requested
        guard total >= onDevice else { return .impossible }
        let outward = Int64(bitPattern: answer.received &- answer.requested)
        let inward = Int64(bitPattern: answer.answered &- arrived)
        // The halves are taken first: the sum of two offsets may leave 64 bits.
        let exchange = Exchange(
            middle: answer.requested + total / 2, offset: outward / 2 + inward / 2 + (outward % 2 + inward % 2) / 2,
            roundTrip: total - onDevice)
        if count > 0, !agrees(exchange, with: anchor, drift: drift, doubt: doubt) {
            guard let suspect, agrees(exchange, with: suspect, drift: 0, doubt: Self.mostDrift) else {
                suspect = exchange
                return .contradictory
            }
            reset()
            keep(suspect)
            keep(exchange)
            return .clockSet
        }
        suspect = nil
        keep(exchange)
        return .taken
    }

    /// Device time (low 32 bits, microseconds) at a host time; nil before the first exchange.
    @_noAllocation
    public func deviceTime(atHost time: UInt64) -> UInt32? {
        guard isSynchronised else { return nil }
        return UInt32(truncatingIfNeeded: time &+ UInt64(bitPattern: Self.offset(at: time, from: anchor, drift: drift)))
    }

    /// Milliseconds of the device's clock, 1 or more, that are over before `milliseconds` of the host's are, however slow it runs
    /// within what is known of its drift: nothing is known before exchanges half a second apart, and 10 % taken then. Never more
    /// than `milliseconds`.
    @_noAllocation
    package func deviceMilliseconds(within milliseconds: UInt16) -> UInt16 {
        let shortening = Int64(milliseconds) * min(0, drift - doubt)
        return UInt16(max(1, Int64(milliseconds) + (shortening >> 24)))
    }
}

// MARK: - The line

extension ClockSync {
    @_noAllocation
    private static func offset(at time: UInt64, from anchor: Exchange, drift: Int64) -> Int64 {
        let since = Int64(bitPattern: time &- anchor.middle)
        return anchor.offset &+ (since &* drift) >> 24
    }

    /// Whether two exchanges can be of one clock.
    @_noAllocation
    private func agrees(_ exchange: Exchange, with other: Exchange, drift: Int64, doubt: Int64) -> Bool {
        let apart = exchange.middle > other.middle ? exchange.middle - other.middle : other.middle - exchange.middle
        let error = exchange.offset &- Self.offset(at: exchange.middle, from: other, drift: drift)
        let allowed = (exchange.roundTrip + other.roundTrip) / 2 + (apart * UInt64(doubt)) >> 24 + Self.slack
        return error.magnitude <= allowed
    }

    @_noAllocation
    private mutating func keep(_ exchange: Exchange) {
        recent[next] = exchange
        next = (next + 1) % Self.capacity
        count = min(count + 1, Self.capacity)
        drawLine(now: exchange.middle)
    }

    @_noAllocation
    private mutating func drawLine(now: UInt64) {
        drift = 0
        doubt = Self.mostDrift
        for first in 0..<count {
            for second in 0..<count where recent[second].middle >= recent[first].middle + 500_000 {
                let span = Int64(recent[second].middle - recent[first].middle)
                let uncertain = Int64((recent[first].roundTrip + recent[second].roundTrip) / 2 + Self.slack / 8)
                guard uncertain < span / 4 else { continue }
                let bound = (uncertain << 24) / span + Self.leastDoubt
                guard bound < doubt else { continue }
                let slope = ((recent[second].offset &- recent[first].offset) << 24) / span
                guard slope.magnitude <= Self.mostDrift.magnitude else { continue }
                doubt = bound
                drift = slope
            }
        }
        var least = UInt64.max
        for index in 0..<count {
            let age = now > recent[index].middle ? now - recent[index].middle : 0
            let worth = recent[index].roundTrip / 2 + (age * UInt64(doubt)) >> 24
            guard worth < least else { continue }
            least = worth
            anchor = recent[index]
        }
    }
}
