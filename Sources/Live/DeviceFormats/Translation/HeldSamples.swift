import MotionCore

/// Samples that are held back where readings seem to be missing before them: until it is clear whether those were lost, or the
/// device sends less often now. Allocates when it is made.
struct HeldSamples {
    private let channels: Int
    private let capacity: Int
    private let counts: UnsafeMutablePointer<Int16>
    private let moments: UnsafeMutablePointer<Moment>
    private(set) var count = 0
    /// How many of them came as soon after the one before as they should, and how many did not come with it.
    private var (regular, waits) = (0, 0)
    /// How many came with the first one: they had waited, and are not missing.
    private var waited = 0
    /// Periods that should have passed from the first to the last.
    private var periods = 0
    /// When the first one arrived, by the host's clock.
    private var since: UInt64 = 0

    private struct Moment {
        var takenAt: UInt64 = 0
        var missing = 0
        /// Of the missing ones those that are known to be lost.
        var lost = 0
        /// By the clock by which the rate is judged.
        var time: UInt64 = 0
    }

    /// Microseconds that a sample is held at most: by then a change of the rate has been noticed.
    private static let most: UInt64 = 2_100_000

    /// - Parameters:
    ///   - channels: counts of a sample, 1 … 6.
    ///   - rate: samples per second.
    init(channels: Int, rate: Double) {
        self.channels = channels
        capacity = 16 + Int(saturating: rate * Double(Self.most) / 1_000_000)
        counts = .allocate(capacity: capacity * channels)
        counts.initialize(repeating: 0, count: capacity * channels)
        moments = .allocate(capacity: capacity)
        moments.initialize(repeating: Moment(), count: capacity)
    }

    func deallocate() {
        counts.deallocate()
        moments.deallocate()
    }

    var isEmpty: Bool { count == 0 }

    /// Whether no more fit, or the first one has been held for as long as one is.
    func isOverdue(now: UInt64) -> Bool { count == capacity || (count > 0 && now >= since + Self.most) }

    /// Takes one; there must be room.
    ///
    /// - Parameters:
    ///   - missing: readings that seem to be missing before it, and those of them that are known to be lost.
    ///   - time: by the clock by which the rate is judged.
    ///   - period: microseconds.
    mutating func append(
        _ sample: UnsafePointer<Int16>, takenAt: UInt64, missing: Int, lost: Int, time: UInt64, period: Double, now: UInt64
    ) {
        if count == 0 {
            (since, regular, waits, periods, waited) = (now, 0, 0, 0, 0)
        } else {
            let step = (Double(time) - Double(moments[count - 1].time)) / (period * Double(1 + lost))
            periods += 1 + lost
            if step > 0.5 { waits += 1 } else if waits == 0 { waited += 1 }
            if step > 0.5, step <= 1.15 { regular += 1 }
        }
        (counts + count * channels).update(from: sample, count: channels)
        moments[count] = Moment(takenAt: takenAt, missing: missing, lost: lost, time: time)
        count += 1
    }

    /// Whether readings come again as often as they should, so that those before the first one were lost: one by one; or in bursts,
    /// of which the next must have come; or as many at once as had waited.
    ///
    /// - Parameter period: microseconds.
    func isResumed(period: Double) -> Bool {
        guard count > 1 else { return false }
        let passed = Double(moments[count - 1].time) - Double(moments[0].time)
        let isInTime = passed <= 1.2 * period * Double(periods) && (waits > 0 || periods >= moments[0].missing)
        return isInTime || regular >= 2 || (count == 2 && regular == 1)
    }

    /// Hands them out in order, and keeps none. Readings that came at once with the first one had waited while the machine stood
    /// still, so as many fewer are missing before it; a count by time may be one off, or a tenth.
    mutating func release(_ deliver: (_ sample: UnsafePointer<Int16>, _ takenAt: UInt64, _ missing: Int) -> Void) {
        if count > 0, waited > 0 {
            let (missing, lost) = (moments[0].missing, moments[0].lost)
            let left = missing - lost - waited
            moments[0].missing = lost + (left <= max(1, missing / 10) ? 0 : left)
        }
        for index in 0..<count { deliver(counts + index * channels, moments[index].takenAt, moments[index].missing) }
        count = 0
    }
}
