import MotionCore

/// Whether readings come at another rate than they did: noticed within two seconds, and told from readings that are late, jitter,
/// are lost or come in bursts.
///
/// Time is the device's own where it sends stamps, else that of arrival. It is cut into slots of 25 ms, and the newest second and a
/// half is looked at as two halves. The rate is another one if both halves hold more readings than they should, or both fewer; if
/// all together are more than a tenth off, and by more than can have waited during the longest pause of the last four seconds; if
/// both halves agree; and, of fewer, if not half of the steps are as long as ever: then the others were lost. Until the new
/// rate is a usual one it is counted for a third of a second more.
///
/// After a silence of a second nothing before it counts, nor a tenth of a second after it, in which what waited arrives at once.
/// Allocates nothing but when it suspects a change.
struct PaceWatch {
    /// The rate that readings had, in microseconds from one to the next.
    private let period: Double
    private var slots = InlineArray<160, Slot>(repeating: Slot())
    /// The slot of the newest reading, counted since time 0.
    private var newest = 0
    /// Of the first reading that counts, and of the last one; nil before it.
    private var began: UInt64?
    private var last: UInt64?
    private var lastStamp: UInt64?
    /// Readings so far, those included that are known to be lost.
    private var place = 0
    /// Since when the rate seems to be another one, without being a usual one.
    private var suspectedAt: UInt64?

    private struct Slot {
        /// Readings that came, or are known to be lost, and those of them that came a period after the one before.
        var readings = 0
        var regular = 0
        /// The longest wait that ended in it, in microseconds.
        var wait: UInt64 = 0
        /// When the last one came, and how many there were then, over all; 0 without one.
        var lastAt: UInt64 = 0
        var lastPlace = 0
    }

    /// Microseconds of a slot, and slots of half of what is looked at.
    private static let (length, half) = (25_000 as UInt64, 30)
    /// Microseconds after which nothing before counts, and those after it that do not either.
    private static let (silence, settling) = (1_000_000 as UInt64, 100_000 as UInt64)
    /// Microseconds that a rate which is no usual one is counted for longer.
    private static let patience: UInt64 = 350_000
    /// Readings by which every count may be off.
    private static let slack = 2.0

    /// - Parameter rate: readings per second, as they were counted.
    init(rate: Double) { period = 1_000_000 / rate }

    /// Takes a reading.
    ///
    /// - Parameters:
    ///   - stamp: the device's own time, in microseconds; nil if it sends none.
    ///   - lost: readings known to be missing since the last one.
    ///   - now: when it arrived, in microseconds.
    /// - Returns: readings per second, if they come at another rate than they did.
    mutating func observe(stamp: UInt64?, lost: Int, now: UInt64) -> Double? {
        if (stamp == nil) != (lastStamp == nil) { restart(at: nil) }
        lastStamp = stamp
        let time = stamp ?? now
        guard let last, let began else {
            restart(at: time)
            return nil
        }
        let wait = time >= last ? time - last : .max
        guard wait < max(Self.silence, UInt64(saturating: 3 * period)) else {
            restart(at: time >= last && stamp == nil ? time + Self.settling : time)
            return nil
        }
        self.last = time
        guard time >= began else { return nil }
        let slot = Int(time / Self.length)
        var change: Double?
        if slot > newest {
            // All before this one are whole.
            advance(to: slot - 1)
            if newest - Int(began / Self.length) >= 2 * Self.half { change = judge(at: time, after: wait) }
        }
        advance(to: slot)
        add(lost: lost, after: wait, at: time)
        return change
    }

    private mutating func restart(at time: UInt64?) {
        slots = .init(repeating: Slot())
        (began, last, suspectedAt) = (time, time, nil)
        newest = Int((time ?? 0) / Self.length)
    }

    private mutating func advance(to slot: Int) {
        guard slot > newest else { return }
        for passed in max(newest + 1, slot - slots.count + 1)...slot { slots[passed % slots.count] = Slot() }
        newest = slot
    }

    private mutating func add(lost: Int, after wait: UInt64, at time: UInt64) {
        place += 1 + lost
        let index = newest % slots.count
        slots[index].readings += 1 + lost
        let usual = period * Double(1 + lost)
        if abs(Double(wait) - usual) <= 0.07 * usual { slots[index].regular += 1 }
        slots[index].wait = max(slots[index].wait, wait)
        (slots[index].lastAt, slots[index].lastPlace) = (time, place)
    }

    // MARK: Judgement

    private mutating func judge(at time: UInt64, after wait: UInt64) -> Double? {
        guard isOff(longest: Double(max(wait, longestWait))) else {
            suspectedAt = nil
            return nil
        }
        let (rate, isUsual) = countedRate
        guard rate > 0, abs(rate * period / 1_000_000 - 1) > 0.08 else { return nil }
        let since = suspectedAt ?? time
        suspectedAt = since
        return isUsual || time - since >= Self.patience ? rate : nil
    }

    /// Whether the newest second and a half had another rate.
    ///
    /// - Parameter longest: the longest wait, in microseconds.
    private func isOff(longest: Double) -> Bool {
        let earlier = slots(newest - 2 * Self.half + 1...newest - Self.half)
        let later = slots(newest - Self.half + 1...newest)
        let expected = Double(Self.half) * Double(Self.length) / period
        let (first, second) = (Double(earlier.readings), Double(later.readings))
        let off = first + second - 2 * expected
        guard abs(off) > max(0.1 * 2 * expected, longest / period + Self.slack),
            (first - expected) * off.sign.factor > 0.08 * expected, (second - expected) * off.sign.factor > 0.08 * expected
        else { return false }
        let waiting = longest * (first + second) / (2 * Double(Self.half) * Double(Self.length))
        guard abs(first - second) <= 0.1 * max(first, second) + waiting + 1 else { return false }
        // More than there should be, none can be lost.
        return off > 0 || Double(2 * (earlier.regular + later.regular)) < first + second
    }

    /// Whether fewer readings than there should be came lately, and more are missing than have waited, or did not come in one
    /// pause.
    var isSlow: Bool {
        guard let began, let last, last > began else { return false }
        let first = max(newest - Self.half + 1, Int(began / Self.length))
        let (came, regular) = slots(first...newest)
        // Where most come as soon as ever, the others were lost.
        guard 2 * regular < came else { return false }
        let start = max(began, UInt64(first) * Self.length)
        return Double(came) + Double(longestWait) / period + Self.slack < 0.9 * Double(last - start) / period
    }

    private var longestWait: UInt64 { (0..<slots.count).reduce(0) { max($0, slots[$1].wait) } }

    private func slots(_ numbers: ClosedRange<Int>) -> (readings: Int, regular: Int) {
        numbers.reduce(into: (readings: 0, regular: 0)) { sum, number in
            sum.readings += slots[number % slots.count].readings
            sum.regular += slots[number % slots.count].regular
        }
    }

    /// Readings per second of what is looked at: through the last reading of each slot, before which none is waiting.
    private var countedRate: (hertz: Double, isUsual: Bool) {
        var slope = Slope()
        for number in newest - 2 * Self.half + 1...newest {
            let slot = slots[number % slots.count]
            if slot.readings > 0 { slope.add(Double(slot.lastPlace), Double(slot.lastAt)) }
        }
        guard let period = slope.slope, period > 0 else { return (0, false) }
        return usualRate(1_000_000 / period)
    }
}

extension FloatingPointSign {
    fileprivate var factor: Double { self == .plus ? 1 : -1 }
}
