import Threads

/// One thing that happened.
public enum MotionMoment: Sendable, Equatable {
    case window(MotionWindow)
    case event(MotionEvent)
    case connection(MotionConnection)
    case feedback(MotionFeedback.Outcome)
    /// So many windows were dropped since the last moment, because they were not taken in time. Nothing else ever is.
    case missed(windows: Int)
}

extension MotionMoment: CustomStringConvertible {
    public var description: String {
        switch self {
        case .window(let window): window.description
        case .event(let event): event.description
        case .connection(let connection): connection.description
        case .feedback(let feedback): feedback.description
        case .missed(let windows): "\(windows) windows were not taken in time"
        }
    }
}

/// Everything that happens in a live run, in its order.
///
/// The loop never waits for whoever iterates: beyond 256 windows that wait, the oldest are dropped, and counted.
public struct MotionMoments: AsyncSequence, Sendable {
    private let live: LiveMotion

    init(_ live: LiveMotion) { self.live = live }

    public func makeAsyncIterator() -> Iterator { Iterator(live) }

    /// Its end stops the run; the port is free again about half a second later, when the loop's thread has ended.
    public final class Iterator: AsyncIteratorProtocol {
        private let live: LiveMotion
        private let queue = MomentQueue(windows: 256)
        private var isRunning = false

        init(_ live: LiveMotion) { self.live = live }

        deinit {
            if isRunning { live.stop() }
        }

        /// - Returns: the next moment; after `stop`, or when the task is cancelled, what waits already, and then nil.
        /// - Throws: as `LiveMotion.run` does, once.
        public func next(isolation actor: isolated (any Actor)? = #isolation) async throws(MotionError) -> MotionMoment? {
            if !isRunning {
                isRunning = true
                // A thread, not a task: the loop waits in poll().
                do throws(NoThread) {
                    try OwnThread.start { [live, queue] in
                        do throws(MotionError) {
                            try live.run(naming: queue)
                            queue.finish(nil)
                        } catch {
                            queue.finish(error)
                        }
                    }
                } catch {
                    queue.finish(MotionError(error))
                }
            }
            let queue = queue
            return try await withTaskCancellationHandler {
                await queue.next()
            } onCancel: { [live] in
                live.stop()
            }.get()
        }
    }
}
