import Foundation

/// A thread that is run before those of ordinary programs, such as a browser that draws on the same core.
package enum UrgentThread {
    /// The lowest priority in real time: all of them come before ordinary threads, and none needs to come before another's.
    private static let priority: Int32 = 1

    /// Runs something on this thread, in real time where the system permits it. Threads and programs that it starts are ordinary.
    ///
    /// Linux permits root to do so, and others as far as `ulimit -r` says, which is nothing on most machines. A thread that was
    /// given another priority from outside keeps it.
    ///
    /// - Parameter body: waits for something most of the time; a thread in real time that computes holds up everybody else.
    package static func during<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let isUrgent = claim()
        defer { if isUrgent { release() } }
        return try body()
    }

    #if os(Linux)
        /// What SCHED_RESET_ON_FORK is to the kernel; the header tells it as a macro that Swift does not read.
        private static let resetOnFork: Int32 = 0x4000_0000

        private static func claim() -> Bool {
            guard sched_getscheduler(0) & ~resetOnFork == SCHED_OTHER else { return false }
            var parameters = sched_param(sched_priority: priority)
            return sched_setscheduler(0, SCHED_RR | resetOnFork, &parameters) == 0
        }

        private static func release() {
            var parameters = sched_param(sched_priority: 0)
            _ = sched_setscheduler(0, SCHED_OTHER | resetOnFork, &parameters)
        }
    #else
        private static func claim() -> Bool { false }
        private static func release() {}
    #endif
}
