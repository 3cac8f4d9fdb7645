import MotionCore
import WireProtocol

/// One thing that the live loop did, with copies of what is valid only while an observer hears of it.
enum ObservedMoment {
    indirect case change(LinkChange, LiveStatistics)
    case window(LiveWindow, probabilities: [Int16])
    case abandoned(label: Int, streamTime: UInt64)
    case settled(FeedbackOutbox.Outcome)
    indirect case message(DeviceMessage)
    indirect case shadowed(ShadowComparison)
    case samples(KeptSamples)
    case told(() -> Void)

    /// What goes first when there is no room.
    enum Rank: Int, CaseIterable {
        case samples, windows, changes, others
    }

    var rank: Rank {
        switch self {
        case .samples: .samples
        case .window(let window, _): window.decision.phase == .enter || window.decision.phase == .exit ? .others : .windows
        // What a session's samples are is told by its beginning.
        case .change(.session, _): .others
        case .change: .changes
        case .shadowed(let comparison): comparison.verdict == .equal ? .windows : .others
        case .abandoned, .settled, .message, .told: .others
        }
    }

    /// Bytes that it takes, about.
    var cost: Int {
        switch self {
        case .change: MemoryLayout<(LinkChange, LiveStatistics)>.size + Self.overhead
        case .window(_, let probabilities): 2 * probabilities.count + Self.overhead
        case .abandoned, .settled: MemoryLayout<ObservedMoment>.stride
        case .message(.log(_, let text)): text.utf8.count + Self.overhead
        case .message, .told: Self.overhead
        case .shadowed(let comparison): 2 * (comparison.deviceScores.count + comparison.hostScores.count) + 2 * Self.overhead
        case .samples(let samples): samples.payload.count + Self.overhead
        }
    }

    /// The moment in the queue, and what malloc adds to a block.
    private static let overhead = MemoryLayout<ObservedMoment>.stride + 32

    func tell(_ observer: any LiveObserver) {
        switch self {
        case .change(let change, let statistics): observer.linkChanged(change, statistics: statistics)
        case .window(var window, let probabilities):
            probabilities.withUnsafeBufferPointer {
                window.probabilities = $0
                observer.windowClassified(window)
            }
        case .abandoned(let label, let streamTime): observer.labelAbandoned(label, streamTime: streamTime)
        case .settled(let outcome): observer.feedbackSettled(outcome)
        case .message(let message): observer.messageReceived(message)
        case .shadowed(let comparison): observer.windowShadowed(comparison)
        case .samples(let kept): kept.withSamples { observer.samplesReceived($0) }
        case .told(let something): something()
        }
    }
}
