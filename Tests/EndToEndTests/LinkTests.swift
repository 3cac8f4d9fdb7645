import Foundation
import TestSupport
import Testing

@Suite("run and simulate on one pseudo-terminal")
struct LinkTests {
    @Test(
        "with 1 % of the bytes damaged, received and lost samples are exactly those sent, over several sessions",
        arguments: [1, 2, 3])
    func damage(_ seed: Int) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [400, 300, 500])
        let device = try world.device(recording, "--speed", "max", "--damage", "0.01", "--seed", "\(seed)")
        let live = try world.motionq.run("run", "--port", world.link, "--model", world.model, "--until-disconnected", "--json")
        let truth = try device.wait().objects().last ?? [:]
        let summary = try live.objects().last ?? [:]
        let received = summary["samples"] as? Int ?? -1
        let lost = summary["lost_samples"] as? Int ?? -1
        #expect(truth["samples"] as? Int == 1200)
        #expect((truth["bytes_damaged"] as? Int ?? 0) > 50)
        #expect(received + lost == 1200)
        #expect(lost == truth["samples_damaged"] as? Int)
    }

    @Test("when the simulator is killed and started again on the same link, run reconnects by itself")
    func reconnects() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [5000])
        let first = try world.device(recording)
        let live = try world.motionq.start(["run", "--port", world.link, "--model", world.model, "--json"])
        #expect(live.waits(for: #""type":"window""#, times: 3))
        first.kill()
        #expect(live.waits(for: "disconnected"))
        let second = try world.device(recording)
        #expect(live.waits(for: #""state":"session""#, times: 2))
        let windows = live.text.components(separatedBy: #""type":"window""#).count
        #expect(live.waits(for: #""type":"window""#, times: windows + 2))
        live.interrupt()
        let result = live.wait()
        #expect(result.status == 0)
        #expect(try result.objects().last?["reconnections"] as? Int == 1)
        second.interrupt()
        #expect(second.wait().status == 0)
    }

    @Test("Ctrl-C ends run cleanly: exit code 0 and a summary as the last line")
    func interrupt() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [5000])
        let device = try world.device(recording)
        let live = try world.motionq.start(["run", "--port", world.link, "--model", world.model, "--json"])
        #expect(live.waits(for: #""type":"window""#))
        live.interrupt()
        let result = live.wait()
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(try result.objects().last?["type"] as? String == "summary")
        device.interrupt()
        #expect(device.wait().status == 0)
        #expect(!FileManager.default.fileExists(atPath: world.link))
    }

    @Test("after the host is killed the device's lights go out within 2.5 s, by its own failsafe")
    func failsafe() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let map = world.motionq.path("map.yml")
        try """
        labels:
          class1: {enter: [{led: 1}]}
          class2: {enter: [{led: 2}]}
          rest: {enter: [{led: 0}]}
        """.write(toFile: map, atomically: true, encoding: .utf8)
        let recording = try world.recording("walk.csv", sessions: [5000])
        let device = try world.device(recording)
        let live = try world.motionq.start([
            "run", "--port", world.link, "--model", world.model, "--feedback", map, "--threshold", "0", "--enter-ratio", "1",
            "--exit-ratio", "1000", "--json",
        ])
        #expect(device.waits(for: #""on":true"#))
        live.kill()
        let killed = Date()
        #expect(device.waits(for: #""type":"failsafe""#, seconds: 5))
        #expect(Date().timeIntervalSince(killed) < 2.5)
        #expect(device.text.contains(#""reason":"failsafe""#))
        device.interrupt()
        #expect(device.wait().status == 0)
    }

    @Test("monitor needs no model and shows every sample as JSON")
    func monitor() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [200])
        let device = try world.device(recording, "--speed", "max")
        let live = try world.motionq.run("monitor", "--port", world.link, "--until-disconnected", "--json")
        #expect(device.wait().status == 0)
        #expect(try live.objects().filter { $0["type"] as? String == "sample" }.count == 200)
    }
}
