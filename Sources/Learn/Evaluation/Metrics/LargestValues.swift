import Formatting
import MotionCore

/// The largest of many numbers, so many of them as a quantile far up needs, without keeping the others.
package struct LargestValues {
    private let most: Int
    private var values: [Double] = []
    /// Smaller ones are not among the largest.
    private var least = -Double.infinity
    private var count = 0

    /// - Parameters:
    ///   - share: of the quantile that will be asked for.
    ///   - most: numbers that will come, at most.
    package init(forQuantile share: Double, of most: Int) {
        self.most = Int(saturating: (1 - share) * Double(most)) + 2
    }

    package mutating func add(_ value: Double) {
        count += 1
        guard value > least || values.count < most else { return }
        values.append(value)
        if values.count >= 2 * most + 1_024 { trim() }
    }

    private mutating func trim() {
        values.sort(by: >)
        values.removeLast(max(0, values.count - most))
        least = values[values.count - 1]
    }

    /// As `quantile(_:_:)` of all that was added, by nearest rank; nil of none.
    package func quantile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let fromAbove = count - 1 - QuantileRank.nearest.place(share, of: count)
        let sorted = values.sorted(by: >)
        return sorted[min(sorted.count - 1, fromAbove)]
    }
}
