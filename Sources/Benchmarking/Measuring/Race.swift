import Randomness

/// Times contenders in turn, round after round in a shuffled order, so that whatever else the machine does disturbs all of them alike.
///
/// A turn is a burst of about `burstNanoseconds` and at least `leastItems` items, with a shorter untimed one before it that fetches what the
/// others drove out of the caches.
public struct Race: Sendable {
    public var rounds: Int
    /// Of the order.
    public var seed: UInt64
    /// What a timed burst should take; more where `leastItems` do.
    public var burstNanoseconds: Double

    public init(rounds: Int, seed: UInt64 = 1, burstNanoseconds: Double = 200_000) {
        precondition(rounds >= 1, "a race needs a round")
        self.rounds = rounds
        self.seed = seed
        self.burstNanoseconds = burstNanoseconds
    }

    /// One summary per contender, in their order.
    public func run(_ contenders: [Contender]) -> [TimeSummary] {
        let items = contenders.map { itemsOfBurst($0) }
        var times = contenders.map { _ in [Double]() }
        for round in 0..<rounds {
            for index in order(round: round, of: contenders.count) {
                let contender = contenders[index]
                _ = contender.work(max(Self.leastItems, items[index] / contender.grain / 4) * contender.grain)
                times[index].append(Self.time(contender, items[index]) / Double(items[index]))
            }
        }
        return contenders.indices.map { TimeSummary(times[$0], itemsPerBurst: items[$0]) }
    }

    /// In which order the contenders take their turns: each once.
    package func order(round: Int, of count: Int) -> [Int] {
        var generator = SeededGenerator(seed: seed, stream: round)
        return Array(0..<count).shuffled(using: &generator)
    }

    /// Fewest items (or grains) of a burst, timed or not.
    private static let leastItems = 4

    /// Bursts are doubled until they are long enough to be told from the clock's steps; that warms up, too.
    private func itemsOfBurst(_ contender: Contender) -> Int {
        var items = contender.grain
        while items < 1 << 24 {
            let taken = Self.time(contender, items)
            if taken >= burstNanoseconds / 4 {
                let wanted = burstNanoseconds / taken * Double(items / contender.grain)
                return max(Self.leastItems, Int(wanted.rounded())) * contender.grain
            }
            items *= 2
        }
        return items
    }

    private static func time(_ contender: Contender, _ items: Int) -> Double {
        let start = nanoseconds()
        _ = contender.work(items)
        return Double(nanoseconds() - start)
    }
}
