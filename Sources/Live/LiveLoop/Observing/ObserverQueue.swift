public import Threads
public import WireProtocol

/// Tells an observer on a thread of its own: it may write, draw and be stopped as long as it likes, and the live loop never waits.
///
/// What waits is bounded. What does not fit is dropped, oldest first, samples before windows and windows before events; the
/// observer is told how much before it is told anything else.
public final class ObserverQueue: LiveObserver, @unchecked Sendable {
    /// Guards everything below that changes.
    private let signal = ThreadSignal()
    private var waiting: WaitingMoments
    /// To be done on the observer's thread when all has been told.
    private var last: (() -> Void)?
    private var state = State.open
    /// The observer's thread has nothing to do.
    private var isIdle = false
    /// Touched on the observer's thread alone.
    private let observer: any LiveObserver
    /// Waits for the signal until a deadline; false after it.
    private let wait: (ThreadSignal, ThreadSignal.Deadline) -> Bool
    public let wantsSamples: Bool
    /// Touched on the loop's thread alone: of the present session.
    private var sensor: KeptSensor?

    private enum State {
        case open
        /// No more is put in.
        case closed
        /// Nobody waits any longer: no more is told.
        case givenUp
        /// All has been told.
        case told
    }

    /// What may wait unless a caller says otherwise: minutes of a fast device.
    public static let usualBytes = 8 << 20

    /// Starts the thread, which `finish` ends.
    ///
    /// - Parameters:
    ///   - observer: from now on only its own thread may touch it, until `finish` is back with true.
    ///   - bytes: that may wait.
    /// - Throws: if the system gives no thread.
    public convenience init(_ observer: any LiveObserver, bytes: Int = usualBytes) throws(NoThread) {
        try self.init(observer, bytes: bytes, wait: { $0.wait(until: $1) })
    }

    /// A queue whose `finish` waits as the caller says.
    ///
    /// - Parameter wait: called with the signal locked, for the next signal until a deadline; false when it is over.
    package init(
        _ observer: any LiveObserver, bytes: Int = usualBytes, wait: @escaping (ThreadSignal, ThreadSignal.Deadline) -> Bool
    ) throws(NoThread) {
        self.observer = observer
        self.wait = wait
        wantsSamples = observer.wantsSamples
        waiting = WaitingMoments(bytes: bytes)
        try OwnThread.start { self.tell() }
    }

    public func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        if case .session = change { sensor = nil }
        put(.change(change, statistics))
    }

    public func windowClassified(_ window: LiveWindow) {
        put(.window(window, probabilities: Array(window.probabilities)))
    }

    public func labelAbandoned(_ label: Int, streamTime: UInt64) { put(.abandoned(label: label, streamTime: streamTime)) }
    public func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { put(.settled(outcome)) }
    public func messageReceived(_ message: DeviceMessage) { put(.message(message)) }
    public func windowShadowed(_ comparison: ShadowComparison) { put(.shadowed(comparison.kept)) }

    public func samplesReceived(_ samples: LiveSamples) {
        guard wantsSamples else { return }
        let sensor = sensor ?? KeptSensor(samples.sensor)
        self.sensor = sensor
        put(.samples(KeptSamples(samples, sensor: sensor)))
    }

    /// Does something on the observer's thread in its turn, between what the loop tells.
    package func tellNext(_ something: @escaping () -> Void) { put(.told(something)) }

    /// Ends the thread: when all that waits has been told, without samples in the last two fifths of the time, or after so many
    /// seconds.
    ///
    /// - Parameter last: done on the observer's thread after everything else.
    /// - Returns: false if it was given up; the observer may still hear of one moment then, and is not to be touched any more.
    public func finish(within seconds: Double, last: @escaping () -> Void = {}) -> Bool {
        signal.lock()
        defer { signal.unlock() }
        self.last = last
        state = .closed
        signal.raise()
        let patience = ThreadSignal.deadline(in: .seconds(seconds * 0.6))
        while state == .closed, wait(signal, patience) {}
        // An observer that is slow, and not gone, still hears the end: samples stand back for it.
        if state == .closed { waiting.dropSamples() }
        let deadline = ThreadSignal.deadline(in: .seconds(seconds * 0.4))
        while state == .closed, wait(signal, deadline) {}
        if state == .closed { state = .givenUp }
        return state == .told
    }

    private func put(_ moment: ObservedMoment) {
        signal.lock()
        defer { signal.unlock() }
        guard state == .open else { return }
        waiting.append(moment)
        if isIdle { signal.raise() }
    }

    // MARK: On the observer's thread

    private enum Task {
        case dropped(DroppedMoments)
        case moment(ObservedMoment)
        case last(() -> Void)
    }

    private func tell() {
        while let task = next() {
            switch task {
            case .dropped(let dropped): observer.momentsDropped(dropped)
            case .moment(let moment): moment.tell(observer)
            case .last(let last): last()
            }
        }
    }

    /// Waits for something to do; nil at the end.
    private func next() -> Task? {
        signal.lock()
        defer { signal.unlock() }
        while state == .open, waiting.isEmpty {
            isIdle = true
            signal.wait()
            isIdle = false
        }
        if state == .givenUp { return nil }
        if let dropped = waiting.takeDropped() { return .dropped(dropped) }
        if let moment = waiting.take() { return .moment(moment) }
        if let last {
            self.last = nil
            return .last(last)
        }
        state = .told
        signal.raise()
        return nil
    }
}
