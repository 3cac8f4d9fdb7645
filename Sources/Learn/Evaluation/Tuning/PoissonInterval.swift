import Foundation

/// Where the true rate of rare, independent events may lie, of which so many were counted: the exact interval of Garwood (Fiducial
/// limits for the Poisson distribution, Biometrika 28, 1936).
public struct PoissonInterval: Sendable, Equatable {
    /// Expected events in as much time as was watched.
    public let lower: Double
    public let upper: Double

    /// - Parameters:
    ///   - count: events, 0 or more.
    ///   - confidence: that the true rate lies in it, at least; between 0 and 1.
    public init(count: Int, confidence: Double = 0.95) {
        let tail = (1 - confidence) / 2
        // At the lower end so many or more, at the upper end so many or fewer, are as improbable as the tail.
        lower = count == 0 ? 0 : Self.solve { 1 - Self.probability(ofAtMost: count - 1, mean: $0) >= tail }
        upper = Self.solve { Self.probability(ofAtMost: count, mean: $0) <= tail }
    }

    /// As rates an hour of what was watched for so many seconds; nil of none.
    public func perHour(of seconds: Double) -> ClosedRange<Double>? {
        seconds > 0 ? lower / seconds * 3600...upper / seconds * 3600 : nil
    }

    /// The smallest mean for which something is true that stays true beyond.
    private static func solve(_ isBeyond: (Double) -> Bool) -> Double {
        var high = 1.0
        while !isBeyond(high) { high *= 2 }
        var low = 0.0
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if isBeyond(middle) { high = middle } else { low = middle }
        }
        return high
    }

    private static func probability(ofAtMost count: Int, mean: Double) -> Double {
        guard mean > 0 else { return 1 }
        // Logarithms: a term may be less than any number.
        var sum = 0.0
        for number in 0...count { sum += exp(Double(number) * log(mean) - mean - lgamma(Double(number) + 1)) }
        return min(1, sum)
    }
}
