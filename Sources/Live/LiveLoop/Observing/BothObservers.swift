package import WireProtocol

/// Tells two observers the same, one after the other.
package final class BothObservers: LiveObserver {
    private let (first, second): (any LiveObserver, any LiveObserver)

    package init(_ first: any LiveObserver, _ second: any LiveObserver) { (self.first, self.second) = (first, second) }

    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        first.linkChanged(change, statistics: statistics)
        second.linkChanged(change, statistics: statistics)
    }

    package func windowClassified(_ window: LiveWindow) {
        first.windowClassified(window)
        second.windowClassified(window)
    }

    package func labelAbandoned(_ label: Int, streamTime: UInt64) {
        first.labelAbandoned(label, streamTime: streamTime)
        second.labelAbandoned(label, streamTime: streamTime)
    }

    package func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        first.feedbackSettled(outcome)
        second.feedbackSettled(outcome)
    }

    package func messageReceived(_ message: DeviceMessage) {
        first.messageReceived(message)
        second.messageReceived(message)
    }

    package func windowShadowed(_ comparison: ShadowComparison) {
        first.windowShadowed(comparison)
        second.windowShadowed(comparison)
    }

    package func samplesReceived(_ samples: LiveSamples) {
        first.samplesReceived(samples)
        second.samplesReceived(samples)
    }

    package func momentsDropped(_ dropped: DroppedMoments) {
        first.momentsDropped(dropped)
        second.momentsDropped(dropped)
    }
}
