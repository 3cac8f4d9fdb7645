import Foundation
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("Motion at another rate than the model's")
struct OtherRateTests {
    @Test("is classified as a recording that was brought to the model's rate before, and counted in its own samples")
    func classified() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let fast = try world.recording("fast.csv", sessions: [400], rate: 100)
        let lines = try world.motionq.run("classify", "--model", world.model, "--data", fast, "--json").objects()
        // 200 samples at 50 Hz, windows of 10 every 5: each end lies at an even sample of the recording.
        let ends = lines.compactMap { $0["end_sample"] as? Int }
        #expect(ends == (0..<39).map { 19 + 10 * $0 })
    }

    @Test("is resampled live, if the device cannot change its rate, and that is said in one line")
    func live() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [600], rate: 100)
        let offline = try world.motionq.run("classify", "--model", world.model, "--data", recording, "--json").objects()
        let device = try world.device(recording, "--speed", "4")
        let lines = try world.motionq.start(world.run("--json", "--until-disconnected")).wait().objects()
        _ = device.wait()
        let said = lines.filter { $0["state"] as? String == "resampled" }
        #expect(said.count == 1)
        #expect(said.first?["device_rate"] as? Double == 100)
        #expect(said.first?["model_rate"] as? Double == 50)
        #expect(abs((said.first?["delay_ms"] as? Double ?? 0) - 432) < 1)
        let windows = lines.filter { $0["type"] as? String == "window" }
        #expect(windows.count > 40 && windows.count <= offline.count, "\(windows.count) of \(offline.count)")
    }

    /// Whole milliseconds, or all but equal; one sample in fifty, and those after it, are up to 35 ms late.
    private func asOfAWatch(_ stamps: [Double]) -> [Double] {
        var random = SeededGenerator(seed: 9)
        var (last, held) = (0.0, 0.0)
        return stamps.map { stamp in
            if random.happens(0.02) { held = stamp + random.uniform(5...35) }
            last = max(last + 0.001, max(held, stamp + random.uniform(-3...3)).rounded())
            return last
        }
    }

    @Test(
        "sampled at 104 Hz is named as at 25 Hz in 99 % of windows, also with the stamps of a watch",
        .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)), arguments: [false, true])
    func watch(_ hasWatchStamps: Bool) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (slow, fast, model) = (motionq.path("slow.csv"), motionq.path("fast.csv"), motionq.path("gestures.safetensors"))
        try SharedData.unpacked("gestureit_user/u_04-shake-it.csv.gz").write(to: URL(filePath: slow))
        var recording = try RecordingReader().read(slow)
        recording.sessions = recording.sessions.map { session in
            var faster = session.resampled(to: 104)
            if hasWatchStamps { faster.timestamps = asOfAWatch(faster.timestamps) }
            return faster
        }
        try RecordingWriter().write(recording, to: fast)
        let imported = try motionq.run("import", SharedData.gestureClassifier, "-o", model, "--data", slow, "--rate", "25")
        #expect(imported.status == 0, "\(imported.errors)")
        func labels(_ path: String) throws -> [String: [String]] {
            let windows = try motionq.run("classify", "--model", model, "--data", path, "--json").objects()
            return Dictionary(grouping: windows) { $0["session"] as? String ?? "" }
                .mapValues { $0.compactMap { $0["label"] as? String } }
        }
        let (expected, found) = (try labels(slow), try labels(fast))
        let pairs = expected.flatMap { session, labels in zip(labels, found[session] ?? []) }
        let same = pairs.count { $0 == $1 }
        #expect(pairs.count > 800 && Double(same) >= 0.99 * Double(pairs.count), "\(same) of \(pairs.count)")
    }
}
