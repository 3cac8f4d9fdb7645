import Foundation
import Models
import Quantization
import Recordings
import Simulation
import TestSupport
import Testing

@Suite("Motion that is not what the model learned from")
struct UnlikeLearnedTests {
    /// A model that has learned the motion of five people, and what a sixth moved, with x and y swapped and as it is.
    private struct World {
        let small: SmallWorld
        let swapped: String
        let right: String

        init() throws {
            small = try SmallWorld()
            var model = try Model(readingFileAt: small.model)
            model.knownMotion = KnownMotion(
                learning: (0..<5).map { TurningPeople.session($0, seconds: 60) }, rate: 50, inputs: model.description.inputs)
            try model.write(toFileAt: small.model)
            (swapped, right) = (small.motionq.path("swapped.csv"), small.motionq.path("right.csv"))
            func write(_ session: RecordedSession, _ path: String) throws {
                try RecordingWriter().write(Recording(path: path, sessions: [session]), to: path)
            }
            try write(
                TurningPeople.session(7, seconds: 45, label: "class1") { ([$0.y, $0.x, $0.z], [$1.y, $1.x, $1.z]) }, swapped)
            try write(TurningPeople.session(7, seconds: 45, label: "class1"), right)
        }
    }

    @Test("is said of a recording by classify and evaluate, with the likeliest reason")
    func recordings() throws {
        let world = try World()
        defer { world.small.remove() }
        let motionq = world.small.motionq
        let classified = try motionq.run("classify", "--model", world.small.model, "--data", world.right, world.swapped)
        #expect(classified.status == 0)
        #expect(classified.errors.contains("swapped.csv: 4 of 4 stretches of ten seconds are not what the model learned from"))
        #expect(classified.errors.contains("are its x, y, z the model's y,x,z?"))
        #expect(!classified.errors.contains("right.csv"))
        let evaluated = try motionq.run("evaluate", "--model", world.small.model, "--data", world.swapped)
        #expect(evaluated.status == 0 && evaluated.errors.contains("p7: 4 of 4 stretches of ten seconds are not"))
        #expect(!(try motionq.run("evaluate", "--model", world.small.model, "--data", world.right)).errors.contains("not what"))
    }

    @Test("is said by run, once, as soon as it is sure")
    func live() throws {
        let world = try World()
        defer { world.small.remove() }
        let device = try world.small.patientDevice(world.swapped, speed: .max)
        defer { _ = device.end() }
        let host = try world.small.motionq.start(world.small.run("--json", "--trust-rate"))
        #expect(host.waits(for: "\"state\":\"unlike_learned\""))
        #expect(host.waits(for: "\"type\":\"window\"", times: 2000))
        let lines = try host.end().objects().filter { $0["state"] as? String == "unlike_learned" }
        #expect(lines.count == 1 && lines.first?["kind"] as? String == "axes")
        #expect(lines.first?["reason"] as? String == "the sensor sits otherwise; are its x, y, z the model's y,x,z?")
    }
}
