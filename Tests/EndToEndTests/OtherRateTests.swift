import Foundation
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
}
