import Foundation
import Models
import TestSupport
import Testing

@Suite("A model that reads gravity and acceleration without it")
struct OrientationTests {
    /// The small model, told that its accelerations are without gravity and its rotations gravity's direction.
    private func world() throws -> SmallWorld {
        let world = try SmallWorld(rate: 50)
        var model = try Model(readingFileAt: world.model)
        let names = ["user_x", "user_y", "user_z", "gravity_x", "gravity_y", "gravity_z"]
        for (index, name) in names.enumerated() { model.description.inputs[index].name = name }
        try model.write(toFileAt: world.model)
        return world
    }

    private func windows(_ lines: [[String: Any]]) -> [[String: Any]] { lines.filter { $0["probabilities"] != nil } }

    @Test("answers live as offline, at its own rate and at another", arguments: [50.0, 100])
    func live(_ rate: Double) throws {
        let world = try world()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [600], rate: rate)
        let offline = windows(try world.motionq.run("classify", "--model", world.model, "--data", recording, "--json").objects())
        let device = try world.device(recording, "--speed", "4")
        let live = windows(try world.motionq.start(world.run("--json", "--until-disconnected")).wait().objects())
        _ = device.wait()
        #expect(live.count > 40 && live.count <= offline.count, "\(live.count) of \(offline.count)")
        // The simulated sensor rounds to its counts, which moves a probability by a thousandth.
        for (one, other) in zip(live, offline) {
            #expect(one["label"] as? String == other["label"] as? String)
            let apart = (one["probability"] as? Double ?? 0) - (other["probability"] as? Double ?? 1)
            #expect(abs(apart) < 0.02, "\(one) \(other)")
        }
    }

    @Test("is exported so that a firmware knows that it needs the filter, and which quantities the network reads")
    func export() throws {
        let world = try world()
        defer { world.remove() }
        let folder = world.motionq.path("device")
        let result = try world.motionq.run("export", "--model", world.model, "-o", folder)
        #expect(result.status == 0, "\(result.errors)")
        let header = try String(contentsOfFile: folder + "/network.h", encoding: .utf8)
        #expect(header.contains("#define MOTIONQ_NETWORK_DERIVES 1\n"))
        let data = try String(contentsOfFile: folder + "/network.c", encoding: .utf8)
        for (kind, name) in [(134, "user_x"), (136, "user_z"), (131, "gravity_x"), (133, "gravity_z")] {
            #expect(data.contains("{.kind = \(kind),") && data.contains("/* \(name) */"))
        }
    }

    @Test("is trained by --inputs, by groups and names, and evaluated")
    func trained() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let (people, model) = (world.motionq.path("people.csv"), world.motionq.path("upright.safetensors"))
        #expect(try world.motionq.run("dataset", "synthesize", "--output", people, "--subjects", "0-2").status == 0)
        let training = try world.motionq.run(
            "train", "--data", people, "--inputs", "rotation,user,gravity_z", "--epochs", "1", "--no-made-up-background", "-o",
            model,
            "--json")
        #expect(training.status == 0, "\(training.errors)")
        #expect(
            try Model(readingFileAt: model).description.inputs.map(\.name) == [
                "gx", "gy", "gz", "user_x", "user_y", "user_z", "gravity_z",
            ])
        let judged = try world.motionq.run("evaluate", "--model", model, "--data", people, "--json").objects()
        #expect(judged.first?["agreement"] as? Double ?? 0 > 0.98)
        let strange = try world.motionq.run("train", "--data", people, "--inputs", "gravity,up", "-o", model)
        #expect(strange.status == 64 && strange.errors.contains("“up”"), "\(strange.errors)")
    }

    @Test("is trained for any mounting, and is then as right however the sensor sits; another one is not")
    func anyMounting() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let people = world.motionq.path("people.csv")
        #expect(try world.motionq.run("dataset", "synthesize", "--output", people, "--subjects", "0-7").status == 0)
        func accuracy(_ mounting: String) throws -> (recorded: Double, turned: Double) {
            let model = world.motionq.path("\(mounting).safetensors")
            let training = try world.motionq.run(
                "train", "--data", people, "--mounting", mounting, "--steps", "300", "--no-made-up-background", "-o", model)
            #expect(training.status == 0, "\(training.errors)")
            func judged(_ options: [String]) throws -> Double {
                let judging = try world.motionq.start(["evaluate", "--model", model, "--data", people, "--json"] + options)
                return try judging.wait().objects().last?["accuracy_q15"] as? Double ?? 0
            }
            return (try judged([]), try judged(["--turned", "1"]))
        }
        let (any, recorded) = (try accuracy("any"), try accuracy("recorded"))
        #expect(any.turned > any.recorded - 0.03 && any.turned > 0.8, "\(any)")
        #expect(recorded.turned < recorded.recorded - 0.1, "\(recorded)")
    }
}
