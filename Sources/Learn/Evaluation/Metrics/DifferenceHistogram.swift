import Foundation

/// How large the differences between two arithmetics' probabilities are, in half decades.
public struct DifferenceHistogram: Sendable, Equatable {
    /// Lower edges: 0, then 10^−5, 10^−4.5 … 10^−0.5. A bin reaches to the next edge, the last one to 1, which it holds.
    public static let edges = [0.0] + (0..<10).map { pow(10, -5 + Double($0) / 2) }

    /// One count per edge.
    public private(set) var counts = [Int](repeating: 0, count: edges.count)

    public init() {}

    /// Counts one |Δp|.
    public mutating func add(_ difference: Double) {
        counts[(Self.edges.lastIndex { $0 <= difference }) ?? 0] += 1
    }
}
