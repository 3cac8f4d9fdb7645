package import LiveLoop

/// Leads a game over a live loop, on the loop's thread, where nothing is dropped: what is recognised answers what was asked for,
/// and windows begin anew with every announcement, so that no old motion counts.
package final class GameReferee: RelayingObserver {
    private var game: GestureGame
    private var lights: GameLights
    private let restart: WindowRestart
    private let news: GameNews
    package let shown: any LiveObserver
    /// Of the last sample whose windows are known; nil before the first.
    private var known: UInt64?
    private var endedAt: UInt64?

    /// Microseconds in which the device may finish its last beep.
    private static let lastBeep: UInt64 = 700_000

    /// - Parameters:
    ///   - options: of the live loop; gain the game's lights and its restarts of windows.
    ///   - news: is told what happens, before `shown` hears of its samples or window.
    ///   - shown: hears all that the referee hears.
    package init(_ rules: GameRules, options: inout LiveOptions, news: GameNews, shown: any LiveObserver) {
        game = GestureGame(rules)
        let cues = options.cues ?? CueQueue()
        options.cues = cues
        restart = options.windowRestart ?? WindowRestart()
        options.windowRestart = restart
        lights = GameLights(rules.gestures, cues: cues)
        self.news = news
        self.shown = shown
    }

    /// Right answers so far.
    package var score: Int { game.score }
    /// Why the game is over; nil while it goes on.
    package var ending: GestureGame.Ending? { game.ending }
    /// Whether the game is over, and its last beep too.
    package var isOver: Bool {
        guard let endedAt else { return false }
        guard let known else { return true }
        return known < endedAt || known - endedAt >= Self.lastBeep
    }

    package func linkChanged(_ change: LinkChange, statistics: LiveStatistics) {
        switch change {
        case .gap, .restarted, .session, .disconnected, .rateWrong, .rateRight:
            if let event = game.interrupt() { tell(event, at: known ?? 0) }
            known = nil
        default: break
        }
        shown.linkChanged(change, statistics: statistics)
    }

    package func samplesReceived(_ samples: LiveSamples) {
        // The windows of this frame follow; those of the one before have been told.
        if let known {
            while let event = game.advance(to: known) {
                if case .asked = event { restart.ask() }
                tell(event, at: known)
            }
        }
        known = samples.streamTime(samples.count - 1)
        shown.samplesReceived(samples)
    }

    package func windowClassified(_ live: LiveWindow) {
        if let label = live.entered, let event = game.recognise(label, at: live.streamTime) { tell(event, at: live.streamTime) }
        shown.windowClassified(live)
    }

    private func tell(_ event: GestureGame.Event, at time: UInt64) {
        lights.show(event)
        if game.ending != nil { endedAt = time }
        news.tell(GameMoment(event: event, time: time, score: game.score))
    }
}
