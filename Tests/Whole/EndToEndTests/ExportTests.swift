import Foundation
import TestSupport
import Testing

@Suite("motionq export and run --shadow, as their users call them")
struct ExportTests {
    @Test("export writes five files, and the sizes on standard output")
    func files() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let folder = world.motionq.path("network")
        let result = try world.motionq.run("export", "--model", world.model, "-o", folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains(" of constants, "))
        let written = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(Set(written) == ["network.h", "network.c", "Network.swift", "module.modulemap", "network.mqn"])
    }

    @Test("export refuses a model that is not there (66), a file that is none (65), and a folder that is a file (74)")
    func refusals() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let folder = world.motionq.path("network")
        let recording = try world.recording("walk.csv", sessions: [20])
        for (model, output, status) in [
            (world.motionq.path("gone.safetensors"), folder, 66), (recording, folder, 65), (world.model, recording, 74),
        ] as [(String, String, Int32)] {
            try world.motionq.run("export", "--model", model, "-o", output).expectRefusal(status)
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("run --shadow refuses a device that does not classify by itself: 65, and says what to do")
    func nothingToShadow() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let device = try world.device(world.recording("walk.csv", sessions: [5000]))
        let result = try world.motionq.run("run", "--port", world.link, "--model", world.model, "--shadow", "--json")
        #expect(result.status == 65, "\(result.errors)")
        #expect(result.errors.contains("motionq export"))
        #expect(device.end().status == 0)
    }

    @Test("dataset counts writes six counts a sample at ±16 g and ±2000 °/s")
    func counts() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = world.motionq.path("counts")
        let csv =
            "\(RecordedText.header)\ns,me,rest,0,1,-1,16,0.5,-0.5,0\ns,me,rest,20,0,0,0,0,0,40\n"
        let recording = world.motionq.path("two.csv")
        try csv.write(toFile: recording, atomically: true, encoding: .utf8)
        #expect(try world.motionq.run("dataset", "counts", "--data", recording, "--output", path).status == 0)
        let bytes = try Data(contentsOf: URL(filePath: path))
        let counts = stride(from: 0, to: bytes.count, by: 2).map {
            Int16(truncatingIfNeeded: Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8)
        }
        // 2048 counts are 1 g; 2000 °/s are 34.9066 rad/s, so that 0.5 rad/s are 469.4 counts.
        #expect(counts == [2048, -2048, 32767, 469, -469, 0, 0, 0, 0, 0, 0, 32767])
    }

    @Test("a pipe in the place of a file is written to, not replaced")
    func pipe() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = world.motionq.path("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        // Opened for both, so that neither end waits for the other.
        let reader = open(path, O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        let recording = try world.recording("walk.csv", sessions: [20])
        #expect(try world.motionq.run("dataset", "counts", "--data", recording, "--output", path).status == 0)
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        var bytes = [UInt8](repeating: 0, count: 1000)
        #expect(read(reader, &bytes, 1000) == 20 * 12)
    }
}
