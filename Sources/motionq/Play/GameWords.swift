import Formatting
import GuidedSessions

/// A game in words: for the lines of a pipe, the picture of a terminal, and a voice.
struct GameWords {
    let setup: GameSetup

    private func name(_ gesture: Int) -> String { printable(setup.labels[gesture]) }

    /// What is played, and how.
    var introduction: String {
        let end = setup.rules.rounds.map { "\(Numbers.count($0, "round"))" } ?? "until one is wrong or late"
        return "\(printable(setup.player)) plays: \(setup.gestures.map(printable).joined(separator: ", ")); "
            + String(printing: "%.3g s for each, ", setup.seconds) + end
    }

    /// One line for what happened.
    func line(_ moment: GameMoment) -> String {
        switch moment.event {
        case .asked(let gesture, let round): "\(round).  ▶ \(name(gesture))"
        case .right(_, let time): String(printing: "    right, after %.1f s", Double(time) / 1e6)
        case .broken: "    motion was lost: once more"
        case .over(let ending): "    " + sentence(ending)
        }
    }

    func sentence(_ ending: GestureGame.Ending) -> String {
        switch ending {
        case .wrong(let asked, let made): "wrong: that was \(name(made)), and \(name(asked)) was asked for"
        case .late(let asked): "too late for \(name(asked))"
        case .won: "all of them right"
        }
    }

    /// What a voice says, if anything.
    func spoken(_ moment: GameMoment) -> String? {
        switch moment.event {
        case .asked(let gesture, _): Speaker.words(setup.labels[gesture])
        case .right: "right"
        case .broken: "once more"
        case .over(.wrong): "wrong. \(moment.score)"
        case .over(.late): "too late. \(moment.score)"
        case .over(.won): "you win"
        }
    }

    /// The end: the score, its place, and who was better.
    func conclusion(_ result: GameResult) -> [String] {
        let player = setup.player
        var lines = ["", "\(printable(player)): \(result.score) right" + (result.ending == nil ? ", stopped" : "")]
        guard let place = result.place(of: player) else { return lines }
        lines[1] += ", place \(place) of \(result.best.count) in this game; best \(result.best[place - 1].score)"
        var table = TextTable()
        table.add(["", "player", "best", "games"])
        for (index, best) in result.best.prefix(10).enumerated() {
            table.add(["\(index + 1)", printable(best.player), "\(best.score)", "\(best.games)"])
        }
        return lines + table.lines
    }
}
