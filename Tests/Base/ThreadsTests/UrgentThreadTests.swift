import Foundation
import Synchronization
import Testing
import Threads

#if os(Linux)
    /// What one thread tells another.
    private final class Answer: Sendable {
        let number = Atomic(Int32(-1))
    }

    @Suite("An urgent thread")
    struct UrgentThreadTests {
        /// What the kernel runs this thread by.
        private var policy: Int32 { sched_getscheduler(0) & ~0x4000_0000 }

        /// Whether the system lets this process run in real time, as it is asked on a thread of its own.
        private func isPermitted() throws -> Bool {
            let answer = Answer()
            try OwnThread.each(1, abandon: {}) { _ in
                var parameters = sched_param(sched_priority: 1)
                answer.number.store(sched_setscheduler(0, SCHED_RR, &parameters), ordering: .relaxed)
            }
            return answer.number.load(ordering: .relaxed) == 0
        }

        @Test("is in real time while it does what is urgent, where the system permits it, and ordinary afterwards")
        func duringIt() throws {
            let expected = try isPermitted() ? SCHED_RR : SCHED_OTHER
            #expect(UrgentThread.during { policy } == expected)
            #expect(policy == SCHED_OTHER)
        }

        @Test("starts ordinary threads")
        func others() throws {
            let other = Answer()
            try UrgentThread.during {
                try OwnThread.each(1, abandon: {}) { _ in other.number.store(sched_getscheduler(0), ordering: .relaxed) }
            }
            #expect(other.number.load(ordering: .relaxed) & ~0x4000_0000 == SCHED_OTHER)
        }

        @Test("is ordinary again after a failure")
        func failure() {
            #expect(throws: NoThread.self) { try UrgentThread.during { () throws(NoThread) in throw NoThread() } }
            #expect(policy == SCHED_OTHER)
        }
    }
#endif
