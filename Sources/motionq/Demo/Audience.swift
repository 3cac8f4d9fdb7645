import LiveLoop
import MotionCore

/// Keeps the score on the live loop's thread, where nothing is dropped, and passes on what happens to whoever shows it.
final class Audience: RelayingObserver {
    private let score: DemoScore
    let shown: any LiveObserver

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
        if let label = live.entered { score.enter(label, endSample: live.window.endSample) }
        shown.windowClassified(live)
    }

    func samplesReceived(_ samples: LiveSamples) {
        score.receive(samples: samples.count)
        shown.samplesReceived(samples)
    }
}
