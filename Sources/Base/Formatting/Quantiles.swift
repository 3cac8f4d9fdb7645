import MotionCore

/// Which of several numbers in ascending order a share of them names. The two differ where the share of their count is a whole
/// number: the median of four is the second by `nearest`, the third by `below`.
@usableFromInline
package enum QuantileRank {
    /// The smallest number that at least this share of all does not exceed (nearest rank).
    case nearest
    /// The number below which the share lies: of two in the middle the upper one.
    case below

    /// The place of that number, from 0, for numbers that are sorted already.
    ///
    /// - Parameters:
    ///   - share: 0 … 1.
    ///   - count: of the numbers, at least 1.
    @usableFromInline
    package func place(_ share: Double, of count: Int) -> Int {
        let numbers = share * Double(count)
        return switch self {
        case .nearest: max(0, min(count, Int(saturating: numbers.rounded(.up))) - 1)
        case .below: min(count - 1, Int(saturating: numbers))
        }
    }
}

extension Sequence where Element: Comparable {
    /// The number that a share of all names; nil of none. Sorts them.
    ///
    /// - Parameters:
    ///   - share: 0.5 for a median, 0.99 for a 99th percentile.
    ///   - rank: which of them that is.
    @inlinable
    package func quantile(_ share: Double, _ rank: QuantileRank) -> Element? {
        let sorted = sorted()
        return sorted.isEmpty ? nil : sorted[rank.place(share, of: sorted.count)]
    }

    /// The number in the middle, of two the upper; nil of none. Sorts them.
    @inlinable
    package var median: Element? { quantile(0.5, .below) }
}
