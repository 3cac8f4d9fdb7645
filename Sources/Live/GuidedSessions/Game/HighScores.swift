package import Files
package import Formatting
import Foundation

/// The best score of every player, game by game: the same gestures and the same seconds are the same game. A JSON file.
package struct HighScores: Sendable, Equatable {
    /// One player's best.
    package struct Best: Codable, Sendable, Equatable {
        package var player: String
        package var score: Int
        /// Games that they played.
        package var games: Int
    }

    private struct Game: Codable, Equatable {
        var gestures: [String]
        var seconds: Double
        var players: [Best]
    }

    private struct Contents: Codable {
        var format = 1
        var games: [Game]
    }

    private var games: [Game] = []
    /// Bytes of a file, at most.
    private static let most = 1 << 20

    package init() {}

    /// Reads a file; one that is not there has no scores.
    ///
    /// - Throws: a file that cannot be read, or holds something else.
    package init(fileAt path: String) throws(HighScoresError) {
        var bytes: [UInt8] = []
        do throws(FileError) {
            bytes = try WholeFile.bytes(ofFileAt: path, limit: Self.most)
        } catch {
            if error.code == .absent { return }
            throw .file(error)
        }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)), contents.format == 1 else {
            throw .noScores(path)
        }
        games = contents.games
    }

    /// Counts a game that was played.
    ///
    /// - Parameters:
    ///   - gestures: names, in the order of the lights.
    ///   - seconds: for each of them.
    package mutating func count(_ score: Int, of player: String, gestures: [String], seconds: Double) {
        let place = place(gestures, seconds) ?? games.count
        if place == games.count { games.append(Game(gestures: gestures, seconds: seconds, players: [])) }
        if let known = games[place].players.firstIndex(where: { $0.player == player }) {
            games[place].players[known].score = max(score, games[place].players[known].score)
            if games[place].players[known].games < .max { games[place].players[known].games += 1 }
        } else {
            games[place].players.append(Best(player: player, score: score, games: 1))
        }
    }

    /// The players of a game, the best first; who was first with a score stays before who reached it later.
    package func best(gestures: [String], seconds: Double) -> [Best] {
        guard let place = place(gestures, seconds) else { return [] }
        return games[place].players.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }.map(
            \.element)
    }

    /// Replaces the file, or makes it, with its folder.
    package func write(folder: String, name: String) throws(HighScoresError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let contents = try? encoder.encode(Contents(games: games)) else { return }
        do throws(FileError) {
            try FileSet.replace(inFolder: folder, [(name, Array(contents))])
        } catch {
            throw .file(error)
        }
    }

    private func place(_ gestures: [String], _ seconds: Double) -> Int? {
        games.firstIndex { Set($0.gestures) == Set(gestures) && $0.seconds == seconds }
    }
}

/// Why high scores cannot be kept: one sentence.
package enum HighScoresError: ExplainedError, Equatable {
    case file(FileError)
    case noScores(String)

    package var kind: FailureKind {
        switch self {
        case .file(let error): error.kind
        case .noScores: .badData
        }
    }

    /// The sentence as a program shows it.
    package var description: String { sentence.description }

    package var sentence: Sentence {
        switch self {
        case .file(let error): "\(error)"
        case .noScores(let path):
            "\(path) holds no high scores of this version\(remedy: "move it away, or name another file with \(.scores)")"
        }
    }
}
