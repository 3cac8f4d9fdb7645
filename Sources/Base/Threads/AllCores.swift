import Foundation
import Synchronization

/// Runs the parts of a work on all cores: on this thread, and on others that are made once and wait for work.
///
/// A system that gives no threads, or fewer, makes it slower and changes nothing else: the caller takes the parts that are left.
package final class AllCores: Sendable {
    /// Of this machine, as far as this process may use it.
    package static var count: Int { ProcessInfo.processInfo.activeProcessorCount }

    private static let shared = AllCores(helpers: count - 1)

    private let crew = Crew()
    /// Threads beside the caller's.
    package let helpers: Int

    /// - Parameters:
    ///   - helpers: how many threads are wanted beside the caller's.
    ///   - start: makes one; tests have it fail.
    package init(helpers wanted: Int, start: (@escaping @Sendable () -> Void) throws(NoThread) -> Void = OwnThread.start) {
        var made = 0
        while made < wanted, (try? start({ [crew] in crew.work() })) != nil { made += 1 }
        helpers = made
    }

    /// Calls `part` for each number below `count`, in any order and on several threads at once, and returns when all calls are
    /// back. Another call while it is at work, also one from within `part`, runs its parts one after the other.
    package static func perform(_ count: Int, _ part: (Int) -> Void) { shared.perform(count, part) }

    /// `AllCores.perform(_:_:)` by these threads.
    package func perform(_ count: Int, _ part: (Int) -> Void) {
        guard count > 1, helpers > 0 else { return (0..<max(0, count)).forEach(part) }
        withoutActuallyEscaping(part) { part in
            let job = Job(count: count, part: part)
            guard crew.begin(job) else { return (0..<count).forEach(part) }
            job.drain()
            crew.end()
        }
    }
}

/// One work, of which each thread takes the next part.
private final class Job: @unchecked Sendable {
    private let count: Int
    private let part: (Int) -> Void
    private let taken = Atomic(0)

    init(count: Int, part: @escaping (Int) -> Void) { (self.count, self.part) = (count, part) }

    func drain() {
        while true {
            let number = taken.add(1, ordering: .relaxed).oldValue
            guard number < count else { return }
            part(number)
        }
    }
}

/// What the threads share.
private final class Crew: @unchecked Sendable {
    /// Guards what follows.
    private let signal = ThreadSignal()
    private var job: Job?
    /// How many works have begun: a thread goes to each once.
    private var number = 0
    /// Threads at work on it, without the caller's.
    private var inside = 0

    /// - Returns: false while another work is under way.
    func begin(_ job: Job) -> Bool {
        signal.lock()
        defer { signal.unlock() }
        guard self.job == nil else { return false }
        self.job = job
        number += 1
        signal.raise()
        return true
    }

    /// Waits until no thread is at work on it.
    func end() {
        signal.lock()
        defer { signal.unlock() }
        while inside > 0 { signal.wait() }
        job = nil
    }

    /// Never returns.
    func work() {
        var seen = 0
        signal.lock()
        while true {
            while job == nil || seen == number { signal.wait() }
            seen = number
            guard let job else { continue }
            inside += 1
            signal.unlock()
            job.drain()
            signal.lock()
            inside -= 1
            if inside == 0 { signal.raise() }
        }
    }
}
