import Foundation
import Simulation
import TestSupport
import Testing

/// The game against a simulated device whose holder watches its lights.
@Suite("play")
struct PlayTests {
    private func play(
        _ motionq: Motionq, obedience: Double, _ arguments: String..., subject: Int = 1000
    ) throws -> (lines: [[String: Any]], status: Int32) {
        let board = motionq.path("board")
        try? FileManager.default.removeItem(atPath: board)
        let person = ObedientPerson(
            seed: 1, subject: subject, gestures: Array(MotionGenerator.labels.dropFirst()), obedience: obedience)
        let device = PatientDevice(heldBy: person, at: board, speed: 4)
        let result = try motionq.start(
            ["play", "--port", board, "--json", "--scores", motionq.path("scores.json"), "--player", "ada"] + arguments
        ).wait()
        device.end()
        return (try result.objects(), result.status)
    }

    @Test("who does what the lights say wins; the same seed asks for the same, and the high score is kept")
    func won() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        var asked: [[String]] = []
        for _ in 0..<2 {
            let (lines, status) = try play(motionq, obedience: 1, "--rounds", "4", "--seed", "7")
            let last = try #require(lines.last)
            #expect(status == 0 && last["type"] as? String == "played" && last["reason"] as? String == "won")
            #expect(last["score"] as? Int == 4 && last["best"] as? Int == 4 && last["place"] as? Int == 1)
            asked.append(lines.filter { $0["type"] as? String == "asked" }.compactMap { $0["label"] as? String })
        }
        #expect(asked[0].count == 4 && asked[0] == asked[1])
        let kept = try Data(contentsOf: URL(filePath: motionq.path("scores.json")))
        let games = try #require(try JSONSerialization.jsonObject(with: kept) as? [String: Any])["games"] as? [[String: Any]]
        let players = games?.first?["players"] as? [[String: Any]]
        #expect(games?.count == 1 && players?.first?["games"] as? Int == 2)
    }

    @Test("who does something else is out at once, and is told what it was")
    func wrong() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (lines, status) = try play(motionq, obedience: 0, "--seed", "1")
        let over = try #require(lines.first { $0["type"] as? String == "over" })
        let asked = try #require(lines.first { $0["type"] as? String == "asked" })["label"] as? String
        #expect(status == 0 && over["reason"] as? String == "wrong" && over["asked"] as? String == asked)
        #expect(over["made"] as? String != asked && lines.last?["score"] as? Int == 0)
    }

    @Test("who has too little time is late")
    func late() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (lines, status) = try play(motionq, obedience: 1, "--seed", "1", "--seconds", "0.5")
        #expect(status == 0 && lines.last?["reason"] as? String == "late" && lines.last?["score"] as? Int == 0)
    }

    @Test(
        "what cannot be played is refused in a sentence",
        arguments: [
            (["--gestures", "shake,flute"], 65, "flute"), (["--seconds", "0"], 64, "--seconds"),
            (["--rounds", "0"], 64, "--rounds"),
            (["--player", ""], 64, "--player"),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, word: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let result = try motionq.start(["play", "--port", motionq.path("none")] + arguments).wait()
        #expect(result.status == status && result.errors.contains(word))
    }

    @Test("a score file that holds something else is named before anybody plays, and left alone")
    func scores() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let path = motionq.path("scores.json")
        try Data("[]".utf8).write(to: URL(filePath: path))
        let result = try motionq.start(["play", "--port", motionq.path("none"), "--scores", path]).wait()
        #expect(result.status == 65 && result.errors.contains("scores.json holds no high scores"))
        #expect(try Data(contentsOf: URL(filePath: path)) == Data("[]".utf8))
    }
}
