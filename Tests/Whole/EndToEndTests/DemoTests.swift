import Recordings
import Simulation
import TestSupport
import Testing

@Suite("The demo, and a device that makes motion up")
struct DemoTests {
    private func run(_ arguments: String...) throws -> Motionq.Result {
        let motionq = try Motionq()
        defer { motionq.remove() }
        return try motionq.start(arguments).wait()
    }

    @Test("the demo recognises live at least 95 % of what unseen people do, and nothing while they rest")
    func recognises() throws {
        let result = try run("demo", "--speed", "40", "--subjects", "1000-1004")
        #expect(result.status == 0, "\(result.errors)")
        let words = result.output.split(separator: "\n").first { $0.contains("gestures recognised") }?.split(separator: " ") ?? []
        let numbers = words.compactMap { Int($0) }
        try #require(numbers.count == 4, "\(result.output)")
        let (hits, shown, atRest) = (numbers[0], numbers[1], numbers[2])
        #expect(shown == 15 && Double(hits) >= 0.95 * Double(shown))
        #expect(atRest == 0)
    }

    @Test("every light that the demo switches on is off at its end")
    func lights() throws {
        let result = try run("demo", "--speed", "40", "--subjects", "1000")
        #expect(result.output.contains("6 times; all are off now"), "\(result.output)")
    }

    @Test("the demo says that its motion is synthetic")
    func synthetic() throws {
        #expect(try run("demo", "--speed", "100", "--subjects", "1000", "--gestures", "1").output.contains("synthetic"))
    }

    @Test("--seconds without recordings to cut is refused: 64")
    func secondsAlone() throws {
        let result = try run("demo", "--seconds", "10")
        #expect(result.status == 64 && result.errors.contains("give --data"), "\(result.errors)")
    }

    @Test("the demo refuses a model that does not know the synthetic gestures: 65, and names them")
    func foreignModel() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("demo", "--model", world.model)
        #expect(result.status == 65 && result.errors.contains("shake, chop, drive"), "\(result.errors)")
    }

    @Test("the demo wants a model for recordings: 64")
    func recordingsOnly() throws {
        let result = try run("demo", "--data", "a.csv")
        #expect(result.status == 64 && result.errors.contains("--model"), "\(result.errors)")
    }

    @Test("dataset synthesize keeps exactly what the generator makes")
    func written() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let path = motionq.path("made.csv")
        let result = try motionq.run(
            "dataset", "synthesize", "--output", path, "--subjects", "3-5", "--gestures", "2", "--seed", "9")
        #expect(result.status == 0, "\(result.errors)")
        let made = MotionGenerator(seed: 9).recording(subjects: 3..<6, gesturesPerSubject: 2)
        #expect(try RecordingReader().read(path).sessions == made.sessions)
    }

    @Test("dataset synthesize into a folder that is not there: 74, with the path")
    func unwritable() throws {
        let result = try run("dataset", "synthesize", "--output", "/nowhere/made.csv")
        #expect(result.status == 74 && result.errors.contains("/nowhere/made.csv"), "\(result.errors)")
    }

    @Test("simulate without a recording makes gestures that run recognises with the demo's model")
    func live() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (model, link) = (motionq.path("demo.safetensors"), motionq.path("device"))
        #expect(try motionq.run("demo", "--write-model", model).status == 0)
        let device = try motionq.start(["simulate", "--speed", "20", "--link", link, "--json"])
        #expect(device.waits(for: "ready"))
        let host = try motionq.start(["run", "--port", link, "--model", model])
        #expect(host.waits(for: "▶"))
        for process in [host, device] {
            #expect(process.end().status == 0)
        }
    }
}
