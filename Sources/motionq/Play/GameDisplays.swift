import Formatting
import GuidedSessions

/// A game for people without a terminal to draw on: one line for everything that happens.
final class PlainGameDisplay: GameDisplay {
    private let words: GameWords

    init(_ setup: GameSetup) { words = GameWords(setup: setup) }

    func begin() { Output.note(words.introduction) }
    func show(_ moment: GameMoment) { Output.text(words.line(moment)) }
    func conclude(_ result: GameResult) { words.conclusion(result).forEach { Output.text($0) } }
}

/// A game for programs: one JSON object a line.
final class JSONGameDisplay: GameDisplay {
    private let setup: GameSetup

    init(_ setup: GameSetup) { self.setup = setup }

    func begin() {
        var line = JSONLine(type: "game")
        line.add("player", setup.player)
        line.add("gestures", setup.gestures)
        line.add("seconds", setup.seconds)
        if let rounds = setup.rules.rounds { line.add("rounds", rounds) }
        line.add("seed", Int(clamping: setup.rules.seed))
        Output.json(line)
    }

    func show(_ moment: GameMoment) {
        var line: JSONLine
        switch moment.event {
        case .asked(let gesture, let round):
            line = JSONLine(type: "asked")
            line.add("label", setup.labels[gesture])
            line.add("round", round)
        case .right(let gesture, let time):
            line = JSONLine(type: "right")
            line.add("label", setup.labels[gesture])
            line.add("after_seconds", Double(time) / 1e6)
        case .broken(let gesture):
            line = JSONLine(type: "broken")
            line.add("label", setup.labels[gesture])
        case .over(let ending):
            line = JSONLine(type: "over")
            add(ending, to: &line)
        }
        line.add("score", moment.score)
        line.add("stream_time", Double(moment.time) / 1e6)
        Output.json(line)
    }

    func conclude(_ result: GameResult) {
        var line = JSONLine(type: "played")
        line.add("player", setup.player)
        line.add("score", result.score)
        if let ending = result.ending { add(ending, to: &line) } else { line.add("reason", "stopped") }
        if let place = result.place(of: setup.player) {
            line.add("place", place)
            line.add("players", result.best.count)
            line.add("best", result.best[place - 1].score)
        }
        Output.json(line)
    }

    private func add(_ ending: GestureGame.Ending, to line: inout JSONLine) {
        switch ending {
        case .wrong(let asked, let made):
            line.add("reason", "wrong")
            line.add("asked", setup.labels[asked])
            line.add("made", setup.labels[made])
        case .late(let asked):
            line.add("reason", "late")
            line.add("asked", setup.labels[asked])
        case .won: line.add("reason", "won")
        }
    }
}
