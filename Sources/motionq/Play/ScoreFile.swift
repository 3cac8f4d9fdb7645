import Files
import Foundation
import GuidedSessions

/// Where high scores are kept.
struct ScoreFile {
    let path: String

    /// - Parameter path: nil: `$XDG_DATA_HOME/motionq/scores.json`, or the same below `~/.local/share`; none where no home is.
    init?(_ path: String?) {
        if let path {
            self.path = path
            return
        }
        let environment = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        guard let base = environment["XDG_DATA_HOME"] ?? environment["HOME"].map({ Path.joined($0, ".local/share") }) else {
            return nil
        }
        self.path = Path.joined(base, "motionq/scores.json")
    }

    func read() throws -> HighScores {
        do throws(HighScoresError) { return try HighScores(fileAt: path) } catch { throw error.refusal }
    }

    /// Counts a game.
    ///
    /// - Returns: its players, the best first.
    func count(_ score: Int, in game: GameSetup) throws -> [HighScores.Best] {
        var scores = try read()
        scores.count(score, of: game.player, gestures: game.gestures, seconds: game.seconds)
        do throws(HighScoresError) {
            try scores.write(folder: Path.folder(of: path), name: Path.name(of: path))
        } catch {
            throw error.refusal
        }
        return scores.best(gestures: game.gestures, seconds: game.seconds)
    }
}
