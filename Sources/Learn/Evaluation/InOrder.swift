import Threads

/// Runs parts of a long work on all cores, and hands on what came out in the order in which the parts were taken.
///
/// One at a time takes the next part, one at a time hands on a result; in between everybody works. Parts that were taken and not
/// yet handed on are few, and small together, so that the memory grows neither with the work nor with how threads are scheduled.
package final class InOrder<Part, Result>: @unchecked Sendable {
    /// Held by who takes a part; beside it `lock` may be taken, but not the other way round.
    private let reading = ThreadSignal()
    /// Guards all that varies; raised when a part was handed on, or failed.
    private let lock = ThreadSignal()
    private let workers: Int
    private let room: Int
    private let size: (Part) -> Int
    private let next: () throws -> Part?
    private let work: (_ worker: Int, Part) throws -> Result
    private let handOn: (Result) throws -> Void
    private var taken = 0
    private var handedOn = 0
    /// The size of each part that was taken and not yet handed on, by its number, and of all of them.
    private var sizes: [Int: Int] = [:]
    private var occupied = 0
    private var isHandingOn = false
    private var waiting: [Int: Result] = [:]
    /// Of those who take parts.
    private var isAtEnd = false
    private var failure: (part: Int, error: any Error)?

    /// - Parameters:
    ///   - workers: how many parts are worked on at once.
    ///   - room: the next part is taken while those on their way have together less than this size, and are fewer than two for each
    ///     worker.
    ///   - size: of a part.
    ///   - next: the next part; nil after the last. Never called by two at once.
    ///   - work: what is done with it; called by many at once, with another `worker` from 0 each.
    ///   - handOn: takes the results in the order of the parts. Never called by two at once, but while `next` and `work` are.
    package init(
        workers: Int, room: Int, size: @escaping (Part) -> Int, next: @escaping () throws -> Part?,
        work: @escaping (Int, Part) throws -> Result, handOn: @escaping (Result) throws -> Void
    ) {
        self.workers = max(1, workers)
        self.room = room
        self.size = size
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
            sizes[number] = size(part)
            occupied += size(part)
            return (number, part)
        } catch {
            fail(number, error)
            return nil
        }
    }

    /// Waits until there is room.
    private func numberOfNext() -> Int? {
        lock.lock()
        defer { lock.unlock() }
        while taken - handedOn >= 2 * workers || occupied >= room, failure == nil { lock.wait() }
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
            occupied -= sizes.removeValue(forKey: handedOn) ?? 0
            handedOn += 1
            lock.raise()
        }
        isHandingOn = false
    }

    private func fail(_ number: Int, _ error: any Error) {
        lock.lock()
        defer { lock.unlock() }
        if failure.map({ number < $0.part }) ?? true { failure = (number, error) }
        lock.raise()
    }
}
