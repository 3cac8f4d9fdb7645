import LiveLoop
import WireProtocol

/// Hears the live loop, which knows labels by number, and tells a program by their names.
final class NamingObserver: LiveObserver {
    private let model: MotionModel
    private let observer: any MotionObserver
    let wantsSamples = false

    init(_ model: MotionModel, _ observer: any MotionObserver) {
        self.model = model
        self.observer = observer
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        if let connection = MotionConnection(change) { observer.connectionChanged(connection) }
    }

    func windowClassified(_ live: LiveWindow) {
        guard let scores = live.probabilities.baseAddress else { return }
        let window = MotionWindow(
            live.window, live.decision, scores: scores, of: model, time: live.streamTime, session: nil)
        observer.windowClassified(window)
        if let event = window.event { observer.eventHappened(event) }
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) {
        observer.eventHappened(
            MotionEvent(.left, label: model.labels[label], time: Double(streamTime) / 1_000_000, confidence: 0))
    }

    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) {
        observer.feedbackSettled(MotionFeedback.Outcome(outcome))
    }

    func momentsDropped(_ dropped: DroppedMoments) {
        if dropped.windows > 0 { observer.windowsMissed(Int(dropped.windows)) }
    }
}
