package import MotionRecognition
import Synchronization

/// Moments between the thread of the live loop and the task that takes them. Putting one in never waits.
package final class MomentQueue: MotionObserver, Sendable {
    fileprivate struct State {
        var moments: [MotionMoment] = []
        var windows = 0
        var frames = 0
        var missed = (windows: 0, samples: 0)
        var isFinished = false
        var failure: MotionError?
        /// What waits for the next moment; only while there is nothing to take.
        var taker: Taker?
    }
    fileprivate typealias Taker = CheckedContinuation<Taken, Never>
    package typealias Taken = Result<MotionMoment?, MotionError>

    private let capacity: (windows: Int, frames: Int)
    private let state = Mutex(State())
    package let wantsSamples: Bool

    /// - Parameters:
    ///   - windows: that may wait.
    ///   - frames: of samples, that may wait; nil: none are wanted.
    package init(windows: Int, frames: Int? = nil) {
        capacity = (windows, frames ?? 0)
        wantsSamples = frames != nil
    }

    package func windowClassified(_ window: MotionWindow) { put(.window(window)) }
    package func eventHappened(_ event: MotionEvent) { put(.event(event)) }
    package func connectionChanged(_ connection: MotionConnection) { put(.connection(connection)) }
    package func feedbackSettled(_ feedback: MotionFeedback.Outcome) { put(.feedback(feedback)) }
    package func samplesReceived(_ samples: MotionSamples) { put(.samples(samples)) }

    /// No more follows but what waits already, and then the failure, if there is one.
    package func finish(_ failure: MotionError?) {
        let taker = state.withLock { state -> Taker? in
            let taker = state.takeTaker()
            state.isFinished = true
            state.failure = taker == nil ? failure : nil
            return taker
        }
        taker?.resume(returning: failure.map { .failure($0) } ?? .success(nil))
    }

    /// The next moment, as soon as there is one; after the last, the failure, if there is one, and then nil. One taker at a time.
    package func next() async -> Taken {
        await withCheckedContinuation { continuation in
            let answer = state.withLock { state -> Taken? in
                precondition(state.taker == nil, "one task at a time takes moments")
                if let answer = state.take() { return answer }
                state.taker = continuation
                return nil
            }
            if let answer { continuation.resume(returning: answer) }
        }
    }

    /// Whether a task waits for the next moment.
    package var isAwaited: Bool { state.withLock { $0.taker != nil } }

    private func put(_ moment: MotionMoment) {
        let taker = state.withLock { state -> Taker? in
            if let taker = state.takeTaker() { return taker }
            state.append(moment, capacity: capacity)
            return nil
        }
        taker?.resume(returning: .success(moment))
    }
}

extension MomentQueue.State {
    /// Beyond so many windows, or frames of samples, that wait, the oldest goes.
    fileprivate mutating func append(_ moment: MotionMoment, capacity: (windows: Int, frames: Int)) {
        moments.append(moment)
        switch moment {
        case .window:
            windows += 1
            guard windows > capacity.windows,
                let oldest = moments.firstIndex(where: { if case .window = $0 { true } else { false } })
            else { return }
            moments.remove(at: oldest)
            windows -= 1
            missed.windows += 1
        case .samples:
            frames += 1
            guard frames > capacity.frames,
                let oldest = moments.firstIndex(where: { if case .samples = $0 { true } else { false } }),
                case .samples(let samples) = moments.remove(at: oldest)
            else { return }
            frames -= 1
            missed.samples += samples.count
        case .event, .connection, .feedback, .missed: break
        }
    }

    /// The oldest moment; before it, how many are missing. Nil if the loop goes on and nothing waits.
    fileprivate mutating func take() -> MomentQueue.Taken? {
        if missed != (0, 0) {
            defer { missed = (0, 0) }
            return .success(.missed(windows: missed.windows, samples: missed.samples))
        }
        if !moments.isEmpty {
            let moment = moments.removeFirst()
            switch moment {
            case .window: windows -= 1
            case .samples: frames -= 1
            case .event, .connection, .feedback, .missed: break
            }
            return .success(moment)
        }
        guard isFinished else { return nil }
        defer { failure = nil }
        return failure.map { .failure($0) } ?? .success(nil)
    }

    fileprivate mutating func takeTaker() -> MomentQueue.Taker? {
        defer { taker = nil }
        return taker
    }
}
