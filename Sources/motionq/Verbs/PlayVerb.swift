import ArgumentParser
import GuidedSessions
import Models
import MotionCore
import MotionQWorkshop
import MotionRecognition

struct PlayVerb: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "The gesture game: make what is asked for, in time.",
        discussion: """
            Asks for one gesture after the other, in words, by voice (espeak-ng) and by the device's lights. A right answer is a high beep; \
            a wrong or a late one ends the game. High scores are kept by player.
            Without a board: `motionq simulate --follow-lights --link ./board`.

            \(allOptions(of: "play"))
            """)

    @OptionGroup var choice: PortChoice
    @Option(help: "The model file. Default: the built-in one.") var model: InputPath?
    @Option(help: "Who plays. Default: the name of the account.") var player: String?
    @Option(help: "The gestures to ask for, separated by commas.") var gestures: String?
    @Option(help: "Seconds for each. Default: 3, and a window's.") var seconds: Double?
    @Option(help: "Right answers after which the game is won.") var rounds: Int?
    @Option(help: .rare("The same seed asks for the same gestures in the same order. Default: drawn.")) var seed: UInt64?
    @OptionGroup var decision: DecisionChoice
    @Option(help: .rare("Where high scores are kept (JSON). Default: scores.json among the account's data.")) var scores:
        OutputPath?
    @OptionGroup var page: PageOption
    @Flag(help: "Do not speak, also if espeak-ng is installed.") var quiet = false
    @Flag(help: "JSON Lines on standard output.") var json = false

    func validate() throws {
        if let gestures { _ = try labels(in: gestures, "--gestures") }
        guard seconds.map({ (0.5...60).contains($0) }) ?? true else { throw ValidationError("--seconds lies between 0.5 and 60") }
        guard rounds.map({ (1...10_000).contains($0) }) ?? true else {
            throw ValidationError("--rounds lies between 1 and 10000")
        }
        if let player {
            guard (1...64).contains(player.utf8.count) else { throw ValidationError("--player has 1 to 64 bytes") }
        }
        if let scores { try requireText(scores.path, "--scores") }
    }

    func run() throws {
        try reportingRefusals {
            let name = model?.path ?? DemoModel.name
            let file = try model.map { try Model(readingQuantizedNetworkAt: $0.path) } ?? DemoModel.read()
            let setup = try LiveSetup(file, named: name)
            let about = setup.model.description
            let asked = try gestures.map { try labels(in: $0, "--gestures") } ?? about.labels.filter { $0 != about.restLabel }
            if let strange = asked.first(where: { !about.labels.contains($0) || $0 == about.restLabel }) {
                throw Refusal(.badData, "\(name) knows no gesture “\(strange)”; it knows \(about.labels.joined(separator: ", "))")
            }
            guard about.restLabel != nil || about.strokes != nil || asked.count < about.labels.count else {
                throw Refusal(
                    .badData,
                    "\(name) has no rest label, so that a hand that rests would be an answer; name the gestures with --gestures, without what "
                        + "it says of rest")
            }
            let limit = try seconds ?? usualSeconds(about, name)
            let rules = GameRules(
                gestures: asked.compactMap { about.labels.firstIndex(of: $0) }, limit: UInt64(saturating: limit * 1e6),
                rounds: rounds,
                seed: seed ?? .random(in: 0...0xFFFF))
            guard let scores = ScoreFile(scores?.path) else {
                throw Refusal(.noInput, "there is no home folder for the high scores; name a file with --scores")
            }
            let chosen = try choice.chosen(by: "play")
            var live = chosen.liveOptions
            live.decision = decision.parameters(over: setup.decision)
            let game = GameSession(
                setup: GameSetup(rules: rules, labels: about.labels, seconds: limit, player: player ?? Account.name),
                choice: chosen, model: setup.model, live: live, scores: scores, speaks: !quiet, json: json, page: page.page)
            try PortScene.keeping([chosen.scene], game.run)
        }
    }

    /// Seconds to see what is asked for, and to fill a window with it; to the tenth.
    private func usualSeconds(_ about: ModelDescription, _ name: String) throws -> Double {
        guard let rate = about.rate else {
            throw Refusal(.badData, "\(name) names no sampling rate; say how long a gesture may take, with --seconds")
        }
        let samples = about.strokes == nil ? about.window : about.cut?.most ?? about.window
        return 3 + (Double(samples) / rate * 10).rounded(.up) / 10
    }
}
