package import WireProtocol

/// An observer that stands before another one and passes on what it hears, but where it does something of its own.
package protocol RelayingObserver: LiveObserver {
    /// Hears all of it.
    var shown: any LiveObserver { get }
}

extension RelayingObserver {
    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) { shown.linkChanged(change, statistics: statistics) }
    package func windowClassified(_ window: LiveWindow) { shown.windowClassified(window) }
    package func labelAbandoned(_ label: Int, streamTime: UInt64) { shown.labelAbandoned(label, streamTime: streamTime) }
    package func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { shown.feedbackSettled(outcome) }
    package func messageReceived(_ message: DeviceMessage) { shown.messageReceived(message) }
    package func windowShadowed(_ comparison: ShadowComparison) { shown.windowShadowed(comparison) }
    package func samplesReceived(_ samples: LiveSamples) { shown.samplesReceived(samples) }
    package func momentsDropped(_ dropped: DroppedMoments) { shown.momentsDropped(dropped) }
    package var wantsSamples: Bool { shown.wantsSamples }
}
