import Foundation
import TestSupport
import Testing

/// Every refusal is one sentence on standard error with the mend, and nothing is left behind where the model would have been.
@Suite("What motionq train refuses, and how")
struct TrainRefusalTests {
    private func expectRefusal(
        _ world: MadeUpPeople, _ arguments: [String], status: Int32 = 65, says words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        // A training that diverges has told of its epochs.
        try world.train(arguments).expectRefusal(status, says: words, isAtOnce: false, sourceLocation: sourceLocation)
        #expect(world.isWithoutModel, sourceLocation: sourceLocation)
    }

    @Test("a number that is none: 65, with file, line and column")
    func notANumber() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording { person, row, fields in if person == 0, row == 41 { fields[8] = "nan" } }
        try expectRefusal(world, ["--data", recording], says: "people.csv", "line 43", "gy", "nan")
    }

    @Test("missing columns: 65, with their names")
    func columns() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let path = world.motionq.path("a.csv")
        try "session,subject,label,ax,ay,az\n".write(toFile: path, atomically: true, encoding: .utf8)
        try expectRefusal(world, ["--data", path], says: "a.csv", "timestamp_ms")
    }

    @Test("a channel that the recordings do not have: 64, with those that they have")
    func unknownChannel() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        try expectRefusal(
            world, ["--data", recording, "--inputs", "ax,flex_9"], status: 64, says: "flex_9", "ax, ay, az, gx, gy, gz")
    }

    @Test("time stamps that go back: 65, with file and line")
    func backwards() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording { person, row, fields in if person == 0, row == 50 { fields[3] = "100" } }
        try expectRefusal(world, ["--data", recording], says: "people.csv", "line 52", "time stamp")
    }

    @Test("counterexamples of what is no stroke: 64, with the mend")
    func counterexamples() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        try expectRefusal(
            world, ["--data", try world.recording(), "--counterexamples", "0.5"], status: 64,
            says: "--counterexamples", "--strokes")
    }

    @Test("one class only: 65, with its name")
    func oneClass() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        try expectRefusal(world, ["--data", try world.recording(), "--labels", "rest"], says: "one class only (rest)", "--labels")
    }

    @Test("a class that --drop-mixed empties: 65, with the class, the option and what mends it")
    func dropMixed() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        // Of 12 samples a window of 20 is never full.
        let recording = try world.recording { _, row, fields in fields[2] = (40..<52).contains(row) ? "chop" : row < 100 ? "a" : "b"
        }
        for options in [[], ["--labels", "a,b,chop"]] {
            try expectRefusal(
                world, ["--data", recording, "--drop-mixed"] + options, says: "--drop-mixed leaves no window", "chop", "--window")
        }
        let alone = try world.recording { _, row, fields in fields[2] = row % 30 < 15 ? "chop" : "a" }
        try expectRefusal(world, ["--data", alone, "--drop-mixed"], says: "--drop-mixed leaves no window", "chop, a", "--window")
    }

    @Test("a label that is not there: 65, with those that are")
    func unknownLabel() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        try expectRefusal(world, ["--data", try world.recording(), "--labels", "rest,jump"], says: "jump", "chop", "shake")
    }

    @Test("more labels than a model can hold: 65, with both numbers")
    func tooManyLabels() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<1) { _, row, fields in fields[2] = "l\(row)" }
        try expectRefusal(world, ["--data", recording, "--window", "1", "--hop", "1"], says: "255", "--labels")
    }

    @Test(
        "a subject that is not there: 65, with those that are", arguments: ["--subjects", "--validate-subjects", "--test-subjects"])
    func unknownSubject(_ option: String) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        try expectRefusal(world, ["--data", try world.recording(), option, "7"], says: "subject 7", "01, 02, 03")
    }

    @Test("a session that is not there: 65, with those that are")
    func unknownSession() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        try expectRefusal(world, ["--data", try world.recording(), "--validate-sessions", "x"], says: "session x", "s1, s2, s3")
    }

    @Test("a rest label that is no class: 65, before anything is learned")
    func unknownRest() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let arguments = ["--data", try world.recording(), "--rest", "sleep", "--json"]
        try expectRefusal(world, arguments, says: "sleep", "rest")
        #expect(try world.train(arguments).output.isEmpty)
    }

    @Test("someone on both sides: 65, with the name")
    func bothSides() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        let other = try world.recording("other.csv", people: 2..<3)
        try expectRefusal(world, ["--data", recording, "--validate-data", other], says: "03", "both")
        try expectRefusal(world, ["--data", recording, "--subjects", "1,2", "--validate-subjects", "2,1"], says: "01", "both")
        try expectRefusal(world, ["--data", recording, "--subjects", "1,2", "--test-subjects", "2"], says: "02", "both")
    }

    @Test("someone who is to validate and to be tested: 65, with the name")
    func validatedAndTested() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        try expectRefusal(
            world, ["--data", recording, "--validate-subjects", "3", "--test-subjects", "3"], says: "03", "tested")
        let other = try world.recording("other.csv", people: 2..<3)
        try expectRefusal(world, ["--data", recording, "--validate-data", other, "--test-subjects", "3"], says: "03", "tested")
    }

    @Test("nobody left to train on: 65")
    func nobodyLeft() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        try expectRefusal(world, ["--data", recording, "--validate-subjects", "1,2,3"], says: "nothing would be left to train on")
    }

    @Test("someone without a window who is to validate: 65")
    func nothingToValidate() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording { person, _, fields in if person == 2 { fields[2] = "" } }
        try expectRefusal(world, ["--data", recording, "--validate-subjects", "3"], says: "nothing would be left to validate with")
    }

    @Test("fewer samples than a window: 65, with both numbers")
    func tooShort() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let path = world.motionq.path("a.csv")
        let rows = (0..<9).map { "s,u,\($0 < 5 ? "a" : "b"),\($0 * 40),0,0,1,0,0,0\n" }
        let header = "\(RecordedText.header)\n"
        try (header + rows.joined()).write(toFile: path, atomically: true, encoding: .utf8)
        try expectRefusal(world, ["--data", path], says: "9 samples", "20", "--window")
    }

    @Test("rates that differ, without --rate: 65, with both")
    func rates() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let slow = try world.recording(people: 0..<1)
        let fast = try world.recording("fast.csv", people: 1..<2, rate: 50)
        try expectRefusal(world, ["--data", slow, fast], says: "25 Hz", "50 Hz", "--rate")
    }

    @Test("a carried state with a hop that does not divide the window: 65, with one that does")
    func hop() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let arguments = [
            "train", "-o", world.model, "--data", try world.recording(), "--window", "20", "--hop", "6", "--state", "carry",
        ]
        let result = try world.motionq.start(arguments).wait()
        #expect(result.status == 65 && result.errors.contains("take a hop of 5"), "\(result.errors)")
    }

    @Test("a learning rate with which training diverges: 65, with the epoch and the rate; nothing is written")
    func divergence() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let arguments = ["--data", try world.recording(), "--learning-rate", "1000", "--weight-decay", "10"]
        try expectRefusal(world, arguments, says: "diverged in epoch", "below 1000")
    }

    @Test("an output that cannot be written: 74, before anything is learned")
    func unwritable() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        for (path, word) in [(world.motionq.path("none/m.safetensors"), "no folder"), (world.motionq.folder.path, "is a folder")] {
            let result = try world.motionq.run("train", "--data", recording, "-o", path, "--json")
            #expect(result.status == 74 && result.errors.contains(word) && result.output.isEmpty, "\(result.errors)")
        }
    }

    @Test("an output that would overwrite a recording: 64, and the recording is not touched")
    func overwriting() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording()
        let before = try Data(contentsOf: URL(filePath: recording))
        let result = try world.motionq.run("train", "--data", recording, "-o", recording)
        #expect(result.status == 64 && result.errors.contains("people.csv"), "\(result.errors)")
        #expect(try Data(contentsOf: URL(filePath: recording)) == before)
    }

    @Test("recordings that are not there: 66")
    func absent() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        try expectRefusal(world, ["--data", world.motionq.path("gone.csv")], status: 66, says: "gone.csv")
    }

    @Test(
        "options that make no sense: 64, with the option",
        arguments: [
            ["--dropout", "1"], ["--layers", "9"], ["--layers", "0", "--strokes"],
            ["--layers", "0", "--state", "carry"], ["--search", "1", "--layers", "0"],
            ["--inputs", "ax,ax"], ["--learning-rate", "nan"],
            ["--rate", "0"], ["--rotation", "1,2"], ["--map", "a"], ["--validate-subjects", "1", "--validate-sessions", "s2"],
        ])
    func usage(_ options: [String]) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        try expectRefusal(world, ["--data", "x.csv"] + options, status: 64, says: options[0])
    }
}
