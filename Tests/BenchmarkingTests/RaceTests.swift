import Benchmarking
import Testing

@Suite("A race")
struct RaceTests {
    @Test("gives every contender one turn a round, in an order that the seed decides and that changes")
    func order() {
        let race = Race(rounds: 40, seed: 7)
        let orders = (0..<40).map { race.order(round: $0, of: 5) }
        for order in orders { #expect(order.sorted() == [0, 1, 2, 3, 4]) }
        #expect(Set(orders).count > 20)
        #expect(orders == (0..<40).map { Race(rounds: 1, seed: 7).order(round: $0, of: 5) })
        #expect(orders != (0..<40).map { Race(rounds: 1, seed: 8).order(round: $0, of: 5) })
    }

    @Test("asks each contender for whole grains, and for as many bursts as there are rounds")
    func grains() {
        var asked: [[Int]] = [[], []]
        let contenders = [3, 1].enumerated().map { index, grain in
            Contender("c\(index)", grain: grain) { items in
                asked[index].append(items)
                return 0
            }
        }
        let results = Race(rounds: 6, burstNanoseconds: 2_000).run(contenders)
        #expect(results.map(\.rounds) == [6, 6])
        #expect(asked[0].allSatisfy { $0 % 3 == 0 && $0 > 0 })
        for (items, result) in zip(asked, results) {
            // A lead-in and a timed burst each round, after the probing.
            #expect(items.suffix(12).filter { $0 == result.itemsPerBurst }.count >= 6)
        }
    }

    @Test("is summed up by nearest ranks")
    func summary() {
        let summary = TimeSummary([9, 1, 5, 3, 7], itemsPerBurst: 2)
        #expect(summary.median == 5)
        #expect(summary.lowerQuartile == 3)
        #expect(summary.upperQuartile == 7)
        #expect(summary.least == 1)
        #expect(summary.spread == 0.8)
        #expect(TimeSummary([4, 8], itemsPerBurst: 1).median == 4)
    }
}

@Suite("Blocks asked of malloc")
struct AllocationCountTests {
    @Test("are counted, or nothing is claimed")
    func counted() {
        var kept: [[Int]] = []
        kept.reserveCapacity(3)
        let count = allocations { for size in 1...3 { kept.append(Array(repeating: size, count: size * 100)) } }
        #expect(kept.count == 3)
        if let count { #expect(count == 3) }
        #expect(allocations {} ?? 0 == 0)
    }
}
