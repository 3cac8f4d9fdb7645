import Foundation
import GuidedSessions
import Testing

@Suite("High scores")
struct HighScoresTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "scores-\(UUID().uuidString)").path
    private var path: String { folder + "/scores.json" }

    @Test("each player has the best of their games, the best player first, and each game its own list")
    func best() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var scores = try HighScores(fileAt: path)
        for (player, score) in [("ada", 3), ("bob", 5), ("ada", 7), ("cy", 7), ("bob", 1)] {
            scores.count(score, of: player, gestures: ["chop", "shake"], seconds: 4)
        }
        scores.count(9, of: "bob", gestures: ["chop", "shake"], seconds: 3)
        try scores.write(folder: folder, name: "scores.json")
        let read = try HighScores(fileAt: path)
        #expect(read == scores)
        let best = read.best(gestures: ["shake", "chop"], seconds: 4)
        #expect(best.map(\.player) == ["ada", "cy", "bob"] && best.map(\.score) == [7, 7, 5] && best.map(\.games) == [2, 1, 2])
        #expect(read.best(gestures: ["chop", "shake"], seconds: 3).map(\.player) == ["bob"])
        #expect(read.best(gestures: ["chop"], seconds: 4).isEmpty)
    }

    @Test("a player who has played as often as can be counted has played no more often after another game")
    func countless() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let player = "{\"player\": \"ada\", \"score\": 3, \"games\": \(Int.max)}"
        try Data("{\"format\": 1, \"games\": [{\"gestures\": [\"chop\"], \"seconds\": 4, \"players\": [\(player)]}]}".utf8)
            .write(to: URL(filePath: path))
        var scores = try HighScores(fileAt: path)
        scores.count(5, of: "ada", gestures: ["chop"], seconds: 4)
        #expect(scores.best(gestures: ["chop"], seconds: 4).map(\.games) == [.max])
    }

    @Test("a file that holds something else is refused, and stays as it is")
    func damaged() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("{\"format\": 9}".utf8).write(to: URL(filePath: path))
        #expect(throws: HighScoresError.noScores(path)) { try HighScores(fileAt: path) }
    }
}
