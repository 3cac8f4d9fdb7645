import TestSupport
import Testing

@Suite("Whole strokes, live")
struct LiveStrokeTests {
    @Test("are cut out of the stream of a device, each decided upon once, and commanded and left")
    func live() throws {
        let world = try StrokeWorld()
        defer { world.remove() }
        let trained = try world.train()
        try #require(trained.status == 0, "\(trained.errors)")
        let device = try world.motionq.start(
            ["simulate", "--data", world.stream, "--speed", "8", "--link", world.motionq.path("port"), "--json"])
        #expect(device.waits(for: "ready"))
        let lines = try world.motionq.start(
            [
                "run", "--port", world.motionq.path("port"), "--model", world.model, "--json", "--until-disconnected",
                "--threshold", "0.5",
            ]
        ).wait().objects()
        _ = device.wait()
        let windows = lines.filter { $0["type"] as? String == "window" }
        #expect(windows.count == world.done.count)
        let right = zip(windows, world.done).count { $0["label"] as? String == $1 }
        #expect(right >= world.done.count - 1, "\(right) of \(world.done.count)")
        // The same label may come twice in a row: each is entered, and left before the next one.
        let events = lines.filter { $0["type"] as? String == "event" }.compactMap { $0["phase"] as? String }
        #expect(events.count { $0 == "enter" } >= world.done.count - 1)
        #expect(zip(events, events.dropFirst()).allSatisfy { $0 != $1 })
    }

    @Test("that lack an axis of the rotations are no network for a stream, and that is said")
    func axes() throws {
        let world = try StrokeWorld()
        defer { world.remove() }
        let trained = try world.motionq.run(
            "train", "--data", world.motionq.path("learned.csv"), "--strokes", "--stroke-form", "end", "--hidden", "4", "--epochs",
            "1", "--inputs", "ax,ay,az,gx", "-o", world.model)
        try #require(trained.status == 0, "\(trained.errors)")
        let exported = try world.motionq.run("export", "--model", world.model, "-o", world.motionq.path("device"))
        #expect(exported.status == 65 && exported.errors.contains("all three rotations"), "\(exported.errors)")
    }
}
