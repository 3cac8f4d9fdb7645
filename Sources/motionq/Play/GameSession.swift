import Foundation
import GuidedSessions
import LiveLoop
import LivePage
import MotionRecognition

/// One game, from the port's opening to the high scores.
struct GameSession {
    let setup: GameSetup
    let choice: ChosenPort
    let model: LiveModel
    let live: LiveOptions
    let scores: ScoreFile
    let speaks: Bool
    let json: Bool
    /// Where a page shows it, too.
    let page: PagePort?

    func run() throws {
        // Before anybody plays for nothing.
        _ = try scores.read()
        Interrupt.install()
        let words = GameWords(setup: setup)
        let isReplay = choice.scene.replayed != nil
        let speaker = speaks && !json && !isReplay ? Speaker() : nil
        let news = GameNews()
        let shown = try page.map {
            try ShownPage(RunPage(of: model, title: "the gesture game", decision: live.decision), at: $0)
        }
        defer { shown?.end() }
        let (display, view) = display
        let reporter = GameReporter(news, display: display, live: view) { moment in
            guard let spoken = words.spoken(moment) else { return }
            speaker?.say(spoken)
            shown?.page.say(spoken)
        }
        let stage = try LiveStage(reporter, isReplay: isReplay)
        display.begin()
        var options = live
        let referee = GameReferee(
            setup.rules, options: &options, news: news, shown: shown?.joined(to: stage.observer) ?? stage.observer)
        let device = try FollowedDevice(choice, observer: referee)
        let refusal = device.run(model, options: options, reconnects: true, isUrgent: true) { referee.isOver }
        try stage.end(refusal) { [statistics = device.statistics, refusal] in
            $0.conclude(statistics, shadows: false, refusal)
        }
        // A game that was played already has its place.
        let best =
            isReplay
            ? try scores.read().best(gestures: setup.gestures, seconds: setup.seconds) : try scores.count(referee.score, in: setup)
        display.conclude(GameResult(score: referee.score, ending: referee.ending, best: best))
    }

    private var display: (any GameDisplay, LiveView?) {
        if json { return (JSONGameDisplay(setup), nil) }
        guard Terminal.drawsPictures else { return (PlainGameDisplay(setup), nil) }
        let view = GameView(setup)
        return (view, view.live)
    }
}
