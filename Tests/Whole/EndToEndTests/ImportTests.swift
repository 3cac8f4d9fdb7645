import Foundation
import Models
import MotionCore
import TestSupport
import Testing

@Suite("motionq import of a PyTorch state dict")
struct ImportTests {
    private static let settings = ["--labels", "rest,b,c", "--window", "10", "--inputs", "gx,gy,gz,ax,ay,az"]

    private func stateDict(_ world: SmallWorld, linear: [Int] = [3]) throws -> String {
        let path = world.motionq.path("torch.safetensors")
        try SmallStateDict(linear: linear).file.write(toFileAt: path)
        return path
    }

    private func run(_ world: SmallWorld, _ source: String, _ options: [String] = settings, _ more: String...) throws
        -> Motionq.Result
    {
        try world.motionq.start(["import", source, "-o", world.motionq.path("out.safetensors")] + options + more).wait()
    }

    @Test("what is given stands in the model, and classify runs it")
    func settings() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let more = ["--hop", "3", "--rate", "50", "--state", "carry", "--mean", "1,2,3,4,5,6", "--std", "2,2,2,4,4,4"]
        let recording = try world.recording("a.csv", sessions: [100])
        let result = try run(world, stateDict(world), Self.settings + more + ["--data", recording])
        #expect(result.status == 0 && result.output.contains("signal to noise"), "\(result.errors)")
        #expect(
            result.output.hasPrefix("rest, b, c from windows of 10 samples every 3 at 50.0 Hz, reading gx, gy, gz"), "\(result)")
        let path = world.motionq.path("out.safetensors")
        let model = try Model(readingFileAt: path)
        let about = model.description
        #expect(about.labels == ["rest", "b", "c"] && about.restLabel == "rest")
        #expect(about.window == 10 && about.hop == 3 && about.rate == 50 && about.statePolicy == .carry)
        #expect(about.inputs.map(\.name) == ["gx", "gy", "gz", "ax", "ay", "az"])
        #expect(about.inputs.map(\.offset) == [1, 2, 3, 4, 5, 6])
        #expect(model.provenance["source"] == "torch.safetensors" && model.provenance["calibration"] == "a.csv")
        let classified = try world.motionq.run("classify", "--model", path, "--data", recording, "--json")
        #expect(try classified.objects().count == 31)
    }

    @Test("the recordings' rate is taken where none is given, and that is said")
    func rate() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("a.csv", sessions: [100], rate: 40)
        let result = try run(world, stateDict(world), Self.settings, "--data", recording)
        #expect(result.status == 0 && result.errors.contains("40 Hz"), "\(result.errors)")
        #expect(try Model(readingFileAt: world.motionq.path("out.safetensors")).description.rate == 40)
    }

    @Test("recordings of different rates and no --rate: 65, with both files")
    func rates() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recordings = try [("a.csv", 40.0), ("b.csv", 50)].map { try world.recording($0.0, sessions: [100], rate: $0.1) }
        let result = try run(world, stateDict(world), Self.settings, "--data", recordings[0], recordings[1])
        #expect(result.status == 65)
        for word in ["a.csv", "b.csv", "--rate"] { #expect(result.errors.contains(word), "\(result.errors)") }
    }

    @Test("that a ReLU is assumed is said, and --no-relu leaves it out")
    func relu() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let source = try stateDict(world, linear: [4, 3])
        #expect(try run(world, source).errors.contains("--no-relu"))
        #expect(try Model(readingFileAt: world.motionq.path("out.safetensors")).float?.dense.map(\.rectified) == [true, false])
        #expect(try run(world, source, Self.settings, "--no-relu").status == 0)
        #expect(try Model(readingFileAt: world.motionq.path("out.safetensors")).float?.dense.map(\.rectified) == [false, false])
    }

    @Test("--json prints the report as one object and nothing else")
    func json() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let objects = try run(world, stateDict(world), Self.settings, "--json").objects()
        #expect(objects.count == 1 && objects.first?["calibration_windows"] as? Int == 0)
        #expect((objects.first?["layers"] as? [Any])?.count == 3)
    }

    @Test("without what a state dict does not say: 65, with every option that is missing, and nothing written")
    func missing() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try run(world, stateDict(world), [])
        #expect(result.status == 65 && result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1)
        for word in ["--labels", "--window", "--inputs"] { #expect(result.errors.contains(word), "\(result.errors)") }
        #expect(!FileManager.default.fileExists(atPath: world.motionq.path("out.safetensors")))
    }

    @Test("a model of our own: 65, and says that it is one already")
    func ownModel() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try run(world, world.model)
        #expect(result.status == 65 && result.errors.contains("already"), "\(result.errors)")
    }

    @Test(
        "means and deviations that make no sense: 64",
        arguments: [["--mean", "1,2"], ["--std", "1,1,1,1,1,0"], ["--mean", "1,1,1,1,1,x"]])
    func normalisation(_ options: [String]) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try run(world, stateDict(world), Self.settings + options)
        #expect(result.status == 64 && result.errors.contains(options[0]), "\(result.errors)")
    }
}
