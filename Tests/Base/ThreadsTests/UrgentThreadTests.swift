import Foundation
import Synchronization
import Testing
import Threads

#if os(Linux)
    /// What one thread tells another.
    private final class Answer: Sendable {
        let number = Atomic(Int32(-1))
    }

    /// What a new thread says.
    private func answer(_ body: @escaping @Sendable () -> Int32) -> Int32 {
        let answer = Answer()
        try? OwnThread.each(1, abandon: {}) { _ in answer.number.store(body(), ordering: .relaxed) }
        return answer.number.load(ordering: .relaxed)
    }

    /// What the kernel runs this thread by.
    private func policy() -> Int32 { sched_getscheduler(0) & ~0x4000_0000 }

    /// Whether the system lets this process run in real time.
    private let isPermitted =
        answer {
            var parameters = sched_param(sched_priority: 1)
            return sched_setscheduler(0, SCHED_RR, &parameters)
        } == 0

    @Suite("An urgent thread", .enabled(if: isPermitted, "the system permits no real time here (ulimit -r)"))
    struct UrgentThreadTests {
        @Test("is in real time, and ordinary again at its end")
        func untilTheEnd() {
            #expect(
                answer {
                    let thread = UrgentThread()
                    let during = policy()
                    thread.end()
                    return during == SCHED_RR && policy() == SCHED_OTHER ? 1 : 0
                } == 1)
        }

        @Test("starts ordinary threads")
        func others() {
            #expect(
                answer {
                    let thread = UrgentThread()
                    defer { thread.end() }
                    return answer { policy() }
                } == SCHED_OTHER)
        }

        @Test("stays as it is where somebody gave it another nice value")
        func nice() {
            #expect(
                answer {
                    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 5)
                    let thread = UrgentThread()
                    return thread.isUrgent ? 1 : policy()
                } == SCHED_OTHER)
        }
    }
#endif

@Suite("The load of a thread")
struct ThreadLoadTests {
    /// What is said of a thread at these milliseconds, each with those that it has computed, and how often these were asked for.
    private func said(of moments: [(moment: UInt64, used: UInt64)]) -> (isTooMuch: [Bool], asked: Int) {
        var load = ThreadLoad()
        var asked = 0
        let answers = moments.map { moment, used in
            func computed() -> UInt64 {
                asked += 1
                return used * 1_000_000
            }
            return load.isTooMuch(at: moment * 1_000_000, used: computed())
        }
        return (answers, asked)
    }

    @Test("is too much where it computes more than four fifths of a second", arguments: [(700, false), (790, false), (810, true)])
    func share(_ used: UInt64, _ expected: Bool) {
        let answers = said(of: (0...20).map { (5 + $0 * 50, $0 * used / 20) }).isTooMuch
        #expect(answers == Array(repeating: false, count: 20) + [expected])
    }

    @Test("is judged second by second, and asked for no more often")
    func again() {
        let (answers, asked) = said(of: (0..<1000).map { ($0, 0) } + [(1000, 100), (2000, 1000)])
        #expect(answers == Array(repeating: false, count: 1001) + [true])
        #expect(asked == 3)
    }
}
