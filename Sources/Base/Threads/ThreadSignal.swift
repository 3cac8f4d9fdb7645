import Foundation

/// A lock with a signal: the system's own, which make no more of Foundation resident. It waits by a clock that nobody sets.
package final class ThreadSignal: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init() {
        var lock = pthread_mutexattr_t()
        pthread_mutexattr_init(&lock)
        #if !canImport(Darwin)
            // Who keeps a thread in real time waiting is as urgent as that until it unlocks.
            pthread_mutexattr_setprotocol(&lock, Int32(PTHREAD_PRIO_INHERIT))
        #endif
        pthread_mutex_init(mutex, &lock)
        pthread_mutexattr_destroy(&lock)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        #if !canImport(Darwin)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        #endif
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }
    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Wakes all who wait.
    package func raise() { pthread_cond_broadcast(condition) }

    /// Waits for the next `raise`, unlocked meanwhile; may come back without one.
    package func wait() { pthread_cond_wait(condition, mutex) }

    /// Waits as `wait()` does, until a moment of `deadline(in:)`.
    ///
    /// - Returns: false after it.
    package func wait(until deadline: Deadline) -> Bool {
        #if canImport(Darwin)
            var left = Deadline.now
            left = Deadline(nanoseconds: deadline.nanoseconds - min(deadline.nanoseconds, left.nanoseconds))
            var time = left.time
            return pthread_cond_timedwait_relative_np(condition, mutex, &time) != ETIMEDOUT
        #else
            var time = deadline.time
            return pthread_cond_timedwait(condition, mutex, &time) != ETIMEDOUT
        #endif
    }

    /// A moment of the monotonic clock.
    package struct Deadline: Sendable {
        fileprivate let nanoseconds: UInt64

        fileprivate static var now: Deadline { Deadline(nanoseconds: Threads.nanoseconds(CLOCK_MONOTONIC)) }

        fileprivate var time: timespec {
            timespec(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        }
    }

    /// - Parameter duration: from now; at most a day is waited, and nothing for a negative one.
    package static func deadline(in duration: Duration) -> Deadline {
        let (seconds, attoseconds) = max(.zero, min(duration, .seconds(86_400))).components
        return Deadline(
            nanoseconds: Deadline.now.nanoseconds + UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000))
    }
}

/// What one of the system's clocks says.
func nanoseconds(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
