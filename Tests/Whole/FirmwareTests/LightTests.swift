import Foundation
import TestSupport
import Testing

/// What the map says and what the lights do, over whole recordings.
@Suite("The lights of a board in an emulator", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct LightTests {
    /// What the standard map makes of the events: LED n is lit while the n-th label that is not the rest label is held.
    private func expected(_ objects: [[String: Any]], labels: [String]) throws -> [String] {
        try objects.filter { $0["type"] as? String == "event" }.map { event in
            let label = try #require(event["label"] as? String)
            let led = try #require(labels.firstIndex(of: label))
            return "\(Light.led(led)) \(event["phase"] as? String == "enter" ? "on" : "off")"
        }
    }

    private func check(_ image: FirmwareImage, counts: String, samples: Int, labels: [String], rate: Double, motionq: Motionq)
        throws
    {
        let board = try Emulator(image, counts: counts)
        let host = try motionq.start(["run", "--port", board.line, "--model", image.model, "--shadow", "--json"])
        #expect(host.waits(for: "\"samples\":\(samples),", seconds: Double(samples) / rate + 30))
        // Two seconds without windows, and what was held is left.
        Thread.sleep(forTimeInterval: 3)
        #expect(try board.lights().isDark)
        let result = host.end()
        #expect(result.status == 0, "\(result.errors)")

        let objects = try result.objects()
        let seen = try board.changes().map { "\($0.light) \($0.isOn ? "on" : "off")" }
        let wanted = try expected(objects, labels: labels)
        #expect(!wanted.isEmpty)
        #expect(seen == wanted)
        let summary = try #require(objects.last)
        #expect(summary["lost_samples"] as? Int == 0)
        #expect(summary["commands_ok"] as? Int == wanted.count)
        #expect(summary["commands_sent"] as? Int == wanted.count)
        // Where this machine keeps the emulator waiting, the board leaves out a prediction for which its line has no room, and some
        // decisions after it cannot be judged. BitTests, with nothing beside them, want all.
        let windows = try #require(summary["windows"] as? Int)
        #expect((summary["shadow_compared"] as? Int ?? 0) * 10 >= windows * 9, "\(summary)")
        #expect((summary["shadow_decisions"] as? Int ?? 0) * 10 >= windows * 8, "\(summary)")
        #expect(summary["shadow_differing"] as? Int == 0)
    }

    @Test("follow the events of `run` one for one, over a whole synthetic recording; so do the device's own windows, bit for bit")
    func synthetic() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts, "--seed", "5").status == 0)
        let samples = try Data(contentsOf: URL(filePath: counts)).count / 12
        try check(
            FirmwareImage.demo(), counts: counts, samples: samples, labels: ["shake", "chop", "drive"], rate: 50, motionq: motionq)
    }

    /// Drive: red and blue, and a buzzer that ends by itself. Shake: LED 4 blinks.
    private static let map = """
        labels:
          drive:
            enter:
              - rgb: 0
                color: "#ff00ff"
              - buzzer: 0
                frequency: 880
                duration_ms: 300
          shake:
            enter:
              - led: 4
                pattern: blink
                period_ms: 400
        """

    @Test("show a map's colours, blink, and end by themselves")
    func colours() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        let map = motionq.path("map.yml")
        try Self.map.write(toFile: map, atomically: true, encoding: .utf8)
        // Drive after two seconds, chop after eight, shake after fourteen.
        #expect(try motionq.run("dataset", "counts", "--output", counts, "--seed", "6").status == 0)
        let image = try FirmwareImage.demo()
        let board = try Emulator(image, counts: counts)
        let host = try motionq.start(["run", "--port", board.line, "--model", image.model, "--feedback", map, "--json"])
        #expect(host.waits(for: #""label":"shake","phase":"exit""#, seconds: 60))
        #expect(host.waits(for: #""status":"ok""#, times: 5, seconds: 5))
        #expect(host.end().status == 0)
        let all = try board.changes()
        func changes(of light: Light) -> [LightChange] { all.filter { $0.light == light } }

        #expect(changes(of: .red).map(\.isOn) == [true, false])
        #expect(changes(of: .blue).map(\.time) == changes(of: .red).map(\.time))
        #expect(changes(of: .green).isEmpty)
        let buzzer = changes(of: .buzzer)
        #expect(buzzer.map(\.isOn) == [true, false])
        // By this machine's clock, whose load disturbs it.
        #expect(abs(buzzer[1].time - buzzer[0].time - 0.3) < 0.15)
        let blink = changes(of: .led(4))
        #expect(blink.count >= 6 && blink.count % 2 == 0)
        let halves = zip(blink.dropFirst(), blink).map { $0.time - $1.time }.dropLast().sorted()
        #expect(abs(halves[halves.count / 2] - 0.2) < 0.03)
        #expect(Set(all.map(\.light)) == [.red, .blue, .buzzer, .led(4)])
    }

    @Test(
        "follow them over a person's recording, with the book's network on the device",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
    func person() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let image = try GestureFirmware.image()
        let counts = motionq.path("counts")
        let recording = "\(SharedData.folder)/gestureit/bad-drive-it.csv.gz"
        #expect(try motionq.run("dataset", "counts", "--data", recording, "--output", counts).status == 0)
        let samples = try Data(contentsOf: URL(filePath: counts)).count / 12
        try check(image, counts: counts, samples: samples, labels: ["chop_it", "drive_it", "shake_it"], rate: 25, motionq: motionq)
    }
}
