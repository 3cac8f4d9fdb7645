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
        world.unplug(first)
        #expect(live.waits(for: "disconnected"))
        let second = try world.device(recording)
        #expect(live.waits(for: #""state":"session""#, times: 2))
        let windows = live.text.components(separatedBy: #""type":"window""#).count
        #expect(live.waits(for: #""type":"window""#, times: windows + 2))
        let result = live.end()
        #expect(result.status == 0)
        #expect(try result.objects().last?["reconnections"] as? Int == 1)
        #expect(second.end().status == 0)
    }

    @Test("Ctrl-C ends run cleanly: exit code 0 and a summary as the last line")
    func interrupt() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [5000])
        let device = try world.device(recording)
        let live = try world.motionq.start(["run", "--port", world.link, "--model", world.model, "--json"])
        #expect(live.waits(for: #""type":"window""#))
        let result = live.end()
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(try result.objects().last?["type"] as? String == "summary")
        #expect(device.end().status == 0)
        #expect(!FileManager.default.fileExists(atPath: world.link))
    }

    /// DeviceFeedbackTests hold the failsafe to its two seconds, to the microsecond of a clock moved by hand.
    @Test("after the host is killed the device's lights go out, by its own failsafe")
    func failsafe() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let map = try world.feedback(class1: "{led: 1}", class2: "{led: 2}", rest: "{led: 0}")
        let recording = try world.recording("walk.csv", sessions: [5000])
        let device = try world.device(recording)
        let live = try world.motionq.start(world.run("--feedback", map, "--exit-ratio", "1000", "--json"))
        #expect(device.waits(for: #""on":true"#))
        live.kill()
        #expect(device.waits(for: #""type":"failsafe""#))
        #expect(device.text.contains(#""reason":"failsafe""#))
        #expect(device.end().status == 0)
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

    @Test("a sample of monitor --json has a name and a value in its unit for each count, and a time of its own")
    func sample() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let device = try world.device(world.recording("walk.csv", sessions: [200]), "--speed", "max", "--jitter", "0")
        let lines = try world.motionq.run("monitor", "--port", world.link, "--until-disconnected", "--json").objects()
        #expect(device.wait().status == 0)
        let session = try #require(lines.first { $0["state"] as? String == "session" })
        let channels = try #require(session["channels"] as? [[String: Any]])
        let samples = lines.filter { $0["type"] as? String == "sample" }
        for sample in samples {
            let counts = try #require(sample["counts"] as? [Double])
            let values = try #require(sample["values"] as? [String: Double])
            #expect(values.count == 6)
            for (count, channel) in zip(counts, channels) {
                let scale = try #require(channel["scale"] as? Double)
                let value = values[channel["name"] as? String ?? ""] ?? .nan
                #expect((value - count * scale).magnitude < 1e-6 * max(1, count.magnitude))
            }
        }
        // 50 samples a second, by a device's clock that is a little fast.
        let times = samples.compactMap { $0["time_us"] as? Int }
        #expect(times.count == 200 && zip(times, times.dropFirst()).allSatisfy { ($1 - $0 - 20_000).magnitude < 200 })
    }
}
