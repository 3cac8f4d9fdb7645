import Foundation

/// The thread that makes it, run in real time until `end()`: before those of ordinary programs, such as a browser that draws on the
/// same core. Threads and programs that it starts are ordinary.
///
/// Linux permits root to do so, and others as far as `ulimit -r` says, which is nothing on most machines; elsewhere, and where it
/// is not permitted, the thread stays as it is. So does one that was given another policy or nice value from outside.
package final class UrgentThread {
    /// Whether it is in real time.
    package private(set) var isUrgent: Bool
    private var load = ThreadLoad()

    package init() { isUrgent = Self.claim() }

    /// Makes the thread ordinary again if it has left nobody else room for a second. Called again and again by the thread itself.
    package func check() {
        guard isUrgent else { return }
        if load.isTooMuch(at: nanoseconds(CLOCK_MONOTONIC), used: nanoseconds(CLOCK_THREAD_CPUTIME_ID)) { end() }
    }

    /// Makes the thread ordinary again. By the thread itself.
    package func end() {
        if isUrgent { Self.release() }
        isUrgent = false
    }

    #if os(Linux)
        /// The lowest priority: all of them come before ordinary threads, and none needs to come before another's.
        private static let priority: Int32 = 1
        /// What SCHED_RESET_ON_FORK is to the kernel; the header tells it as a macro that Swift does not read.
        private static let resetOnFork: Int32 = 0x4000_0000

        private static func claim() -> Bool {
            guard sched_getscheduler(0) & ~resetOnFork == SCHED_OTHER,
                getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0) == 0
            else { return false }
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

/// Whether a thread in real time computes so much that others on its core starve.
package struct ThreadLoad {
    /// Nanoseconds over which it is judged, and the share of them that it may compute.
    private static let span: UInt64 = 1_000_000_000
    private static let most = 0.8
    /// When the second that is judged began, and how long the thread had computed then.
    private var begin: (moment: UInt64, used: UInt64)?

    package init() {}

    /// - Parameters:
    ///   - moment: now, in nanoseconds of a clock that does not go back.
    ///   - used: nanoseconds that the thread has computed; asked once a second.
    package mutating func isTooMuch(at moment: UInt64, used: @autoclosure () -> UInt64) -> Bool {
        guard let begin else {
            self.begin = (moment, used())
            return false
        }
        guard moment >= begin.moment + Self.span else { return false }
        let now = (moment: moment, used: used())
        self.begin = now
        return Double(now.used - begin.used) > Self.most * Double(now.moment - begin.moment)
    }
}
