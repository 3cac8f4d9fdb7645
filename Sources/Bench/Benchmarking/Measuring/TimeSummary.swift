import Formatting

/// What many bursts of the same work took, in nanoseconds per item. Quantiles are by nearest rank.
public struct TimeSummary: Sendable, Equatable {
    public let median: Double
    public let lowerQuartile: Double
    public let upperQuartile: Double
    public let least: Double
    /// Bursts that were timed.
    public let rounds: Int
    /// Items of a burst.
    public let itemsPerBurst: Int

    /// Traps on no times at all.
    public init(_ times: [Double], itemsPerBurst: Int) {
        precondition(!times.isEmpty, "a summary needs a time")
        median = times.quantile(0.5, .nearest) ?? 0
        lowerQuartile = times.quantile(0.25, .nearest) ?? 0
        upperQuartile = times.quantile(0.75, .nearest) ?? 0
        least = times.min() ?? 0
        rounds = times.count
        self.itemsPerBurst = itemsPerBurst
    }

    /// How much the median lies above the least, as a share of the least. A machine that is slow for most of a race, but not from
    /// its beginning to its end, has quartiles that lie close together all the same.
    public var excess: Double {
        least > 0 ? median / least - 1 : 0
    }

    /// Distance of the quartiles as a share of the median.
    public var spread: Double {
        median > 0 ? (upperQuartile - lowerQuartile) / median : 0
    }
}
