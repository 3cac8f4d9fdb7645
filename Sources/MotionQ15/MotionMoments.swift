public import MotionRecognition
import Threads

/// One thing that happened.
public enum MotionMoment: Sendable, Equatable {
    /// A window was classified.
    case window(MotionWindow)
    /// A gesture or an activity began or ended; its window came before it.
    case event(MotionEvent)
    /// The connection changed.
    case connection(MotionConnection)
    /// A light or a sound was commanded, and the device answered, or never did.
    case feedback(MotionFeedback.Outcome)
    /// Samples came, where they were asked for; the windows that they complete follow.
    case samples(MotionSamples)
    /// So many windows and samples were dropped since the last moment, because they were not taken in time. Nothing else ever is.
    case missed(windows: Int, samples: Int)
}

extension MotionMoment: CustomStringConvertible {
    /// As a person reads it.
    public var description: String {
        switch self {
        case .window(let window): window.description
        case .event(let event): event.description
        case .connection(let connection): connection.description
        case .feedback(let feedback): feedback.description
        case .samples(let samples): samples.description
        case .missed(let windows, let samples): "\(windows) windows and \(samples) samples were not taken in time"
        }
    }
}

/// Everything that happens in a live run, in its order.
///
/// The loop never waits for whoever iterates: beyond 256 windows that wait, and beyond 1,024 frames of samples, the oldest are
/// dropped, and counted.
public struct MotionMoments: AsyncSequence, Sendable {
    private let live: Result<LiveMotion, MotionError>
    private let samples: Bool

    init(_ live: LiveMotion, withSamples samples: Bool) { (self.live, self.samples) = (.success(live), samples) }

    /// Moments of a run that cannot be: the first one that is asked for is the error.
    init(refusedBy error: MotionError) { (live, samples) = (.failure(error), false) }

    /// Ends the sequence within about half a second, as `LiveMotion.stop`. From any thread.
    public func stop() { try? live.get().stop() }

    /// What iterates it, once: traps when a second one begins.
    public func makeAsyncIterator() -> Iterator { Iterator(live, withSamples: samples) }

    /// Its end stops the run; the port is free again about half a second later, when the loop's thread has ended.
    public final class Iterator: AsyncIteratorProtocol {
        private let live: LiveMotion?
        private let queue: MomentQueue
        private var isRunning = false

        init(_ live: Result<LiveMotion, MotionError>, withSamples samples: Bool) {
            queue = MomentQueue(windows: 256, frames: samples ? 1024 : nil)
            switch live {
            case .success(let live): self.live = live
            case .failure(let error):
                self.live = nil
                queue.finish(error)
            }
        }

        deinit {
            if isRunning { live?.stop() }
        }

        /// - Returns: the next moment; after `stop`, or when the task is cancelled, what waits already, and then nil.
        /// - Throws: as `LiveMotion` and its `run` do, once.
        public func next(isolation actor: isolated (any Actor)? = #isolation) async throws(MotionError) -> MotionMoment? {
            if let live, !isRunning {
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
                live?.stop()
            }.get()
        }
    }
}
