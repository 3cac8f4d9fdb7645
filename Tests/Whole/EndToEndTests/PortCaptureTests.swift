import Foundation
import TestSupport
import Testing

@Suite("A capture of a port")
struct PortCaptureTests {
    /// What a run told that was captured, and what is told when it is replayed.
    private struct Told {
        let first: String
        let replays: [Motionq.Result]

        /// - Parameter words: of the verb, without a port.
        init(_ first: Motionq.Result, of link: String, _ motionq: Motionq, _ words: [String]) throws {
            #expect(first.status == 0 && first.errors.contains("the capture is in"), "\(first.errors)")
            // The path of a port that a user chose is not in it.
            self.first = Self.timeless(first.output.replacing(link, with: "device"))
            replays = try (0..<2).map { _ in
                try motionq.start(words + ["--port", "capture:" + motionq.path("a.capture")]).wait()
            }
        }

        func expectSame() {
            #expect(replays[0].output == replays[1].output)
            #expect(replays[0].status == 0 && replays[0].errors == replays[1].errors)
            #expect(!replays[0].errors.contains("differs"), "\(replays[0].errors)")
            #expect(Self.timeless(replays[0].output) == first)
        }

        /// Without what the loop itself took.
        private static func timeless(_ output: String) -> String {
            output.replacing(/"latency_[a-z0-9_]*":[-0-9.a-z]+,?/, with: "")
        }
    }

    private func words(_ world: SmallWorld) -> [String] {
        ["run", "--model", world.model, "--threshold", "0", "--enter-ratio", "1", "--json"]
    }

    @Test("of a run tells the same again, damage, a disconnection and Ctrl-C included")
    func native() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("walk.csv", sessions: [5000])
        let first = try world.device(recording, "--damage", "0.002")
        let live = try world.motionq.start(
            words(world) + ["--port", world.link, "--capture", world.motionq.path("a.capture")])
        #expect(live.waits(for: #""phase":"enter""#))
        world.unplug(first)
        #expect(live.waits(for: "reopening"))
        let second = try world.device(recording)
        #expect(live.waits(for: #""state":"session""#, times: 2))
        let windows = live.text.components(separatedBy: #""type":"window""#).count
        #expect(live.waits(for: #""type":"window""#, times: windows + 5))
        let told = try Told(live.end(), of: world.link, world.motionq, words(world))
        second.end()
        told.expectSame()
        #expect(told.first.contains(#""reconnections":1"#) && told.first.contains(#""status":"ok""#))
    }

    @Test("of lines of text tells the same again, and knows what the device was said to send")
    func foreign() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let puppets = try (0..<2).map { _ in try Puppet(PrintingSketch().act) }
        defer { puppets[1].end() }
        let files = FileManager.default
        try files.createSymbolicLink(atPath: world.link, withDestinationPath: puppets[0].path)
        let live = try world.motionq.start(
            words(world) + [
                "--port", world.link, "--units", "m/s2,deg/s", "--feedback-line", "{unit} {on}\\n",
                "--capture", world.motionq.path("a.capture"),
            ])
        #expect(live.waits(for: #""type":"window""#, times: 5))
        try files.removeItem(atPath: world.link)
        puppets[0].end()
        #expect(live.waits(for: "reopening"))
        try files.createSymbolicLink(atPath: world.link, withDestinationPath: puppets[1].path)
        #expect(live.waits(for: #""state":"session""#, times: 2))
        let windows = live.text.components(separatedBy: #""type":"window""#).count
        #expect(live.waits(for: #""type":"window""#, times: windows + 2))
        let told = try Told(live.end(), of: world.link, world.motionq, words(world))
        told.expectSame()
        #expect(told.replays[0].errors.contains("found text lines with acceleration and rotation"))
    }

    @Test("of a recording is recorded again, to the byte")
    func recorded() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let motionq = world.motionq
        let device = try world.device(world.recording("walk.csv", sessions: [5000]))
        defer { device.end() }
        let words = "record --subject ana --labels a --repetitions 1 --seconds 1 --rest-seconds 1 --json"
        let first = try motionq.shell("$MOTIONQ \(words) --port device --capture a.capture -o first")
        #expect(first.status == 0, "\(first.errors)")
        for name in ["second", "third"] {
            let again = try motionq.shell("$MOTIONQ \(words) --port capture:a.capture -o \(name) && cmp \(name)/*.csv first/*.csv")
            #expect(again.status == 0, "\(again.errors)")
        }
    }

    @Test("of a check-up holds bytes, facts and findings, and names no path, person or machine")
    func checkup() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let device = try world.device(world.recording("walk.csv", sessions: [5000]))
        defer { device.end() }
        let path = world.motionq.path("a.capture")
        _ = try world.motionq.run("doctor", "--port", world.link, "--capture", path)
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        for known in ["motionq 0.", #""verb":"doctor""#, #""subject":"hello","verdict":"ok""#, #""subject":"rate""#] {
            #expect(text.contains(known), "\(known)")
        }
        for hidden in [world.motionq.folder.path, ProcessInfo.processInfo.hostName, NSUserName() + "\""] {
            #expect(!text.contains(hidden), "\(hidden)")
        }
        let replayed = try world.motionq.run("monitor", "--port", "capture:" + path, "--json")
        #expect(try replayed.objects().contains { $0["type"] as? String == "sample" })
    }

    @Test("is refused in a sentence where it is none, is damaged, or would be written over")
    func refused() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let made = try motionq.shell("echo text > a; printf 'MQ15CAP1h' > b; $MOTIONQ monitor --port capture:a")
        #expect(made.status == 65 && made.errors.contains("a is no capture"), "\(made.errors)")
        #expect(try motionq.shell("$MOTIONQ monitor --port capture:b").status == 65)
        #expect(try motionq.shell("$MOTIONQ monitor --port capture:c").status == 66)
        let present = try motionq.shell("$MOTIONQ monitor --port nowhere --capture a")
        #expect(present.status == 64 && present.errors.contains("a is there already"), "\(present.errors)")
        #expect(try motionq.shell("$MOTIONQ monitor --port x --port y --capture d").status == 64)
    }
}
