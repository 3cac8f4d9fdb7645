import Benchmarking
import Formatting
import Foundation
import Synchronization
import Testing

/// A clock that goes on only where a test says so.
private final class HandClock: Sendable {
    private let now = Mutex<UInt64>(0)
    var nanoseconds: UInt64 { now.withLock { $0 } }
    func advance(_ nanoseconds: UInt64) { now.withLock { $0 += nanoseconds } }
}

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

    /// Items of a burst that should take 200 µs, of a contender that takes 10 ns an item, and 1 ms more in one of its calls.
    private func burst(slowCall: Int) -> Int {
        let clock = HandClock()
        var calls = 0
        let contender = Contender("fast") { items in
            clock.advance(UInt64(items) * 10 + (calls == slowCall ? 1_000_000 : 0))
            calls += 1
            return 0
        }
        return Race(rounds: 1, burstNanoseconds: 200_000, clock: { clock.nanoseconds }).run([contender])[0].itemsPerBurst
    }

    @Test("has bursts of the length wanted, at least half of it, whichever call is slow", arguments: 0..<16)
    func slowCall(_ call: Int) {
        #expect((10_000...20_000).contains(burst(slowCall: call)))
    }

    @Test("ends, with a contender whose items take no time that the clock shows")
    func noTime() {
        let times = Race(rounds: 1, burstNanoseconds: 200_000, clock: { 0 }).run([Contender("idle", grain: 3) { _ in 0 }])
        #expect(times[0].median == 0)
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

@Suite("A machine's steadiness")
struct SteadinessTests {
    /// Eight times around 100, all others of them 100.
    private func times(_ first: Double...) -> TimeSummary {
        TimeSummary(first + Array(repeating: 100, count: 8 - first.count), itemsPerBurst: 1)
    }

    @Test("is not doubted for a disturbance of a few rounds")
    func steady() {
        #expect(Steadiness([times(100, 500)]).warning == nil)
        #expect(Steadiness([]).warning == nil)
    }

    @Test("is doubted for quartiles that lie apart")
    func spread() {
        let steadiness = Steadiness([times(), times(130, 130, 130)])
        #expect(steadiness.spread == 0.3)
        #expect(steadiness.warning?.description.contains("quartiles up to 30 % of a median apart") == true)
    }

    @Test("is doubted for a median far above the least, however close the quartiles lie")
    func excess() {
        let steadiness = Steadiness([times(), times(50)])
        #expect(steadiness.spread == 0)
        #expect(steadiness.excess == 1)
        #expect(steadiness.warning?.description.contains("medians up to 100 % above the least") == true)
    }

    @Test("needs eight rounds to be told")
    func fewRounds() {
        #expect(Steadiness([TimeSummary([10, 20, 30, 40, 50, 60, 70], itemsPerBurst: 1)]).warning == nil)
    }

    @Test(
        "can be told of every point of a sweep, unless fewer rounds were asked for",
        arguments: [(1, 1), (7, 7), (8, 8), (20, 8), (32, 8), (36, 9), (100, 25)])
    func sweepRounds(rounds: Int, each: Int) {
        #expect(Sweep.rounds(of: rounds) == each)
    }
}

@Suite("Pushes of a stream")
struct PushTimesTests {
    @Test("are told apart by their distance from the last decision, those that decide first")
    func kinds() {
        // Two hops of three: the push after a decision, the next one, the one that decides.
        let kinds = PushTimes.byDistance([50, 20, 30, 60, 22, 40], hop: 3)
        #expect(kinds.map(\.samplesAfterDecision) == [0, 1, 2])
        #expect(kinds.map(\.median) == [30, 50, 20])
        #expect(kinds.map(\.percentile99) == [40, 60, 22])
        #expect(kinds.map(\.count) == [2, 2, 2])
    }

    @Test("all decide where windows end with every sample")
    func oneKind() {
        let kinds = PushTimes.byDistance([5, 9, 7], hop: 1)
        #expect(kinds.map(\.samplesAfterDecision) == [0])
        #expect(kinds.map(\.median) == [7])
    }
}

@Suite(
    "Blocks asked of malloc",
    .enabled(if: allocations {} != nil, "malloc can be counted with glibc and without a sanitizer only"))
struct AllocationCountTests {
    @Test("are counted")
    func counted() {
        var kept: [[Int]] = []
        kept.reserveCapacity(3)
        let count = allocations { for size in 1...3 { kept.append(Array(repeating: size, count: size * 100)) } }
        #expect(kept.count == 3)
        #expect(count == 3)
    }

    @Test("are none where nothing is done")
    func nothing() {
        #expect(allocations {} == 0)
    }

    @Test(
        "are refused with an alignment that is no power of two or no multiple of a pointer's size, as everywhere",
        arguments: [0, 1, 3, 4, 24, 63])
    func alignment(_ alignment: Int) {
        var block: UnsafeMutableRawPointer?
        #expect(posix_memalign(&block, alignment, 8) == EINVAL)
    }

    @Test("are aligned as they were asked for", arguments: [8, 64, 4096])
    func aligned(_ alignment: Int) {
        var block: UnsafeMutableRawPointer?
        defer { free(block) }
        #expect(posix_memalign(&block, alignment, 8) == 0)
        #expect(UInt(bitPattern: block) % UInt(alignment) == 0)
    }
}
