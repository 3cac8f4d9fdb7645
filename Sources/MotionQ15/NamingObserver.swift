import DeviceFormats
import LiveLoop
import MotionRecognition
import WireProtocol

/// Hears the live loop, which knows labels by number, and tells a program by their names.
final class NamingObserver: LiveObserver {
    private let model: MotionModel
    private let observer: any MotionObserver
    let wantsSamples: Bool
    /// Who greeted last, over the port that is open now.
    private var device: ConnectedDevice?
    /// How its counts become values; made with the first samples of a session.
    private var layout: SampleLayout?

    init(_ model: MotionModel, _ observer: any MotionObserver) {
        self.model = model
        self.observer = observer
        wantsSamples = observer.wantsSamples
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .session(let hello): (device, layout) = (ConnectedDevice(hello), nil)
        case .opened, .disconnected: (device, layout) = (nil, nil)
        default: break
        }
        if let connection = MotionConnection(change, device: device) { observer.connectionChanged(connection) }
    }

    /// Something was found out of a device of another make.
    func heard(_ news: FormatNews) { observer.connectionChanged(MotionConnection(news, device: device)) }

    func samplesReceived(_ samples: LiveSamples) {
        guard wantsSamples else { return }
        let layout = layout ?? SampleLayout(samples.sensor)
        self.layout = layout
        observer.samplesReceived(MotionSamples(samples, layout))
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
        observer.feedbackSettled(MotionFeedback.Outcome(outcome, labels: model.labels))
    }

    func momentsDropped(_ dropped: DroppedMoments) {
        if dropped.windows > 0 { observer.windowsMissed(Int(dropped.windows)) }
        if dropped.samples > 0 { observer.samplesMissed(Int(dropped.samples)) }
    }
}
