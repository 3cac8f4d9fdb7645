import Foundation
import TestSupport
import Testing

/// The library in C as a whole device: a glove's recording in place of its sensors, and networks that find the fingers by name.
@Suite("A firmware in C whose channels have names", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct NamedChannelsTests {
    /// A glove that replays, with a network of its own, and networks for it.
    private struct World {
        let motionq: Motionq
        let glove: Sketch
        var recording: String { motionq.path("gappy.csv") }

        /// The device's own network reads all that a glove measures.
        init() throws {
            motionq = try Motionq()
            for (people, name) in [("0-3", "people.csv"), ("20", "other.csv")] {
                _ = try motionq.run(
                    "dataset", "synthesize", "--signal", "glove", "--subjects", people, "--gestures", "2", "-o", motionq.path(name))
            }
            try Self.leaveOut(motionq.path("other.csv"), motionq.path("gappy.csv"))
            try Self.train(motionq, "own", [])
            let network = motionq.path("network")
            try #require(try motionq.run("export", "--model", motionq.path("own.safetensors"), "-o", network).status == 0)
            let counts = try motionq.run("dataset", "counts", "--data", motionq.path("gappy.csv"), "--output", network + "/counts")
            try #require(counts.status == 0, "\(counts.errors)")
            glove = try Sketch("Replay", network: network, motionq)
        }

        func end() {
            glove.end()
            motionq.remove()
        }

        /// Values of flex_2: for half a second, which is bridged, and for two.
        private static func leaveOut(_ from: String, _ to: String) throws {
            let rows = try String(contentsOfFile: from, encoding: .utf8).split(separator: "\n")
            let gappy = rows.enumerated().map { number, row in
                var fields = row.split(separator: ",", omittingEmptySubsequences: false)
                if (200..<230).contains(number) || (400..<520).contains(number) { fields[12] = "" }
                return fields.joined(separator: ",")
            }
            try (gappy.joined(separator: "\n") + "\n").write(toFile: to, atomically: true, encoding: .utf8)
        }

        static func train(_ motionq: Motionq, _ name: String, _ options: [String]) throws {
            let trained = try motionq.start(
                [
                    "train", "--data", motionq.path("people.csv"), "-o", motionq.path("\(name).safetensors"), "--hidden", "8",
                    "--window", "40", "--hop", "20", "--epochs", "4", "--state", "reset",
                ] + options
            ).wait()
            try #require(trained.status == 0, "\(trained.errors)")
        }

        /// The windows of this machine, of which the device has made as many and the same.
        func listen(_ name: String, windows: Int) throws -> [[String: Any]] {
            let model = motionq.path("\(name).safetensors")
            let host = try motionq.start(["run", "--port", glove.line, "--model", model, "--shadow", "--json"])
            #expect(host.waits(for: "\"type\":\"window\"", times: windows, seconds: 60))
            let result = host.end()
            #expect(result.status == 0, "\(result.errors)")
            let said = try result.objects()
            let summary = try #require(said.last)
            #expect((summary["shadow_compared"] as? Int ?? 0) > windows / 2, "\(summary)")
            // A busy machine halts the emulator, whose clock then passes a sample by: windows around it are not compared.
            #expect(summary["shadow_differing"] as? Int == 0, "\(summary)")
            return said.filter { $0["type"] as? String == "window" }
        }

        func install(_ name: String) throws -> Motionq.Result {
            try motionq.run("install", "--port", glove.line, "--model", motionq.path("\(name).safetensors"))
        }
    }

    @Test("plays what dataset counts wrote: its windows are those of run, and of classify from the recording itself")
    func counts() throws {
        let world = try World()
        defer { world.end() }
        let live = try world.listen("own", windows: 35)
        let result = try world.motionq.run(
            "classify", "--model", world.motionq.path("own.safetensors"), "--data", world.recording, "--json")
        let offline = try result.objects()
        #expect(live.count >= 35 && offline.count >= 35)
        for (one, other) in zip(live, offline) {
            #expect(one["end_sample"] as? Int == other["end_sample"] as? Int)
            let apart = abs((one["probability"] as? Double ?? 0) - (other["probability"] as? Double ?? 1))
            #expect(one["label"] as? String == other["label"] as? String && apart < 0.01, "\(one) \(other)")
        }
    }

    @Test("takes a network over the line that reads other fingers in another order, and none that it has no channel for")
    func installs() throws {
        let world = try World()
        defer { world.end() }
        _ = try world.listen("own", windows: 3)
        try World.train(world.motionq, "other", ["--inputs", "flex_3,ay,flex_2"])
        let installed = try world.install("other")
        #expect(installed.status == 0 && installed.output.contains("Replay runs"), "\(installed.output)\(installed.errors)")
        _ = try world.listen("other", windows: 20)

        let text = try String(contentsOfFile: world.motionq.path("people.csv"), encoding: .utf8)
        try text.replacingOccurrences(of: "flex_3", with: "thumb")
            .write(toFile: world.motionq.path("people.csv"), atomically: true, encoding: .utf8)
        try World.train(world.motionq, "third", ["--inputs", "thumb,flex_2"])
        let refused = try world.install("third")
        #expect(refused.status == 65 && refused.errors.contains("does not fit this device"), "\(refused.errors)")
        _ = try world.listen("other", windows: 3)
        let back = try world.motionq.run("install", "--port", world.glove.line, "--built-in")
        #expect(back.status == 0, "\(back.errors)")
        _ = try world.listen("own", windows: 3)
    }
}
