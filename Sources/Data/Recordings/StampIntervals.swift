/// How evenly stamps come, beside the clock behind them: its period, rounding, waiting and packets show here, and lost samples do
/// not.
public struct StampIntervals: Sendable, Equatable {
    /// From a sample to the next one, without gaps.
    public private(set) var count = 0
    /// Stamps that are those of the sample before.
    public private(set) var repeated = 0
    /// Milliseconds.
    public private(set) var least = Double.infinity
    public private(set) var most = 0.0
    private var squares = 0.0
    private var periods = 0.0

    public init() {}

    /// Milliseconds: the root of the mean square of how far they are from the clock's period; 0 without any.
    public var jitter: Double { count > 0 ? (squares / Double(count)).squareRoot() : 0 }

    /// The mean period in milliseconds; 0 without any.
    public var period: Double { count > 0 ? periods / Double(count) : 0 }

    /// Whether the stamps alone would give another motion than the clock: they repeat, or jitter by a tenth of a period.
    public var isUneven: Bool { repeated > 0 || jitter > 0.1 * period }

    /// Adds those of a session.
    package mutating func add(_ stamps: [Double], by clock: SampleClock) {
        let gaps = Set(clock.gaps.map(\.after))
        for (index, interval) in zip(stamps.dropFirst(), stamps).map({ $0 - $1 }).enumerated() where !gaps.contains(index) {
            count += 1
            repeated += interval == 0 ? 1 : 0
            (least, most) = (min(least, interval), max(most, interval))
            squares += (interval - clock.period) * (interval - clock.period)
            periods += clock.period
        }
    }
}
