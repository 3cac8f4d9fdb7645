import Formatting
import Randomness

/// Where a share may lie for other people like these: the percentile interval of the bootstrap (Efron and Tibshirani, An
/// Introduction to the Bootstrap, 1993), with people drawn, and not windows or events, because those of one person are alike.
///
/// Few people give it too narrow: of two, a quarter of all draws has only the better one.
public struct PeopleBootstrap: Sendable, Equatable {
    /// One person's part of a share.
    public struct Part: Sendable, Equatable {
        public var counted: Int
        public var total: Int

        public init(_ counted: Int, of total: Int) {
            self.counted = counted
            self.total = total
        }
    }

    private let people: [Part]
    private let seed: UInt64
    /// Enough for two digits of the ends.
    private static let draws = 2_000
    /// Of people, in all draws together: nobody waits for a third digit of thousands of them.
    private static let mostDrawn = 4_000_000

    /// - Parameters:
    ///   - people: those of whom nothing was counted may be among them; they are left out.
    ///   - seed: the same seed draws the same people.
    public init(_ people: [Part], seed: UInt64 = 1) {
        self.people = people.filter { $0.total > 0 }
        self.seed = seed
    }

    /// Between which shares, 0 … 1, that of the drawn people lies in so many of all draws; nil with fewer than two people.
    public func interval(confidence: Double = 0.95) -> ClosedRange<Double>? {
        guard people.count > 1 else { return nil }
        var generator = SeededGenerator(seed: seed)
        let draws = max(200, min(Self.draws, Self.mostDrawn / people.count))
        let shares = (0..<draws).map { _ in
            var (counted, total) = (0, 0)
            for _ in people.indices {
                let person = people[Int.random(in: people.indices, using: &generator)]
                counted += person.counted
                total += person.total
            }
            return Double(counted) / Double(total)
        }
        let tail = (1 - confidence) / 2
        guard let lower = shares.quantile(tail, .nearest), let upper = shares.quantile(1 - tail, .nearest) else { return nil }
        return lower...upper
    }
}
