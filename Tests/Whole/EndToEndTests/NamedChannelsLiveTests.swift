import Foundation
import TestSupport
import Testing

/// Gloves and faces from an empty folder to a light on the simulated device, by the verbs of the README.
@Suite("A device with channels of any name")
struct NamedChannelsLiveTests {
    /// Makes people of one signal, trains on some of them, and leaves one more to be the device.
    private struct World {
        let motionq: Motionq
        var model: String { motionq.path("model.safetensors") }
        var other: String { motionq.path("other.csv") }
        var port: String { motionq.path("port") }

        init(_ signal: String, gestures: String, _ training: [String]) throws {
            motionq = try Motionq()
            let learned = motionq.path("learned.csv")
            for (people, path) in [("0-7", learned), ("20", motionq.path("other.csv"))] {
                _ = try motionq.run(
                    "dataset", "synthesize", "--signal", signal, "--subjects", people, "--gestures", gestures, "--output", path)
            }
            let trained = try motionq.start(["train", "--data", learned, "-o", model] + training).wait()
            try #require(trained.status == 0, "\(trained.errors)")
        }

        static func glove() throws -> World {
            try World(
                "glove", gestures: "6",
                ["--hidden", "12", "--window", "40", "--hop", "20", "--epochs", "30", "--state", "reset"])
        }

        /// A device that replays, and what `run` and the device said.
        func run(_ recording: String) throws -> (host: [[String: Any]], device: [[String: Any]], errors: String) {
            let device = try motionq.start(
                ["simulate", "--data", recording, "--speed", "max", "--link", port, "--json"])
            #expect(device.waits(for: "ready"))
            let host = try motionq.start(
                ["run", "--port", port, "--model", model, "--json", "--until-disconnected", "--threshold", "0.6"]
            ).wait()
            let said = device.wait()
            return (try host.objects(), try said.objects(), host.errors)
        }

        /// Windows of a live run against those of `classify`: how many there are, and how many have another label or a probability
        /// that counts cannot explain.
        func compare(_ host: [[String: Any]], with recording: String) throws -> (windows: Int, differing: Int) {
            let live = host.filter { $0["type"] as? String == "window" }
            let result = try motionq.run("classify", "--model", model, "--data", recording, "--json")
            let offline = result.output.split(separator: "\n").compactMap {
                try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
            }
            // Where samples are resampled, the last of them have not been told when the device is gone.
            #expect(offline.count - live.count <= 1 && live.count <= offline.count, "\(result.errors)")
            let differing = zip(live, offline).count { one, other in
                let apart = abs((one["probability"] as? Double ?? 0) - (other["probability"] as? Double ?? 1))
                return one["label"] as? String != other["label"] as? String || apart > 0.05
            }
            return (live.count, differing)
        }
    }

    private func lights(_ device: [[String: Any]]) -> Int {
        device.count { $0["type"] as? String == "led" && $0["on"] as? Bool == true }
    }

    @Test("a glove: what it recognises lights the device's LED, and its windows are those of classify")
    func glove() throws {
        let world = try World.glove()
        defer { world.motionq.remove() }
        let (host, device, errors) = try world.run(world.other)
        let (windows, differing) = try world.compare(host, with: world.other)
        #expect(windows > 100 && differing <= 1, "\(differing) of \(windows); \(errors)")
        #expect(host.contains { $0["type"] as? String == "event" && $0["phase"] as? String == "enter" })
        #expect(lights(device) >= 1)
        #expect(host.last?["lost_samples"] as? Int == 0)
    }

