import GuidedSessions
import LiveLoop
import WireProtocol

/// Behind the queue: takes the referee's news whenever something happens, says them and has them shown.
final class GameReporter: LiveReporter {
    private let display: any GameDisplay
    private let voice: (GameMoment) -> Void
    /// Who shows all else; nil for nobody.
    private let live: (any LiveReporter)?
    private let news: GameNews

    init(_ news: GameNews, display: any GameDisplay, live: (any LiveReporter)?, voice: @escaping (GameMoment) -> Void) {
        self.news = news
        self.display = display
        self.live = live
        self.voice = voice
    }

    func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        tell()
        if let live {
            live.linkChanged(change, statistics: statistics)
        } else if let sentence = change.sentence {
            Output.note(sentence.asCommand)
        }
    }

    func windowClassified(_ window: LiveWindow) {
        tell()
        live?.windowClassified(window)
    }

    func samplesReceived(_ samples: LiveSamples) {
        tell()
        live?.samplesReceived(samples)
    }

    func labelAbandoned(_ label: Int, streamTime: UInt64) { live?.labelAbandoned(label, streamTime: streamTime) }
    func feedbackSettled(_ outcome: FeedbackOutbox.Outcome) { live?.feedbackSettled(outcome) }
    func messageReceived(_ message: DeviceMessage) { live?.messageReceived(message) }
    func momentsDropped(_ dropped: DroppedMoments) { live?.momentsDropped(dropped) }

    /// The last news, and the last picture.
    func conclude(_ statistics: LiveStatistics, shadows: Bool, _ refusal: Refusal?) {
        tell()
        (live as? LiveView)?.close()
    }

    private func tell() {
        for moment in news.take() {
            voice(moment)
            display.show(moment)
        }
    }
}
