import Synchronization
import Testing
import Threads

@Suite("Work on all cores")
struct AllCoresTests {
    @Test("is done once for each number, by any number of threads", arguments: [0, 1, 3, 8])
    func once(_ helpers: Int) {
        let cores = AllCores(helpers: helpers)
        for count in [0, 1, 2, 7, 1000] {
            let calls = (0..<count).map { _ in Calls() }
            cores.perform(count) { calls[$0].add() }
            #expect(calls.allSatisfy { $0.count == 1 }, "\(count)")
        }
    }

    @Test("is done by the caller alone where the system gives no thread")
    func withoutThreads() {
        let cores = AllCores(helpers: 4, start: { _ throws(NoThread) in throw NoThread() })
        #expect(cores.helpers == 0)
        var sum = 0
        cores.perform(100) { sum += $0 }
        #expect(sum == 4950)
    }

    @Test("is done by the threads that there are where the system gives fewer")
    func fewer() {
        let asked = Mutex(0)
        let cores = AllCores(
            helpers: 4,
            start: { body throws(NoThread) in
                let isFirst = asked.withLock { count in
                    count += 1
                    return count == 1
                }
                guard isFirst else { throw NoThread() }
                try OwnThread.start(body)
            })
        #expect(cores.helpers == 1)
        let calls = (0..<100).map { _ in Calls() }
        cores.perform(100) { calls[$0].add() }
        #expect(calls.allSatisfy { $0.count == 1 })
    }

    @Test("may ask for work on all cores itself")
    func nested() {
        let cores = AllCores(helpers: 2)
        let calls = (0..<16).map { _ in Calls() }
        cores.perform(4) { outer in cores.perform(4) { calls[4 * outer + $0].add() } }
        #expect(calls.allSatisfy { $0.count == 1 })
    }

    private final class Calls: Sendable {
        private let number = Atomic(0)
        var count: Int { number.load(ordering: .relaxed) }
        func add() { number.add(1, ordering: .relaxed) }
    }
}

@Suite("A wait for a signal")
struct ThreadSignalTests {
    @Test("ends at its deadline, which no change of the wall clock moves")
    func deadline() {
        let signal = ThreadSignal()
        signal.lock()
        defer { signal.unlock() }
        let deadline = ThreadSignal.deadline(in: .milliseconds(10))
        while signal.wait(until: deadline) {}
        // A deadline that is over does not wait at all.
        #expect(!signal.wait(until: ThreadSignal.deadline(in: .seconds(-1))))
    }
}
