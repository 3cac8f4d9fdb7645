import MotionCore
import Randomness

/// Times contenders in turn, round after round in a shuffled order, so that whatever else the machine does disturbs all of them
/// alike.
///
/// A turn is a burst of about `burstNanoseconds` and at least `leastItems` items, with a shorter untimed one before it that fetches
/// what the others drove out of the caches.
public struct Race: Sendable {
    public var rounds: Int
    /// Of the order.
    public var seed: UInt64
    /// What a timed burst should take; more where `leastItems` do.
    public var burstNanoseconds: Double
    /// Nanoseconds since some moment, never fewer than before.
    private let clock: @Sendable () -> UInt64

    public init(rounds: Int, seed: UInt64 = 1, burstNanoseconds: Double = 200_000) {
        self.init(rounds: rounds, seed: seed, burstNanoseconds: burstNanoseconds, clock: { nanoseconds() })
    }

    package init(rounds: Int, seed: UInt64 = 1, burstNanoseconds: Double, clock: @escaping @Sendable () -> UInt64) {
        precondition(rounds >= 1, "a race needs a round")
        self.rounds = rounds
        self.seed = seed
        self.burstNanoseconds = burstNanoseconds
        self.clock = clock
    }

    /// One summary per contender, in their order.
    public func run(_ contenders: [Contender]) -> [TimeSummary] {
        let items = contenders.map { itemsOfBurst($0) }
        var times = contenders.map { _ in [Double]() }
        for round in 0..<rounds {
            for index in order(round: round, of: contenders.count) {
                let contender = contenders[index]
                _ = contender.work(max(Self.leastItems, items[index] / contender.grain / 4) * contender.grain)
                times[index].append(time(contender, items[index]) / Double(items[index]))
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

    /// Most items of a burst, however short they are.
    private static let mostItems = 1 << 24

    /// Bursts are doubled until they are long enough to be told from the clock's steps, then brought to the length wanted. What
    /// disturbs one measurement must not decide a whole race, so the first call, which meets pages and caches that nobody has
    /// touched, is not timed, and the burst chosen is timed again, and doubled for as long as it is shorter than half of what it
    /// should be.
    private func itemsOfBurst(_ contender: Contender) -> Int {
        let most = max(Self.leastItems, Self.mostItems / contender.grain)
        var grains = 1
        _ = contender.work(contender.grain)
        var taken = time(contender, contender.grain)
        while taken < burstNanoseconds / 4, grains < most {
            grains *= 2
            taken = time(contender, grains * contender.grain)
        }
        let wanted = burstNanoseconds / max(taken, 1) * Double(grains)
        grains = max(Self.leastItems, Int(saturating: min(wanted, Double(most)).rounded()))
        while grains < most, time(contender, grains * contender.grain) < burstNanoseconds / 2 { grains *= 2 }
        return grains * contender.grain
    }

    private func time(_ contender: Contender, _ items: Int) -> Double {
        let start = clock()
        _ = contender.work(items)
        return Double(clock() - start)
    }
}
