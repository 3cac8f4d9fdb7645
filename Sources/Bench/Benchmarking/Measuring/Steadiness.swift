public import Formatting

/// Whether the machine was idle enough for its times to be trusted.
public struct Steadiness: Sendable, Equatable {
    /// The largest distance of quartiles, as a share of their median.
    public let spread: Double
    /// How far a median lies above its contender's least, at most, as a share of that.
    public let excess: Double

    /// Quartiles of fewer rounds say nothing.
    public static let leastRounds = 8
    private static let mostSpread = 0.2
    private static let mostExcess = 0.25

    /// Of all that have rounds enough.
    public init(_ times: [TimeSummary]) {
        let telling = times.filter { $0.rounds >= Self.leastRounds }
        spread = telling.map(\.spread).max() ?? 0
        excess = telling.map(\.excess).max() ?? 0
    }

    /// A sentence for a person whose figures are doubtful; nil if they are not.
    public var warning: Sentence? {
        var signs: [String] = []
        if spread > Self.mostSpread { signs.append("quartiles up to \(Numbers.percent(spread, decimals: 0)) of a median apart") }
        if excess > Self.mostExcess { signs.append("medians up to \(Numbers.percent(excess, decimals: 0)) above the least") }
        guard !signs.isEmpty else { return nil }
        return "the machine was busy (\(signs.joined(separator: ", ")))\(remedy: "try again, or give more \(.rounds)")"
    }

}
