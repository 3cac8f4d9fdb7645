import TestSupport
import Testing

@Suite("Teaching")
struct TeachTests {
    /// A network that has learned a few made-up strokes, in a few seconds.
    private func base(_ motionq: Motionq) throws -> String {
        let (strokes, base) = (motionq.path("strokes.csv"), motionq.path("base.safetensors"))
        #expect(
            try motionq.run("simulate", "--strokes", "24", "--subjects", "0-7", "--gestures", "1", "-o", strokes).status == 0)
        let result = try motionq.start([
            "train", "--data", strokes, "--strokes", "--stroke-form", "stretch", "--hidden", "16", "--steps", "300", "-o", base,
        ]).wait()
        #expect(result.status == 0, "\(result.errors)")
        return base
    }

    @Test("gives a network labels that it has never seen, from three examples of each")
    func taught() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let base = try base(motionq)
        // Other shapes than those of the network, of one person.
        let (examples, again) = (motionq.path("examples.csv"), motionq.path("again.csv"))
        for (path, count) in [(examples, "3"), (again, "6")] {
            let made = try motionq.run(
                "simulate", "--strokes", "4", "--subjects", "5", "--gestures", count, "--seed", "77", "-o", path)
            #expect(made.status == 0)
        }
        let model = motionq.path("mine.safetensors")
        let result = try motionq.start(["teach", "--model", base, "--data", examples, "--json", "-o", model]).wait()
        #expect(result.status == 0, "\(result.errors)")
        let line = try #require(try result.objects().first)
        #expect(line["labels"] as? [String] == ["k0", "k1", "k2", "k3"] && line["examples"] as? [Int] == [3, 3, 3, 3])
        #expect(line["left_out"] as? Int == 12)
        let score = try motionq.run("evaluate", "--model", model, "--data", again, "--json").objects().first
        #expect(score?["accuracy_q15"] as? Double ?? 0 >= 0.8)
    }

    @Test("refuses a network that reads no strokes, and a single label")
    func refused() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (demo, one) = (motionq.path("demo.safetensors"), motionq.path("one.csv"))
        #expect(try motionq.run("demo", "--write-model", demo).status == 0)
        #expect(try motionq.run("simulate", "--strokes", "1", "--subjects", "5", "-o", one).status == 0)
        let out = motionq.path("out.safetensors")
        let windows = try motionq.run("teach", "--model", demo, "--data", one, "-o", out)
        #expect(windows.status == 65 && windows.errors.contains("reads no strokes"), "\(windows.errors)")
        let single = try motionq.run("teach", "--model", try base(motionq), "--data", one, "-o", out)
        #expect(single.status == 65 && single.errors.contains("teach it two"), "\(single.errors)")
    }
}
