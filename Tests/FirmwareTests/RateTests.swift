import Decision
import Foundation
import ModelFile
import ReferenceModel
import TestSupport
import Testing

@Suite("A board in an emulator at several rates", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct RateTests {
    /// The demo's network, said to be made for another rate, and eager to name labels.
    private func firmware(_ rate: Double) throws -> FirmwareImage {
        var model = try Model(readingFileAt: FirmwareImage.demoModel)
        model.description.rate = rate
        model.float?.rate = rate
        let path = FirmwareImage.folder.appending(path: "demo-\(Int(rate)).safetensors").path
        try FileManager.default.createDirectory(at: FirmwareImage.folder, withIntermediateDirectories: true)
        try model.write(toFileAt: path)
        var decision = DecisionParameters()
        decision.threshold = 9830
        decision.enterRatio = 4096
        decision.exitRatio = 4096
        decision.smoothing = 1
        decision.refractory = 0
        return try FirmwareImage("demo-\(Int(rate))", model: path, decision: decision)
    }

    private static let eager = [
        "--threshold", "0.29999", "--enter-ratio", "1", "--exit-ratio", "1", "--smoothing", "1", "--refractory", "0",
    ]

    @Test("streams, classifies and obeys", arguments: [25.0, 100, 200])
    func streams(_ rate: Double) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        #expect(try motionq.run("simulate", "--counts", counts).status == 0)
        let image = try firmware(rate)
        let board = try Emulator(image, counts: counts)
        let host = try motionq.start(
            ["run", "--port", board.line, "--model", image.model, "--shadow", "--json"] + Self.eager)
        #expect(host.waits(for: "\"state\":\"statistics\"", seconds: 15))
        #expect(host.waits(for: "\"status\":\"ok\"", times: 2, seconds: 60))
        host.interrupt()
        let result = host.wait()
        #expect(result.status == 0, "\(result.errors)")
        let objects = try result.objects()
        #expect(objects.contains { $0["state"] as? String == "session" && $0["rate"] as? Double == rate })
        let summary = try #require(objects.last)
        #expect(summary["lost_samples"] as? Int == 0)
        let measured = try #require(summary["rate"] as? Double)
        #expect(abs(measured - rate) < rate * 0.01)
        #expect((summary["windows"] as? Int ?? 0) > 3)
        #expect((summary["commands_ok"] as? Int ?? 0) >= 2)
        #expect(summary["shadow_differing"] as? Int == 0)
        #expect((summary["shadow_compared"] as? Int ?? 0) > 3)
    }

    @Test(
        "says which samples it missed when its network takes longer than a sample",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
    func overload() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        var model = try Model(readingFileAt: GestureFirmware.image().model)
        model.description.rate = 1000
        model.float?.rate = 1000
        let path = FirmwareImage.folder.appending(path: "gestures-1000.safetensors").path
        try model.write(toFileAt: path)
        let image = try FirmwareImage("gestures-1000", model: path)
        let counts = motionq.path("counts")
        let recording = "\(SharedData.folder)/gestureit/u_04-chop-it.csv.gz"
        #expect(try motionq.run("simulate", "--replay", recording, "--counts", counts).status == 0)
        // 32 ns an instruction: a processor of 31 MHz.
        let board = try Emulator(image, counts: counts, arguments: ["-icount", "shift=5"])
        let host = try motionq.start(["run", "--port", board.line, "--model", image.model, "--shadow", "--json"])
        #expect(host.waits(for: "\"state\":\"gap\"", times: 3, seconds: 60))
        host.interrupt()
        let result = host.wait()
        #expect(result.status == 0, "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect((summary["lost_samples"] as? Int ?? 0) > 0)
        #expect(summary["restarts"] as? Int == 0)
        #expect((summary["shadow_compared"] as? Int ?? 0) > 10)
        #expect(summary["shadow_differing"] as? Int == 0)
    }

    @Test("takes the model's rate if its own is another, and then does not classify by itself")
    func configured() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        #expect(try motionq.run("simulate", "--counts", counts).status == 0)
        let other = try firmware(100)
        let board = try Emulator(FirmwareImage.demo(), counts: counts)
        let host = try motionq.start(["run", "--port", board.line, "--model", other.model, "--json"])
        #expect(host.waits(for: "\"type\":\"window\"", seconds: 20))
        host.interrupt()
        let objects = try host.wait().objects()
        let sessions = objects.filter { $0["state"] as? String == "session" }
        #expect(sessions.map { $0["rate"] as? Double } == [50, 100])
        #expect(objects.last?["lost_samples"] as? Int == 0)
    }
}