    @Test("a glove whose fingers have gaps: a short one is bridged, a long one is missing, as classify has it")
    func gaps() throws {
        let world = try World.glove()
        defer { world.motionq.remove() }
        let rows = try String(contentsOfFile: world.other, encoding: .utf8).split(separator: "\n").map(String.init)
        // Of flex_2, half a second and four seconds; of the last two all to the end.
        let gappy = rows.enumerated().map { number, row -> String in
            guard number > 0 else { return row }
            var fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            if (300..<330).contains(number) || (600..<840).contains(number) { fields[12] = "" }
            if number > 1200 { (fields[13], fields[14]) = ("", "") }
            return fields.joined(separator: ",")
        }
        let recording = world.motionq.path("gappy.csv")
        try (gappy.joined(separator: "\n") + "\n").write(toFile: recording, atomically: true, encoding: .utf8)
        let (host, _, errors) = try world.run(recording)
        let (windows, differing) = try world.compare(host, with: recording)
        #expect(windows > 100 && differing <= 1, "\(differing) of \(windows); \(errors)")
    }

    @Test("a glove at another rate than its model is resampled, gaps and all")
    func resampled() throws {
        let world = try World(
            "glove", gestures: "4",
            [
                "--rate", "50", "--hidden", "12", "--window", "40", "--hop", "20", "--epochs", "20", "--state", "reset",
            ])
        defer { world.motionq.remove() }
        let (host, _, errors) = try world.run(world.other)
        #expect(host.contains { $0["state"] as? String == "resampled" })
        let (windows, differing) = try world.compare(host, with: world.other)
        #expect(windows > 50 && differing <= 2, "\(differing) of \(windows); \(errors)")
    }

    @Test("a face: the vowel that it holds lights the LED of that vowel")
    func face() throws {
        let world = try World(
            "face", gestures: "3", ["--layers", "0", "--hidden", "16", "--epochs", "10", "--rest", "neutral"])
        defer { world.motionq.remove() }
        let (host, device, errors) = try world.run(world.other)
        let (windows, differing) = try world.compare(host, with: world.other)
        #expect(windows > 500 && differing <= windows / 100, "\(differing) of \(windows); \(errors)")
        let vowels = Set(host.filter { $0["phase"] as? String == "enter" }.compactMap { $0["label"] as? String })
        #expect(vowels == ["a", "e", "i", "o", "u"])
        #expect(lights(device) >= 5)
    }

    @Test("is recorded with every channel under its name, as its values are")
    func recorded() throws {
        let world = try World("glove", gestures: "1", ["--hidden", "4", "--window", "40", "--hop", "20", "--epochs", "1"])
        defer { world.motionq.remove() }
        let device = try world.motionq.start(["simulate", "--data", world.other, "--loop", "--link", world.port])
        #expect(device.waits(for: "ready"))
        let folder = world.motionq.path("folder")
        let recorded = try world.motionq.start(
            [
                "record", "--port", world.port, "--subject", "me", "--labels", "wave", "--repetitions", "1", "--seconds", "1", "-o",
                folder,
            ]
        ).wait()
        #expect(recorded.status == 0, "\(recorded.errors)")
        _ = device.end()
        let rows = try String(contentsOfFile: folder + "/me-1.csv", encoding: .utf8).split(separator: "\n")
        let names = "session,subject,label,timestamp_ms,ax,ay,az,gx,gy,gz,flex_0,flex_1,flex_2,flex_3,flex_4"
        #expect(rows[0] == names)
        let fingers = rows.dropFirst().compactMap { Double($0.split(separator: ",")[10]) }
        #expect(fingers.count == rows.count - 1 && fingers.allSatisfy { (0...1023).contains($0) })
        let sidecar = try String(contentsOfFile: folder + "/me-1.json", encoding: .utf8)
        #expect(sidecar.contains("\"name\":\"flex_4\"") && sidecar.contains("\"protocol\":\"1.5\""))
    }

    @Test("that lacks a channel which the model reads is refused by that channel's name, and by those that it has")
    func lacking() throws {
        let world = try World.glove()
        defer { world.motionq.remove() }
        let six = world.motionq.path("six.csv")
        _ = try world.motionq.run("dataset", "synthesize", "--subjects", "3", "--gestures", "1", "--output", six)
        let (_, _, errors) = try world.run(six)
        let refusal = "the model reads “flex_0”, which the device does not send: it sends ax, ay, az, gx, gy, gz"
        #expect(errors.contains(refusal), "\(errors)")
    }
}
