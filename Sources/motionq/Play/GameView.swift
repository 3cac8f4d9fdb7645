import Files
import Formatting
import Foundation
import GuidedSessions

/// A game on a terminal: what is asked for in large, the time that is left, and the score, over the live picture.
final class GameView: GameDisplay {
    let live: LiveView
    private let setup: GameSetup
    private let words: GameWords
    private var asked: (gesture: Int, since: Date)?
    private var news = "get ready"
    private var score = 0

    init(_ setup: GameSetup) {
        self.setup = setup
        words = GameWords(setup: setup)
        live = LiveView(labels: setup.labels)
    }

    func begin() {
        Output.note(words.introduction)
        live.extraLines = { [unowned self] in self.lines }
    }

    func show(_ moment: GameMoment) {
        score = moment.score
        if case .asked(let gesture, _) = moment.event {
            asked = (gesture, Date())
        } else {
            asked = nil
            news = words.line(moment).trimmed
        }
    }

    func conclude(_ result: GameResult) { words.conclusion(result).forEach { Output.text($0) } }

    private var lines: [String] {
        let count = "   \(Paint.bold("\(score)")) right"
        guard let asked else { return ["", "  " + Paint.bold(news) + count, ""] }
        let left = max(0, setup.seconds + asked.since.timeIntervalSinceNow)
        let name = Paint.bold(Paint.tint(asked.gesture, "▶ " + printable(setup.labels[asked.gesture])))
        let bar = Paint.tint(asked.gesture, Paint.bar(left / setup.seconds, cells: 30))
        return ["", "  \(name)\(count)", "  \(bar) \(String(printing: "%.1f s", left))"]
    }
}
