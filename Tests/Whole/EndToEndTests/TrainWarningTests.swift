import Foundation
import TestSupport
import Testing

@Suite("Before anything is learned, train says")
struct TrainWarningTests {
    private struct Said {
        var warnings: [String: [String]] = [:]
        var verdict: [String: Any] = [:]
        var splits: [String] = []
    }

    private func said(_ arguments: [String]) throws -> Said {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let one = try world.recording("one.csv", people: 0..<1, gestures: 6)
        let two = try world.recording("two.csv", people: 0..<2, gestures: 6) { person, _, fields in
            // The second one only chops; nobody calls anything rest.
            if person == 1, fields[2] != "rest" { fields[2] = "chop" }
            if fields[2] == "rest" { fields[2] = "still" }
        }
        let files = ["ONE": one, "TWO": two]
        let lines = try world.train(arguments.map { files[$0] ?? $0 } + ["--json"]).objects()
        var said = Said()
        for line in lines where line["type"] as? String == "data" {
            said.warnings[line["part"] as? String ?? ""] = line["warnings"] as? [String]
            if let split = line["split"] as? String { said.splits.append(split) }
        }
        said.verdict = lines.first { $0["type"] as? String == "verdict" } ?? [:]
        return said
    }

    @Test("that there is one person only, with two ways out")
    func onePerson() throws {
        let said = try said(["--data", "ONE"])
        let warning = said.warnings["training"]?.first { $0.contains("one subject (01)") }
        #expect(warning?.contains("--validate-time 0.2") == true && warning?.contains("--validate-every 5") == true)
        #expect(said.verdict["same_people"] as? Bool == true)
    }

    @Test("which labels have no window in which part, and that none means rest")
    func missing() throws {
        let said = try said(["--data", "TWO", "--validate-subjects", "02"])
        let warning = said.warnings["validation"]?.first
        #expect(warning?.hasPrefix("no window of shake, drive") == true, "\(said.warnings)")
        #expect(
            said.warnings["training"]?.contains { $0.contains("no label means that nothing happens") && $0.contains("--rest") }
                == true)
        #expect(said.warnings["training"]?.contains { $0.contains("one subject") } == false)
        #expect(said.verdict["same_people"] as? Bool == false)
        let named = try self.said(["--data", "TWO", "--test-subjects", "02", "--rest", "still"])
        #expect(named.warnings["test"]?.first?.hasPrefix("no window of shake, drive") == true)
        #expect(named.warnings["training"]?.isEmpty == true, "\(named.warnings)")
    }

    @Test("nothing where all is well")
    func well() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let lines = try world.train(["--data", try world.recording(gestures: 6), "--validate-subjects", "03", "--json"]).objects()
        let warnings = lines.compactMap { $0["warnings"] as? [String] }
        #expect(warnings == [[], []])
    }

    @Test("by which split it validates with the same people, and the verdict says that they are not new")
    func samePeople() throws {
        let said = try said(["--data", "ONE", "--validate-time", "0.4"])
        #expect(said.splits == ["time"])
        #expect(said.verdict["part"] as? String == "validation")
        #expect(said.verdict["same_people"] as? Bool == true)
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<1, gestures: 6)
        let result = try world.train(["--data", recording, "--validate-time", "0.4"])
        #expect(result.status == 0)
        #expect(
            result.output.contains("on later motion of the same subjects and sessions (01), not on new people"), "\(result.output)")
        #expect(result.errors.contains("one subject (01)"))
    }

    @Test("--validate-every takes sessions of every label")
    func every() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        // Every ten seconds another session.
        let recording = try world.recording(people: 0..<1, gestures: 12) { _, row, fields in fields[0] = "s\(row / 100)" }
        let result = try world.train(["--data", recording, "--validate-every", "3", "--json"])
        let data = try result.objects().filter { $0["type"] as? String == "data" }
        #expect(data.map { $0["split"] as? String } == [nil, "sessions"])
        #expect(data.allSatisfy { $0["subjects"] as? [String] == ["01"] })
        #expect((data.last?["windows"] as? Int ?? 0) > 20)
    }

    @Test(
        "two ways at once, and parts that cannot be: 64",
        arguments: [
            ["--validate-time", "0.2", "--validate-every", "5"], ["--validate-time", "0.7"], ["--validate-every", "1"],
        ])
    func usage(_ options: [String]) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.train(["--data", try world.recording()] + options)
        #expect(result.status == 64)
        #expect(result.errors.contains("--validate-"))
    }

    @Test("what daily life was made up to be learned as rest, without what a label is called by")
    func madeUpBackground() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let plain = try world.train(["--data", world.recording()], madeUpBackground: true)
        #expect(plain.output.contains("learned as rest (made up: still, typing, walking, "), "\(plain.output)\(plain.errors)")
        let walkers = try world.recording("walkers.csv") { _, _, fields in if fields[2] == "chop" { fields[2] = "Walking" } }
        let other = try world.train(["--data", walkers], madeUpBackground: true)
        #expect(other.output.contains("learned as rest (made up: still, typing, eating, "), "\(other.output)\(other.errors)")
        let none = try world.train(["--data", walkers])
        #expect(none.status == 0 && !none.output.contains("made up"), "\(none.errors)")
    }
}
