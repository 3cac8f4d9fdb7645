import LiveLoop
import WireProtocol

/// Tells two observers the same, one after the other.
final class BothObservers: LiveObserver {
    private let (first, second): (any LiveObserver, any LiveObserver)

    init(_ first: any LiveObserver, _ second: any LiveObserver) { (self.first, self.second) = (first, second) }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        first.linkChanged(change, statistics: statistics)
        second.linkChanged(change, statistics: statistics)
    }

    func windowClassified(_ window: LiveWindow) {
        first.windowClassified(window)
        second.windowClassified(window)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) {
        first.labelAbandoned(label, streamTime: streamTime)
        second.labelAbandoned(label, streamTime: streamTime)
    }

    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        first.feedbackSettled(outcome)
        second.feedbackSettled(outcome)
    }

    func messageReceived(_ message: DeviceMessage) {
        first.messageReceived(message)
        second.messageReceived(message)
    }

    func windowShadowed(_ comparison: ShadowComparison) {
        first.windowShadowed(comparison)
        second.windowShadowed(comparison)
    }

    func samplesReceived(_ samples: LiveSamples) {
        first.samplesReceived(samples)
        second.samplesReceived(samples)
    }

    func momentsDropped(_ dropped: DroppedMoments) {
        first.momentsDropped(dropped)
        second.momentsDropped(dropped)
    }
}
