import Evaluation
import Foundation
import Randomness
import Synchronization
import Testing

@Suite("Work on all cores, handed on in order")
struct InOrderTests {
    private struct Broken: Error, Equatable { let part: Int }

    /// Squares the numbers below `count`, each after so many turns of the other threads as the number decides.
    private func squares(
        _ count: Int, workers: Int, failing: Set<Int> = [], handOn: @escaping (Int) throws -> Void
    ) throws {
        var number = -1
        try InOrder<Int, Int>(
            workers: workers, room: .max, size: { _ in 1 },
            next: {
                number += 1
                return number < count ? number : nil
            },
            work: { _, part in
                for _ in 0..<(part * 7919) % 13 { sched_yield() }
                if failing.contains(part) { throw Broken(part: part) }
                return part * part
            },
            handOn: handOn
        ).run()
    }

    @Test("comes out as it went in, with any number of workers", arguments: [1, 2, 3, 8])
    func order(workers: Int) throws {
        var results: [Int] = []
        try squares(100, workers: workers) { results.append($0) }
        #expect(results == (0..<100).map { $0 * $0 })
    }

    @Test("without parts is done at once")
    func nothing() throws {
        try squares(0, workers: 2) { _ in Issue.record("nothing was to be handed on") }
    }

    @Test("hands on nothing after a part that failed, and says why")
    func failure() {
        var results: [Int] = []
        #expect(throws: Broken(part: 20)) { try squares(100, workers: 3, failing: [20]) { results.append($0) } }
        #expect(results == (0..<results.count).map { $0 * $0 } && results.count <= 20)
    }

    @Test("ends when nobody takes the results any more")
    func refused() {
        var results = 0
        #expect(throws: Broken(part: -1)) {
            try squares(100, workers: 3) { _ in
                results += 1
                if results == 5 { throw Broken(part: -1) }
            }
        }
        #expect(results == 5)
    }

    @Test("never runs further ahead than two parts for each worker")
    func bounded() throws {
        let inFlight = Mutex((now: 0, most: 0))
        var number = 0
        try InOrder<Int, Int>(
            workers: 3, room: .max, size: { _ in 1 },
            next: {
                number += 1
                guard number <= 200 else { return nil }
                inFlight.withLock {
                    $0.now += 1
                    $0.most = max($0.most, $0.now)
                }
                return number
            },
            work: { _, part in
                // The first one lets the others go on, until they have run too far ahead, or cannot.
                if part == 1 { for _ in 0..<1000 where inFlight.withLock({ $0.most }) <= 6 { sched_yield() } }
                return part
            },
            handOn: { _ in inFlight.withLock { $0.now -= 1 } }
        ).run()
        // No lower bound: on a busy machine one worker may do it all.
        #expect(inFlight.withLock { $0.most } <= 6)
    }

    /// What the sizes of those on their way came to, at most, in a work whose parts come in every order.
    private func mostOnTheWay(workers: Int, room: Int, sizes: [Int]) throws -> Int {
        let onTheWay = Mutex((now: 0, most: 0))
        var number = -1
        try InOrder<Int, Int>(
            workers: workers, room: room, size: { sizes[$0] },
            next: {
                number += 1
                guard number < sizes.count else { return nil }
                onTheWay.withLock {
                    $0.now += sizes[number]
                    $0.most = max($0.most, $0.now)
                }
                return number
            },
            work: { _, part in part }, handOn: { part in onTheWay.withLock { $0.now -= sizes[part] } }
        ).run()
        return onTheWay.withLock { $0.most }
    }

    @Test("takes nothing that would be too large together with what is on its way", arguments: [1, 2, 3, 8])
    func roomy(workers: Int) throws {
        var generator = SeededGenerator(seed: UInt64(workers))
        let sizes = (0..<300).map { _ in Int.random(in: 1...100, using: &generator) }
        // As the evaluation has it: the longest part fits beside those that all others hold.
        let room = (workers - 1) * 100 + 1
        #expect(try mostOnTheWay(workers: workers, room: room, sizes: sizes) < room + 100)
    }

    @Test("goes on where one part alone has no room")
    func tooLarge() throws {
        #expect(try mostOnTheWay(workers: 4, room: 1, sizes: Array(repeating: 7, count: 50)) == 7)
    }
}
