import Foundation
import Models
import TestSupport
import Testing

/// No verb works on what would become a model that no verb can read: the reader's rule is asked first.
@Suite("A model that could not be read is refused before it is made")
struct UnreadableModelTests {
    /// Controls of both sets, and what only looks like one.
    private static let scalars: [UInt32] = Array(1..<0x20) + Array(0x7E...0xA1) + [0x2028, 0xFEFF, 0x1F600]

    @Test("if a label of the recordings holds a control character, and only then", arguments: scalars.filter { $0 != 0x0A })
    func labels(_ scalar: UInt32) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let label = "la\(String(try #require(Unicode.Scalar(scalar))))bel"
        let recording = try world.recording(people: 0..<1) { _, _, fields in if fields[2] == "chop" { fields[2] = label } }
        let result = try world.train(["--data", recording, "--epochs", "1", "--json"])
        if try isReadable(label) {
            #expect(result.status == 0, "\(result.errors)")
        } else {
            #expect(result.status == 65 && result.output.isEmpty && world.isWithoutModel, "\(result.errors)")
            #expect(result.errors.contains("control character") && result.errors.contains("--map"), "\(result.errors)")
        }
    }

    /// What the reader says of a model with this label.
    private func isReadable(_ label: String) throws -> Bool {
        let world = try SmallWorld()
        defer { world.remove() }
        var file = try SafetensorsFile(readingFileAt: world.model)
        let labels = try JSONSerialization.data(withJSONObject: ["rest", label, "class2"])
        file.metadata["labels"] = String(decoding: labels, as: UTF8.self)
        file.metadata["rest"] = nil
        let bytes = try file.serialized(file: "m")
        return (try? Model(bytes: bytes, file: "m")) != nil
    }

    @Test("if the labels are longer than a model file may have them")
    func longLabels() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<1) { _, row, fields in
            fields[2] = String(repeating: "x", count: 60_000) + "\(row / 20)"
        }
        let result = try world.train(["--data", recording, "--epochs", "1", "--json"])
        #expect(result.status == 65 && result.output.isEmpty && world.isWithoutModel, "\(result.errors.prefix(500))")
    }

    @Test("if it would have more windows in flight than a model may")
    func windowsInFlight() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let recording = try world.recording(people: 0..<1, gestures: 60) { _, row, fields in fields[2] = row < 1400 ? "a" : "b" }
        let result = try world.motionq.run(
            "train", "-o", world.model, "--data", recording, "--window", "1100", "--hop", "1", "--epochs", "1", "--json")
        #expect(result.status == 65 && result.output.isEmpty && world.isWithoutModel, "\(result.errors)")
        #expect(result.errors.contains("in flight") && result.errors.contains("hop"), "\(result.errors)")
    }

    @Test("if an option names such a label: 64", arguments: [["--map", "chop=cho\tp"], ["--labels", "chop,sh\u{85}ake"]])
    func options(_ options: [String]) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.train(["--data", try world.recording()] + options)
        #expect(result.status == 64 && result.errors.contains(options[0]), "\(result.errors)")
        #expect(result.errors.contains("control character") && world.isWithoutModel, "\(result.errors)")
    }

    @Test(
        "if an imported network has such a label: 65, before recordings are read", arguments: ["\t", "\u{1B}", "\u{7F}", "\u{9B}"])
    func coreML(_ control: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        var file = SmallCoreMLFile()
        file.labels[0] = "wa\(control)ve"
        let path = motionq.path("small.mlmodel")
        try Data(file.bytes).write(to: URL(filePath: path))
        try expectRefusal(of: path, motionq, says: "control character", "--labels")
    }

    @Test("and one of another kind is called by that kind, with what makes a model of it")
    func otherKinds() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        for (name, words) in [
            ("net.onnx", "net.onnx is an ONNX model; import it first: motionq import "),
            ("net.mlmodel", "net.mlmodel is a Core ML model; import it first: motionq import "),
            ("walk.csv", "walk.csv is a recording and no model."),
        ] {
            let path = motionq.path(name)
            try Data("something else altogether".utf8).write(to: URL(filePath: path))
            let result = try motionq.run("info", path)
            #expect(result.status == 65 && result.errors.contains(words), "\(result.errors)")
        }
    }

    @Test("if an input of an imported network is called so, or there are too many, before recordings are read")
    func inputs() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        // A name is the option's fault; how many there may be, the file says.
        for (inputs, status, words) in [
            (["ax", "a\u{1B}y"], 64, ["control character", "--inputs"]), ((0..<65).map { "f\($0)" }, 65, ["1 … 64 inputs"]),
        ] as [([String], Int32, [String])] {
            let path = motionq.path("state.safetensors")
            try SmallStateDict(inputs: inputs.count).file.write(toFileAt: path)
            try expectRefusal(
                of: path, motionq, ["--labels", "a,b,c", "--window", "4", "--inputs", inputs.joined(separator: ",")],
                with: status, says: words)
        }
    }

    private func expectRefusal(
        of path: String, _ motionq: Motionq, _ options: [String] = [], says words: String...,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try expectRefusal(of: path, motionq, options, says: words, sourceLocation: sourceLocation)
    }

    private func expectRefusal(
        of path: String, _ motionq: Motionq, _ options: [String], with status: Int32 = 65, says words: [String],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let output = motionq.path("out.model")
        // Were the recording looked for, there would be none: 66.
        let arguments = ["import", path, "-o", output, "--data", motionq.path("gone.csv")] + options
        try motionq.start(arguments).wait().expectRefusal(status, says: words, sourceLocation: sourceLocation)
        #expect(!FileManager.default.fileExists(atPath: output), sourceLocation: sourceLocation)
    }

    @Test("and names of recordings that are longer than a model may say are counted in it")
    func longNames() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let folder = world.motionq.path("many")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let text = try String(contentsOfFile: world.recording("a.csv", sessions: [20]), encoding: .utf8)
        for number in 0..<4_300 {
            let name = String(repeating: "n", count: 240) + "\(10_000 + number).csv"
            try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        }
        let output = world.motionq.path("out.safetensors")
        let result = try world.motionq.run("quantize", world.model, "-o", output, "--data", folder)
        #expect(result.status == 0, "\(result.errors)")
        let said = try #require(Model(readingFileAt: output).provenance["calibration"])
        #expect(said.hasPrefix("4300 recordings") && said.utf8.count < 200, "\(said.prefix(200))")
    }
}
