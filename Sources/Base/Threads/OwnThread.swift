import Foundation

/// The system gives this process no more threads.
public struct NoThread: Error, CustomStringConvertible {
    package init() {}

    /// What happened, and what to do about it.
    public var description: String {
        "the system gives this program no thread; raise the limit on processes or on memory (ulimit -u, ulimit -v, or the container's)"
    }
}

/// A thread of the system's, which takes no signal: those are for the thread that the program began with.
package enum OwnThread {
    private final class Work {
        let body: () -> Void
        init(_ body: @escaping () -> Void) { self.body = body }
    }

    /// Bytes of a thread's stack: more than anything here needs, and far less than the system's usual, which a limit on memory
    /// counts.
    private static let stackBytes = 1 << 20

    /// Runs something on a new thread, whose end is not waited for.
    ///
    /// - Throws: at once, if the system has no thread to give.
    package static func start(_ body: @escaping @Sendable () -> Void) throws(NoThread) {
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        pthread_attr_init(attributes)
        defer {
            pthread_attr_destroy(attributes)
            attributes.deallocate()
        }
        pthread_attr_setstacksize(attributes, stackBytes)
        pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
        // A thread begins with the mask of the one that made it.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Unmanaged.passRetained(Work(body))
        guard create(attributes, work.toOpaque()) == 0 else {
            work.release()
            throw NoThread()
        }
    }

    /// Runs something for each number from 0 on, each on a thread of its own, and waits for all.
    ///
    /// - Parameter abandon: called if there are too few threads, so that those which run come to their end.
    /// - Throws: in that case, when they have ended.
    package static func each(
        _ count: Int, abandon: () -> Void, _ body: @escaping @Sendable (Int) -> Void
    ) throws(NoThread) {
        let running = Countdown()
        var failure: NoThread?
        for number in 0..<count where failure == nil {
            running.begin()
            do throws(NoThread) {
                try start {
                    body(number)
                    running.end()
                }
            } catch {
                running.end()
                abandon()
                failure = error
            }
        }
        running.wait()
        if let failure { throw failure }
    }

    /// How many still run.
    private final class Countdown: @unchecked Sendable {
        private let signal = ThreadSignal()
        private var count = 0

        func begin() {
            signal.lock()
            defer { signal.unlock() }
            count += 1
        }

        func end() {
            signal.lock()
            defer { signal.unlock() }
            count -= 1
            signal.raise()
        }

        func wait() {
            signal.lock()
            defer { signal.unlock() }
            while count > 0 { signal.wait() }
        }
    }

    private static func create(_ attributes: UnsafePointer<pthread_attr_t>, _ work: UnsafeMutableRawPointer) -> Int32 {
        #if canImport(Darwin)
            var thread: pthread_t?
            return pthread_create(
                &thread, attributes,
                {
                    Unmanaged<Work>.fromOpaque($0).takeRetainedValue().body()
                    return nil
                }, work)
        #else
            var thread = pthread_t()
            return pthread_create(
                &thread, attributes,
                {
                    if let work = $0 { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().body() }
                    return nil
                }, work)
        #endif
    }
}
