import Foundation

/// A lock with a signal, and threads that wait for it: the system's own, which make no more of Foundation resident.
final class ThreadSignal: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }

    /// Wakes everybody who waits.
    func raise() { pthread_cond_broadcast(condition) }

    /// Waits for the next `raise`, unlocked meanwhile; may come back without one.
    func wait() { pthread_cond_wait(condition, mutex) }

    /// The same, until a moment of `deadline(in:)`.
    ///
    /// - Returns: false after it.
    func wait(until deadline: timespec) -> Bool {
        var deadline = deadline
        return pthread_cond_timedwait(condition, mutex, &deadline) != ETIMEDOUT
    }

    static func deadline(in seconds: Double) -> timespec {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        let nanoseconds = time.tv_nsec + Int(seconds * 1_000_000_000)
        time.tv_sec += nanoseconds / 1_000_000_000
        time.tv_nsec = nanoseconds % 1_000_000_000
        return time
    }

    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Runs something on a new thread, which nobody waits for.
    static func detach(_ body: @escaping @Sendable () -> Void) {
        let work = Unmanaged.passRetained(Work(body)).toOpaque()
        #if canImport(Darwin)
            var thread: pthread_t?
            let failure = pthread_create(
                &thread, nil,
                {
                    Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
                    return nil
                }, work)
            if let thread { pthread_detach(thread) }
        #else
            var thread = pthread_t()
            let failure = pthread_create(
                &thread, nil,
                {
                    if let work = $0 { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                    return nil
                }, work)
            if failure == 0 { pthread_detach(thread) }
        #endif
        precondition(failure == 0, "the system gives no more threads")
    }
}
