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
            // The path of a port that somebody chose is not in it.
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
}
