import Foundation
import MotionCore
import TestSupport
import Testing
import WireProtocol

@Suite("A board in an emulator at several rates", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct RateTests {
    /// The demo's network, said to be made for another rate, and eager to name labels.
    private func firmware(_ rate: Double) throws -> FirmwareImage {
        var decision = DecisionParameters()
        decision.threshold = 9830
        decision.enterRatio = 4096
        decision.exitRatio = 4096
        decision.smoothing = 1
        decision.refractory = 0
        return try FirmwareImage("demo-\(Int(rate))", of: Repository.demoModel, rate: rate, decision: decision)
    }

    private static let eager = [
        "--threshold", "0.29999", "--enter-ratio", "1", "--exit-ratio", "1", "--smoothing", "1", "--refractory", "0",
    ]

    /// Samples per second of the device's clock, by the median of the ways from window to window. Where the machine halts the
    /// emulator, its clock jumps past ticks, which a mean would count.
    private func medianRate(_ objects: [[String: Any]]) -> Double? {
        let windows = objects.filter { $0["type"] as? String == "window" }
            .compactMap { window -> (sample: Int, time: Double)? in
                guard let sample = window["end_sample"] as? Int, let time = window["time_ms"] as? Double else { return nil }
                return (sample, time)
            }
        let rates = zip(windows, windows.dropFirst()).filter { $1.time > $0.time }
            .map { Double($1.sample - $0.sample) * 1000 / ($1.time - $0.time) }
        return rates.isEmpty ? nil : rates.sorted()[rates.count / 2]
    }

    @Test("streams, classifies and obeys", arguments: [25.0, 100, 200])
    func streams(_ rate: Double) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts).status == 0)
        let image = try firmware(rate)
        // Its time is that of its instructions, 16 ns each: on a busy machine it is late, and misses nothing.
        let board = try Emulator(image, counts: counts, arguments: ["-icount", "shift=4"])
        let host = try motionq.start(
            ["run", "--port", board.line, "--model", image.model, "--shadow", "--json"] + Self.eager)
        #expect(host.waits(for: "\"state\":\"statistics\"", seconds: 15))
        #expect(host.waits(for: "\"status\":\"ok\"", times: 2, seconds: 60))
        let result = host.end()
        #expect(result.status == 0, "\(result.errors)")
        let objects = try result.objects()
        #expect(objects.contains { $0["state"] as? String == "session" && $0["rate"] as? Double == rate })
        let summary = try #require(objects.last)
        #expect(summary["lost_samples"] as? Int == 0)
        let measured = try #require(medianRate(objects))
        #expect(abs(measured - rate) < rate * 0.01)
        #expect((summary["windows"] as? Int ?? 0) > 3)
        #expect((summary["commands_ok"] as? Int ?? 0) >= 2)
        #expect(summary["shadow_differing"] as? Int == 0)
        #expect((summary["shadow_compared"] as? Int ?? 0) > 3)
    }

    @Test(
        "says which samples it missed when its network takes longer than a sample, and keeps its failsafe",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
    func overload() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        var decision = DecisionParameters()
        decision.threshold = 9830
        let image = try FirmwareImage("gestures-400", of: GestureFirmware.image().model, rate: 400, decision: decision)
        let counts = motionq.path("counts")
        let recording = "\(SharedData.folder)/gestureit/u_04-chop-it.csv.gz"
        #expect(try motionq.run("dataset", "counts", "--data", recording, "--output", counts).status == 0)
        // So often that the sensor does not run dry.
        let once = try Data(contentsOf: URL(filePath: counts))
        try Data((0..<100).flatMap { _ in once }).write(to: URL(filePath: counts))
        let map = motionq.path("map.yml")
        let lit = ["chop_it", "drive_it", "shake_it"].map { "  \($0):\n    enter:\n      - led: 0\n    exit:\n      - led: 0\n" }
        try "labels:\n\(lit.joined())".write(toFile: map, atomically: true, encoding: .utf8)
        // 64 ns an instruction: a processor of 16 MHz, which a window every 12.5 ms keeps busy for 14.
        let board = try Emulator(image, counts: counts, arguments: ["-icount", "shift=6"])
        let line = try BadLine(board, at: board.folder.appending(path: "host").path)
        let host = try motionq.start(
            ["run", "--port", line.path, "--model", image.model, "--shadow", "--feedback", map, "--json", "--threshold", "0.29999"])
        #expect(host.waits(for: "\"state\":\"gap\"", times: 3, seconds: 60))
        // A light that stays on, whatever is recognised.
        #expect(host.waits(for: "\"status\":\"ok\"", seconds: 60))
        let before = line.heartbeat
        Thread.sleep(forTimeInterval: 4)
        let after = line.heartbeat
        #expect(after.uptime > before.uptime, "no heartbeat while there is too much to do")
        #expect(after.samplesDropped > before.samplesDropped)
        let result = host.end()
        let summary = try #require(try result.objects().last)
        #expect((summary["lost_samples"] as? Int ?? 0) > 0)
        #expect(summary["restarts"] as? Int == 0)
        #expect((summary["shadow_compared"] as? Int ?? 0) > 10)
        #expect(summary["shadow_differing"] as? Int == 0)
        // Nobody is there any more, the sensor goes on, and so does the failsafe: by the board's own clock, which may run behind.
        let deadline = Date().addingTimeInterval(20)
        while try !board.lights().isDark, Date() < deadline { Thread.sleep(forTimeInterval: 0.1) }
        #expect(try board.lights().isDark)
    }

    @Test("takes the model's rate if its own is another, and then does not classify by itself")
    func configured() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts).status == 0)
        let other = try firmware(100)
        let board = try Emulator(FirmwareImage.demo(), counts: counts)
        let host = try motionq.start(["run", "--port", board.line, "--model", other.model, "--json"])
        #expect(host.waits(for: "\"type\":\"window\"", seconds: 20))
        let objects = try host.end().objects()
        let sessions = objects.filter { $0["state"] as? String == "session" }
        #expect(sessions.map { $0["rate"] as? Double } == [50, 100])
        #expect(objects.last?["lost_samples"] as? Int == 0)
    }
}
