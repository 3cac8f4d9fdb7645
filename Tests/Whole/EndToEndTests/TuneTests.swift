import Foundation
import TestSupport
import Testing

@Suite("tune")
struct TuneTests {
    private func demo(_ motionq: Motionq) throws -> (model: String, people: String, background: String) {
        let (people, background) = (motionq.path("people.csv"), motionq.path("background.csv"))
        #expect(try motionq.run("dataset", "synthesize", "--output", people, "--subjects", "50-52", "--gestures", "6").status == 0)
        #expect(
            try motionq.run("dataset", "synthesize", "--output", background, "--subjects", "60-61", "--gestures", "4").status == 0)
        // Of the background only what lies between the gestures.
        #expect(try motionq.run("dataset", "drop", background, "--label", "shake", "-o", motionq.path("a")).status == 0)
        #expect(try motionq.run("dataset", "drop", motionq.path("a"), "--label", "chop", "-o", motionq.path("b")).status == 0)
        #expect(try motionq.run("dataset", "drop", motionq.path("b"), "--label", "drive", "-o", motionq.path("c")).status == 0)
        let model = motionq.path("demo.safetensors")
        #expect(try motionq.run("demo", "--write-model", model).status == 0)
        return (model, people, motionq.path("c"))
    }

    @Test("writes what it chose into the model, from which the other verbs take it")
    func written() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (model, people, background) = try demo(motionq)
        let tuned = motionq.path("tuned.safetensors")
        let result = try motionq.run(
            "tune", "--model", model, "--data", people, "--background", background, "-o", tuned, "--json")
        #expect(result.status == 0, "\(result.errors)")
        let line = try #require(try result.objects().first)
        let chosen = try #require(line["tuned"] as? [String: Any])
        let before = try #require(line["before"] as? [String: Any])
        #expect(chosen["false_in_background"] as? Int == 0)
        #expect((chosen["found"] as? Int ?? 0) >= (before["found"] as? Int ?? 99))
        let evidence = try #require(chosen["evidence"] as? Double)
        #expect(try motionq.run("info", tuned).output.contains("decides when evidence reaches "))
        let evaluated = try motionq.run("evaluate", "--model", tuned, "--data", people, "--json").objects().first
        let times = try #require(evaluated?["time_to_detection_q15"] as? [String: Any])
        #expect(times["hits"] as? Int == chosen["found"] as? Int)
        #expect(try motionq.run("export", "--model", tuned, "-o", motionq.path("device")).status == 0)
        let header = try String(contentsOfFile: motionq.path("device/network.h"), encoding: .utf8)
        #expect(header.contains("#define MOTIONQ_DECISION_EVIDENCE \(Int(evidence * 256))\n"))
        #expect(try motionq.run("export", "--model", tuned, "--evidence", "0", "-o", motionq.path("other")).status == 0)
        let other = try String(contentsOfFile: motionq.path("other/network.h"), encoding: .utf8)
        #expect(other.contains("#define MOTIONQ_DECISION_EVIDENCE 0\n"))
    }

    @Test("train --background learns rest from it, and asks for a class that means rest")
    func learned() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (_, people, background) = try demo(motionq)
        let arguments = [
            "train", "--data", people, "--background", background, "--window", "40", "--hop", "10", "--hidden", "4", "--steps",
            "20",
        ]
        let result = try motionq.start(arguments + ["-o", motionq.path("a.safetensors")]).wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("of them of background: ") && result.output.contains(", learned as rest"))
        let refused = try motionq.start(arguments + ["--labels", "shake,chop", "-o", motionq.path("b.safetensors")]).wait()
        #expect(refused.status == 65 && refused.errors.contains("no class means that; name it with --rest"), "\(refused.errors)")
    }

    @Test("makes up daily life where no background is given, unless somebody says not to")
    func madeUp() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (model, people, _) = try demo(motionq)
        let arguments = ["tune", "--model", model, "--data", people, "-o", motionq.path("tuned.safetensors"), "--json"]
        let result = try motionq.start(arguments).wait()
        #expect(result.status == 0 && result.errors.contains("background is made up (still, typing, walking, "), "\(result.errors)")
        let hours = try result.objects().first.flatMap { ($0["tuned"] as? [String: Any])?["background_hours"] as? Double }
        #expect((hours ?? 0) > 0.5)
        let without = try motionq.start(arguments + ["--no-made-up-background"]).wait()
        #expect(without.status == 0 && !without.errors.contains("made up"), "\(without.errors)")
    }

    @Test("without a label that means nothing counts what is taken for something else, and refuses background")
    func noRest() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        #expect(try world.train(["--data", recording, "--labels", "shake,chop,drive"]).status == 0)
        let arguments = ["tune", "--model", world.model, "--data", recording, "-o", world.motionq.path("tuned.safetensors")]
        let result = try world.motionq.start(arguments).wait()
        #expect(result.status == 0 && !result.output.contains("false in the background"), "\(result.errors)")
        let refused = try world.motionq.start(arguments + ["--background", recording]).wait()
        #expect(refused.status == 65 && refused.errors.contains("means that nothing happens"), "\(refused.errors)")
    }

    @Test("says so where no choice keeps to the budget")
    func budget() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (model, people, _) = try demo(motionq)
        // Gestures where nothing should happen.
        let result = try motionq.run(
            "tune", "--model", model, "--data", people, "--background", people, "-o", motionq.path("tuned.safetensors"))
        #expect(result.status == 0 && result.errors.contains("nothing that was tried keeps to 0.5 an hour"), "\(result.errors)")
    }
}
