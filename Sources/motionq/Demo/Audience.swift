import Decision
import Foundation
import LSTMEngine
import LivePipeline
import WireProtocol

/// Draws on a terminal, or writes lines in a pipe, and keeps the score.
final class Audience: LiveObserver {
    private let score: DemoScore
    private let view: LiveView?
    private let inner: any LiveObserver

    init(labels: [String], lights: Lights, score: DemoScore) {
        self.score = score
        view = isatty(1) == 1 ? LiveView(labels: labels) : nil
        inner = view ?? PlainReporter(labels: labels)
        view?.extraLines = {
            let truth = score.truth.map { Paint.tint($0, labels[$0]) } ?? Paint.dim("–")
            return ["", lights.picture, "  what is done          \(truth)"]
        }
    }

    func close() { view?.close() }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .session: score.beginSession()
        case .gap(let samples): score.lose(samples: samples)
        default: break
        }
        inner.linkChanged(change, statistics: statistics)
    }

    func windowClassified(_ live: LiveWindow) {
        if live.decision.phase == .enter, let label = live.decision.active { score.enter(label, endSample: live.window.endSample) }
        inner.windowClassified(live)
    }

    func samplesReceived(_ samples: LiveSamples) {
        score.receive(samples: samples.count)
        inner.samplesReceived(samples)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) { inner.labelAbandoned(label, streamTime: streamTime) }
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { inner.feedbackSettled(outcome) }
    func windowShadowed(_ comparison: ShadowComparison) { inner.windowShadowed(comparison) }
    func messageReceived(_ message: DeviceMessage) { inner.messageReceived(message) }
}
