import Foundation
import Simulation
import TestSupport
import Testing
import Transport

/// A made-up person who writes what the lights of the device say, in a scratch folder.
private struct Class {
    let motionq: Motionq
    var board: String { motionq.path("board") }
    var model: String { motionq.path("mine.safetensors") }
    var kept: String { motionq.path("kept.csv") }

    init() throws { motionq = try Motionq() }

    func writer(shapes: Int = 3, _ arguments: String...) throws -> Motionq.Running {
        try? FileManager.default.removeItem(atPath: board)
        let device = try motionq.start(
            [
                "simulate", "--strokes", "\(shapes)", "--follow-lights", "--subjects", "5", "--seed", "77", "--link", board,
                "--speed",
                "8",
            ] + arguments)
        #expect(device.waits(for: "ready"))
        return device
    }

    func teach(_ arguments: String..., input: FileHandle? = nil) throws -> Motionq.Running {
        try motionq.start(["teach", "--port", board, "--quiet", "-o", model] + arguments, input: input)
    }

    func end(_ device: Motionq.Running) {
        device.end()
    }
}

@Suite("Teaching live")
struct LiveTeachTests {
    @Test("three gestures made thrice at the lights are a model by which run names them in what follows", arguments: [false, true])
    func taught(withoutGravity: Bool) throws {
        let room = try Class()
        defer { room.motionq.remove() }
        let motion = withoutGravity ? ["--user-acceleration"] : []
        let strokes = MadeUpStrokes(seed: 77, rate: 50, hasGravity: !withoutGravity)
        let device = PatientDevice(
            heldBy: ObedientWriter(strokes, writer: 5, shapes: 3), at: room.board, speed: 8,
            acceleration: withoutGravity ? .user : .withGravity)
        let result = try room.teach("--labels", "k0,k1,k2", "--keep", room.kept, "--json").wait()
        device.end()
        #expect(result.status == 0, "\(result.errors)")
        let lines = try result.objects()
        #expect(lines.count { $0["type"] as? String == "heard" } == 9)
        let last = try #require(lines.last)
        #expect(last["type"] as? String == "taught" && last["examples"] as? [Int] == [3, 3, 3])
        let again = room.motionq.path("again.csv")
        #expect(
            try room.motionq.start(
                [
                    "dataset", "synthesize", "--strokes", "3", "--subjects", "5", "--seed", "77", "--gestures", "5", "--in-a-row",
                    "-o", again,
                ]
                    + motion
            ).wait().status == 0)
        try? FileManager.default.removeItem(atPath: room.board)
        let replay = try room.motionq.start(["simulate", "--data", again, "--link", room.board, "--speed", "8"] + motion)
        #expect(replay.waits(for: "ready"))
        let run = try room.motionq.start(
            ["run", "--port", room.board, "--model", room.model, "--until-disconnected", "--json"]
        ).wait()
        _ = replay.wait()
        let entered = try run.objects().filter { $0["phase"] as? String == "enter" }.compactMap { $0["label"] as? String }
        // The hand's way back is a stroke as well, if it is quick.
        for label in ["k0", "k1", "k2"] { #expect(entered.count { $0 == label } >= 4, "\(entered)") }
    }

    @Test("one more gesture joins a taught model, cut as that model cuts, and the kept recording has its examples")
    func added() throws {
        let room = try Class()
        defer { room.motionq.remove() }
        let first = try room.writer()
        #expect(try room.teach("--labels", "k0,k1").wait().status == 0)
        room.end(first)
        let second = try room.writer(shapes: 1)
        let result = try room.teach(
            "--model", room.model, "--labels", "wave", "--examples", "5", "--keep", room.kept, "--json"
        ).wait()
        room.end(second)
        #expect(result.status == 0, "\(result.errors)")
        #expect(try result.objects().last?["examples"] as? [Int] == [3, 3, 5])
        let rows = try String(contentsOfFile: room.kept, encoding: .utf8).split(separator: "\n").map { $0.split(separator: ",")[2] }
        let runs = zip(rows, rows.dropFirst()).count { $0 != "wave" && $1 == "wave" }
        #expect(runs == 5)
    }

    @Test("a key throws the last example away, and it is asked for once more")
    func again() throws {
        let room = try Class()
        defer { room.motionq.remove() }
        let device = try room.writer()
        let terminal = try PseudoTerminal.open(linkPath: nil)
        defer { terminal.close() }
        let input = try #require(FileHandle(forUpdatingAtPath: terminal.slavePath))
        let teaching = try room.teach("--labels", "k0,k1", "--examples", "1", input: input)
        #expect(teaching.waits(for: "▶ k1"))
        try Array("r".utf8).withUnsafeBytes { try terminal.transport.write($0, timeoutMilliseconds: 1000) }
        #expect(teaching.waits(for: "is thrown away"))
        let result = teaching.wait()
        room.end(device)
        #expect(result.status == 0 && result.output.contains("k0: 1 example"), "\(result.errors)")
    }

    @Test("who stops it half-way has no model, and no recording that was not asked for")
    func interrupted() throws {
        let room = try Class()
        defer { room.motionq.remove() }
        let device = try room.writer()
        let teaching = try room.teach("--labels", "k0,k1")
        #expect(teaching.waits(for: "heard"))
        let result = teaching.end()
        room.end(device)
        #expect(result.status == 130 && result.errors.contains("nothing is taught"))
        #expect(!FileManager.default.fileExists(atPath: room.model))
    }

    @Test("what cannot come to anything is refused before anybody makes a gesture")
    func refused() throws {
        let room = try Class()
        defer { room.motionq.remove() }
        for (arguments, status, words) in [
            (["--labels", "k0"], 65, "needs two"),
            (["--labels", "k0,k1", "--unknown", "--examples", "1"], 65, "--unknown needs two"),
            ([], 64, "--labels"), (["--labels", "k0,k0"], 64, "once"), (["--labels", "k0,rest"], 64, "no name for a gesture"),
            (["--labels", "k0,k1", "--examples", "0"], 64, "--examples"),
            (["--labels", "k0,k1", "--data", "x.csv"], 64, "leave --data out"),
        ] as [([String], Int32, String)] {
            let result = try room.motionq.start(["teach", "--port", room.board, "-o", room.model] + arguments).wait()
            #expect(result.status == status && result.errors.contains(words), "\(arguments): \(result.errors)")
        }
    }
}
