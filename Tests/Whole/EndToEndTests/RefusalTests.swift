import Foundation
import TestSupport
import Testing

/// Every refusal is one sentence on standard error that names the thing, nothing on standard output, and the right exit code.
@Suite("What motionq refuses, and how")
struct RefusalTests {
    @Test("a port that is not there: 69")
    func absentPort() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("run", "--port", world.motionq.path("none"), "--model", world.model, "--json")
        result.expectRefusal(69, says: "none", "motionq ports")
    }

    @Test("a port that another program uses: 69")
    func busyPort() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [5000])
        let device = try world.device(recording)
        let first = try world.motionq.start(["monitor", "--port", world.link, "--json"])
        #expect(first.waits(for: "sample"))
        try world.motionq.run("monitor", "--port", world.link).expectRefusal(69, says: "in use")
        #expect(first.end().status == 0)
        #expect(device.end().status == 0)
    }

    @Test("a file instead of a port: 69, and the file is not touched")
    func fileAsPort() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = try world.recording("walk.csv", sessions: [20])
        let before = try Data(contentsOf: URL(filePath: path))
        try world.motionq.run("monitor", "--port", path).expectRefusal(69, says: "walk.csv", "is not a serial port")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("a model that is not there: 66; a file that is no model: 65")
    func models() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        try world.motionq.run("info", world.motionq.path("gone.safetensors")).expectRefusal(66, says: "gone.safetensors")
        let recording = try world.recording("walk.csv", sessions: [20])
        try world.motionq.run("info", recording).expectRefusal(65, says: "walk.csv")
    }

    @Test("a recording with a bad row: 65, with file and line; none at all: 66")
    func recordings() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = try world.recording("walk.csv", sessions: [20])
        var lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
        lines[7] = "s0,me,class1,9000,nan,0,0,0,0,0"
        try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        try world.motionq.run("classify", "--model", world.model, "--data", path).expectRefusal(65, says: "line 8", "ax")
        let gone = world.motionq.path("gone.csv")
        try world.motionq.run("classify", "--model", world.model, "--data", gone).expectRefusal(66, says: "gone.csv")
    }

    @Test("a map that names a label the model does not have: 65, with the line and the labels it has")
    func maps() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let map = world.motionq.path("map.yml")
        try "labels:\n  jump: {enter: [{led: 1}]}\n".write(toFile: map, atomically: true, encoding: .utf8)
        let result = try world.motionq.run("run", "--port", "none", "--model", world.model, "--feedback", map)
        result.expectRefusal(65, says: "map.yml, line 2", "jump", "class1")
    }

    @Test("control characters that a file puts into a sentence are shown escaped")
    func escapes() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let map = world.motionq.path("map.yml")
        try #"labels: {"a\e[31mb\nc": {enter: [{led: 1}]}}"#.write(toFile: map, atomically: true, encoding: .utf8)
        let result = try world.motionq.run("run", "--port", "none", "--model", world.model, "--feedback", map)
        result.expectRefusal(65, says: #"a\u{1b}[31mb\u{a}c"#)
        #expect(!result.errors.contains("\u{1B}"))
    }

    @Test("a device whose rate cannot be brought to the model's: 65, with both rates")
    func rate() throws {
        let world = try SmallWorld(rate: 100)
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [200], rate: 1.5)
        let device = try world.device(recording)
        let result = try world.motionq.run("run", "--port", world.link, "--model", world.model)
        #expect(result.status == 65)
        #expect(result.errors.split(separator: "\n").last?.contains("100") == true)
        #expect(result.errors.split(separator: "\n").last?.contains("1.5") == true)
        #expect(device.end().status == 0)
    }

    @Test("a recording whose time stamps are no milliseconds: 65, with both rates")
    func recordingRate() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [100], rate: 50_000)
        try world.motionq.run("classify", "--model", world.model, "--data", recording).expectRefusal(
            65,
            says: "5e+04", "50 Hz", "milliseconds")
    }

    @Test("a recording shorter than a window: 65, with the samples that are needed")
    func shortRecording() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [9, 8])
        try world.motionq.run("classify", "--model", world.model, "--data", recording).expectRefusal(65, says: "walk.csv", "10")
    }

    @Test("a model that would overwrite its own source: 64, and the source is not touched")
    func overwriting() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [20])
        let before = try Data(contentsOf: URL(filePath: recording))
        try world.motionq.run("import", "x.mlmodel", "-o", recording, "--data", recording).expectRefusal(64, says: "walk.csv")
        #expect(try Data(contentsOf: URL(filePath: recording)) == before)
    }

    @Test("results that cannot be written: 74", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
    func fullDisk() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let process = Process()
        process.executableURL = Motionq.binary
        process.arguments = ["info", world.model]
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "/dev/full"))
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 74)
    }

    @Test("an option that makes no sense: 64")
    func usage() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        try world.motionq.run("run", "--port", "x", "--model", "y", "--threshold", "2").expectRefusal(64, says: "--threshold")
        try world.motionq.run("simulate", "--speed", "0").expectRefusal(64, says: "--speed")
        try world.motionq.run("import", "a.model", "-o", "x").expectRefusal(64, says: ".onnx", ".mlmodel", ".safetensors")
    }

    @Test("a Core ML file that is not there: 66")
    func source() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("import", world.motionq.path("x.mlmodel"), "-o", world.motionq.path("y"))
        result.expectRefusal(66, says: "x.mlmodel")
    }
}
