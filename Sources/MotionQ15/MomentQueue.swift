import Synchronization

/// Moments between the thread of the live loop and the task that takes them. Putting one in never waits.
package final class MomentQueue: MotionObserver, Sendable {
    fileprivate struct State {
        var moments: [MotionMoment] = []
        var windows = 0
        var missed = 0
        var isFinished = false
        var failure: MotionError?
        /// Who waits; only while there is nothing to take.
        var taker: CheckedContinuation<MotionMoment?, any Error>?
    }

    private let capacity: Int
    private let state = Mutex(State())

    /// - Parameter windows: that may wait.
    package init(windows: Int) { capacity = windows }

    package func windowClassified(_ window: MotionWindow) { put(.window(window)) }
    package func eventHappened(_ event: MotionEvent) { put(.event(event)) }
    package func connectionChanged(_ connection: MotionConnection) { put(.connection(connection)) }
    package func feedbackSettled(_ feedback: MotionFeedback.Outcome) { put(.feedback(feedback)) }

    /// No more follows but what waits already, and then the failure, if there is one.
    package func finish(_ failure: MotionError?) {
        let taker = state.withLock { state in
            state.isFinished = true
            state.failure = failure
            return state.takeTaker()
        }
        if let failure { taker?.resume(throwing: failure) } else { taker?.resume(returning: nil) }
    }

    /// The next moment, as soon as there is one; nil after the last. One taker at a time.
    package func next() async throws -> MotionMoment? {
        try await withCheckedThrowingContinuation { continuation in
            let answer = state.withLock { state -> Result<MotionMoment?, any Error>? in
                if let moment = state.take() { return .success(moment) }
                guard !state.isFinished else {
                    return state.failure.map { .failure($0) } ?? .success(nil)
                }
                state.taker = continuation
                return nil
            }
            if let answer { continuation.resume(with: answer) }
        }
    }

    private func put(_ moment: MotionMoment) {
        let taker = state.withLock { state -> CheckedContinuation<MotionMoment?, any Error>? in
            if let taker = state.takeTaker() { return taker }
            state.append(moment, capacity: capacity)
            return nil
        }
        taker?.resume(returning: moment)
    }
}

extension MomentQueue.State {
    /// Beyond so many windows that wait, the oldest goes.
    fileprivate mutating func append(_ moment: MotionMoment, capacity: Int) {
        moments.append(moment)
        guard case .window = moment else { return }
        windows += 1
        guard windows > capacity, let oldest = moments.firstIndex(where: { if case .window = $0 { true } else { false } }) else {
            return
        }
        moments.remove(at: oldest)
        windows -= 1
        missed += 1
    }

    /// The oldest moment; before it, how many are missing.
    fileprivate mutating func take() -> MotionMoment? {
        guard !moments.isEmpty else { return nil }
        guard missed == 0 else {
            defer { missed = 0 }
            return .missed(windows: missed)
        }
        let moment = moments.removeFirst()
        if case .window = moment { windows -= 1 }
        return moment
    }

    fileprivate mutating func takeTaker() -> CheckedContinuation<MotionMoment?, any Error>? {
        defer { taker = nil }
        return taker
    }
}
