import GuidedSessions

/// A game that somebody is about to play.
struct GameSetup {
    let rules: GameRules
    /// The model's.
    let labels: [String]
    /// Seconds for each gesture.
    let seconds: Double
    let player: String

    /// Names of what is asked for, in the order of the lights.
    var gestures: [String] { rules.gestures.map { labels[$0] } }
}

/// What came of it.
struct GameResult {
    let score: Int
    /// Why it is over; nil if somebody stopped it.
    let ending: GestureGame.Ending?
    /// The players of this game, the best first.
    let best: [HighScores.Best]

    /// The player's place among them, from 1.
    func place(of player: String) -> Int? { best.firstIndex { $0.player == player }.map { $0 + 1 } }
}

/// Shows how a game goes.
protocol GameDisplay: AnyObject {
    func begin()
    func show(_ moment: GameMoment)
    /// The very end.
    func conclude(_ result: GameResult)
}
