import Foundation
import TestSupport
import Testing

/// Gloves whose sensors differ from person to person, learned as shares of each person's own range.
@Suite("A model that is normalised by person")
struct WearerTests {
    private struct World {
        let motionq: Motionq
        var model: String { motionq.path("model.safetensors") }
        var other: String { motionq.path("other.csv") }
        var port: String { motionq.path("port") }

        init() throws {
            motionq = try Motionq()
            for (people, name) in [("0-3", "learned.csv"), ("20", "other.csv")] {
                _ = try motionq.run(
                    "dataset", "synthesize", "--signal", "glove", "--subjects", people, "--gestures", "6", "--output",
                    motionq.path(name))
            }
            let trained = try motionq.start([
                "train", "--data", motionq.path("learned.csv"), "-o", model, "--normalise", "person", "--hidden", "12", "--window",
                "40",
                "--hop", "20", "--epochs", "20", "--state", "reset",
            ]).wait()
            try #require(trained.status == 0, "\(trained.errors)")
        }

        func live(_ options: [String]) throws -> (lines: [[String: Any]], errors: String) {
            let device = try motionq.start(["simulate", "--data", other, "--speed", "max", "--link", port])
            #expect(device.waits(for: "ready"))
            let host = try motionq.start(
                ["run", "--port", port, "--model", model, "--json", "--until-disconnected"] + options
            ).wait()
            _ = device.wait()
            return (try host.objects(), host.errors)
        }
    }

    @Test("learns the wearer's range in the first seconds of run, and recognises from then on")
    func live() throws {
        let world = try World()
        defer { world.motionq.remove() }
        let (lines, errors) = try world.live(["--range-seconds", "12", "--threshold", "0.6"])
        let states = lines.compactMap { $0["state"] as? String }
        #expect(states.contains("ranges_wanted") && states.contains("ranges_found"), "\(errors)")
        let found = lines.firstIndex { $0["state"] as? String == "ranges_found" } ?? 0
        let window = lines.firstIndex { $0["type"] as? String == "window" } ?? 0
        #expect(found < window)
        let ranges = lines[found]["ranges"] as? [String: [Double]]
        #expect(ranges?.count == 5 && ranges?.values.allSatisfy { $0[1] - $0[0] > 100 } == true)
        #expect(lines.contains { $0["phase"] as? String == "enter" })
    }

    @Test("has the windows of classify where the wearer is named, and none is kept back")
    func named() throws {
        let world = try World()
        defer { world.motionq.remove() }
        let (lines, errors) = try world.live(["--wearer", world.other])
        let live = lines.filter { $0["type"] as? String == "window" }.compactMap { $0["label"] as? String }
        let offline = try world.motionq.run("classify", "--model", world.model, "--data", world.other, "--json").output
            .split(separator: "\n").compactMap { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
            .compactMap { $0["label"] as? String }
        #expect(live.count == offline.count && live.count > 100, "\(errors)")
        #expect(zip(live, offline).count { $0 != $1 } <= 1)
    }

    @Test("is exported for a wearer, and for nobody it is refused by what mends that")
    func exported() throws {
        let world = try World()
        defer { world.motionq.remove() }
        let folder = world.motionq.path("device")
        for output in [["-o", folder], ["--onnx", world.motionq.path("m.onnx")]] {
            let refused = try world.motionq.start(["export", "--model", world.model] + output).wait()
            #expect(refused.status == 65 && refused.errors.contains("--wearer recording.csv"), "\(refused.errors)")
            let written = try world.motionq.start(["export", "--model", world.model, "--wearer", world.other] + output).wait()
            #expect(written.status == 0, "\(written.errors)")
        }
        let shadowed = try world.motionq.run("run", "--port", world.port, "--model", world.model, "--shadow")
        #expect(shadowed.status == 65 && shadowed.errors.contains("--wearer"), "\(shadowed.errors)")
        #expect(try world.motionq.run("info", world.model).output.contains("each    in its wearer's own range: flex_0 flex_1"))
    }

    @Test("is not made of motion alone, and a wearer is not named to any other model")
    func refused() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (data, model) = (motionq.path("data.csv"), motionq.path("m.safetensors"))
        _ = try motionq.run("dataset", "synthesize", "--subjects", "0-1", "--gestures", "2", "--output", data)
        let training = ["train", "--data", data, "-o", model, "--hidden", "4", "--epochs", "1", "--window", "50", "--hop", "25"]
        let refused = try motionq.start(training + ["--normalise", "person"]).wait()
        #expect(refused.status == 65 && refused.errors.contains("there is none among ax, ay, az"), "\(refused.errors)")
        #expect(try motionq.start(training).wait().status == 0)
        let named = try motionq.run("export", "--model", model, "--wearer", data, "-o", motionq.path("device"))
        #expect(named.status == 64 && named.errors.contains("leave it out"), "\(named.errors)")
    }
}
