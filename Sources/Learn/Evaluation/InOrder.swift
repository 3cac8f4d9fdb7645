import Foundation
import Threads

/// Runs parts of a long work on all cores, and hands on what came out in the order in which the parts were taken.
///
/// One at a time takes the next part, one at a time hands on a result; in between everybody works. Nobody runs far ahead of the
/// order, so that the memory does not grow with the work.
package final class InOrder<Part, Result>: @unchecked Sendable {
    /// Held by who takes a part; beside it `lock` may be taken, but not the other way round.
    private let reading = NSLock()
    /// Guards all that varies.
    private let lock = NSCondition()
    private let workers: Int
    private let next: () throws -> Part?
    private let work: (_ worker: Int, Part) throws -> Result
    private let handOn: (Result) throws -> Void
    private var taken = 0
    private var handedOn = 0
    private var isHandingOn = false
    private var waiting: [Int: Result] = [:]
    /// Of those who take parts.
    private var isAtEnd = false
    private var failure: (part: Int, error: any Error)?

    /// - Parameters:
    ///   - workers: how many parts are worked on at once.
    ///   - next: the next part; nil after the last. Never called by two at once.
    ///   - work: what is done with it; called by many at once, with another `worker` from 0 each.
    ///   - handOn: takes the results in the order of the parts. Never called by two at once, but while `next` and `work` are.
    package init(
        workers: Int, next: @escaping () throws -> Part?,
        work: @escaping (Int, Part) throws -> Result, handOn: @escaping (Result) throws -> Void
    ) {
        self.workers = max(1, workers)
        self.next = next
        self.work = work
        self.handOn = handOn
    }

    /// Does all of it, and returns when it is done.
    ///
    /// - Throws: what `next`, `work` or `handOn` threw of the earliest part.
    package func run() throws {
        AllCores.perform(workers) { worker in
            while self.step(worker) {}
        }
        if let failure { throw failure.error }
    }

    /// - Returns: whether there may be more.
    private func step(_ worker: Int) -> Bool {
        guard let (number, part) = take() else { return false }
        do {
            finish(number, try work(worker, part))
        } catch {
            fail(number, error)
        }
        return true
    }

    /// A part and its number.
    private func take() -> (Int, Part)? {
        reading.lock()
        defer { reading.unlock() }
        guard let number = numberOfNext() else { return nil }
        do {
            guard let part = try next() else {
                isAtEnd = true
                return nil
            }
            lock.lock()
            defer { lock.unlock() }
            taken += 1
            return (number, part)
        } catch {
            fail(number, error)
            return nil
        }
    }

    /// Waits until the order is not far behind.
    private func numberOfNext() -> Int? {
        lock.lock()
        defer { lock.unlock() }
        while taken - handedOn >= 2 * workers, failure == nil { lock.wait() }
        return isAtEnd || failure != nil ? nil : taken
    }

    private func finish(_ number: Int, _ result: Result) {
        lock.lock()
        defer { lock.unlock() }
        waiting[number] = result
        guard !isHandingOn else { return }
        isHandingOn = true
        while failure == nil, let result = waiting.removeValue(forKey: handedOn) {
            lock.unlock()
            let outcome = Swift.Result { try handOn(result) }
            lock.lock()
            if case .failure(let error) = outcome { failure = failure ?? (handedOn, error) }
            handedOn += 1
            lock.broadcast()
        }
        isHandingOn = false
    }

    private func fail(_ number: Int, _ error: any Error) {
        lock.lock()
        defer { lock.unlock() }
        if failure.map({ number < $0.part }) ?? true { failure = (number, error) }
        lock.broadcast()
    }
}
