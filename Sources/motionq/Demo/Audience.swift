import Decision
import LSTMEngine
import LivePipeline
import WireProtocol

/// Keeps the score on the live loop's thread, where nothing is dropped, and passes on what happens to whoever shows it.
final class Audience: LiveObserver {
    private let score: DemoScore
    private let shown: any LiveObserver

    init(score: DemoScore, shown: any LiveObserver) {
        self.score = score
        self.shown = shown
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .session: score.beginSession()
        case .gap(let samples): score.lose(samples: samples)
        default: break
        }
        shown.linkChanged(change, statistics: statistics)
    }

    func windowClassified(_ live: LiveWindow) {
        if live.decision.phase == .enter, let label = live.decision.active { score.enter(label, endSample: live.window.endSample) }
        shown.windowClassified(live)
    }

    func samplesReceived(_ samples: LiveSamples) {
        score.receive(samples: samples.count)
        shown.samplesReceived(samples)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) { shown.labelAbandoned(label, streamTime: streamTime) }
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { shown.feedbackSettled(outcome) }
    func windowShadowed(_ comparison: ShadowComparison) { shown.windowShadowed(comparison) }
    func messageReceived(_ message: DeviceMessage) { shown.messageReceived(message) }
}
