import Formatting

/// Single pushes of a stream that do the same work, because the same number of samples lies between them and the last decision. In
/// nanoseconds from call to return; one reading of the clock, some 20 ns, is in each. Quantiles are by nearest rank.
public struct PushTimes: Sendable, Equatable {
    /// Samples since the last decision: 0 for the push that decides, 1 for the next one, which also does what the decision put off,
    /// … hop − 1.
    public let samplesAfterDecision: Int
    public let median: Double
    public let percentile99: Double
    /// Pushes that were timed.
    public let count: Int

    /// Sorts pushes by their distance from the last decision.
    ///
    /// - Parameters:
    ///   - times: nanoseconds of pushes in a row; the first is the one that follows a decision. Traps on fewer than `hop`.
    ///   - hop: pushes from one decision to the next.
    /// - Returns: `hop` kinds; the first are the pushes that decide.
    package static func byDistance(_ times: [Double], hop: Int) -> [PushTimes] {
        precondition(hop >= 1 && times.count >= hop, "every kind of push needs a time")
        return (0..<hop).map { distance in
            let own = stride(from: (distance + hop - 1) % hop, to: times.count, by: hop).map { times[$0] }
            return PushTimes(
                samplesAfterDecision: distance, median: own.quantile(0.5, .nearest) ?? 0,
                percentile99: own.quantile(0.99, .nearest) ?? 0,
                count: own.count)
        }
    }
}
