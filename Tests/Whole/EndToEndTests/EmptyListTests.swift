import Models
import TestSupport
import Testing

@Suite("An option that wants names or numbers between commas")
struct EmptyListTests {
    @Test(
        "is refused with none: 64, with the option",
        arguments: ["--labels", "--subjects", "--validate-subjects", "--validate-sessions", "--test-subjects", "--inputs"],
        [",", "", " , "])
    func training(_ option: String, _ list: String) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.train(["--data", try world.recording(), option, list])
        #expect(result.status == 64 && result.errors.contains(option), "\(result.errors)")
        #expect(result.errors.contains("names none") && world.isWithoutModel, "\(result.errors)")
    }

    @Test("is refused with none by import", arguments: ["--labels", "--inputs", "--mean", "--std"])
    func importing(_ option: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let path = motionq.path("state.safetensors")
        try SmallStateDict().file.write(toFileAt: path)
        let result = try motionq.run("import", path, "-o", motionq.path("out.safetensors"), "\(option)=,")
        #expect(result.status == 64 && result.errors.contains("\(option) names none"), "\(result.errors)")
    }

    @Test("is refused with none by evaluate")
    func evaluating() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("a.csv", sessions: [100])
        let result = try world.motionq.run("evaluate", "--model", world.model, "--data", recording, "--subjects", ",")
        #expect(result.status == 64 && result.errors.contains("--subjects names none"), "\(result.errors)")
    }
}
