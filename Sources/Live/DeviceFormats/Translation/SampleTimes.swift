import MotionCore

/// When readings were taken, by a clock that ticks evenly though their bytes arrive in bursts and late.
///
/// Where the device sends stamps, their differences count; else readings are a period apart. Arrival keeps the line: nothing is
/// taken after it has arrived, and a device whose clock is slow is followed by a hundredth of what it lags. After a silence the
/// line begins again, and what did not come in it is told.
struct SampleTimes {
    /// Microseconds between readings.
    private let period: Double
    private var last: Double?
    private var lastStamp: UInt64?

    private static let gain = 0.01
    /// Periods, and microseconds, behind which a reading is late because others are missing, not because its bytes waited.
    private static let silence = (periods: 8.0, microseconds: 250_000.0)

    init(rate: Double) { period = 1_000_000 / rate }

    /// The time of the next reading, and how many before it did not come.
    ///
    /// - Parameters:
    ///   - stamp: the device's own time, in microseconds; nil if it sends none.
    ///   - lost: readings known to be missing since the last one.
    ///   - now: when it arrived, in microseconds.
    mutating func next(stamp: UInt64?, lost: Int, now: UInt64) -> (takenAt: UInt64, missing: Int) {
        let arrival = Double(now)
        defer { lastStamp = stamp }
        guard let last else {
            self.last = arrival
            return (now, 0)
        }
        var missing = lost
        var step = period * Double(1 + lost)
        var isStamped = false
        if let stamp, let lastStamp, stamp > lastStamp, stamp - lastStamp < 10_000_000 {
            step = Double(stamp - lastStamp)
            missing = max(0, Int(saturating: (step / period).rounded()) - 1)
            isStamped = true
        }
        let expected = last + step
        let late = arrival - expected
        if late > max(Self.silence.periods * period, Self.silence.microseconds) {
            // By its stamps nothing is missing that was late.
            if !isStamped { missing += max(1, Int(saturating: (late / period).rounded())) }
            self.last = arrival
        } else {
            self.last = late < 0 ? max(last + 1, arrival) : expected + late * Self.gain
        }
        return (UInt64(saturating: self.last ?? arrival), missing)
    }
}
