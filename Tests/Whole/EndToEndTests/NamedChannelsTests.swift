import Foundation
import Recordings
import Simulation
import TestSupport
import Testing

/// Gloves, faces and rings, from made-up people to figures.
@Suite("Recordings of named channels")
struct NamedChannelsTests {
    private static let train = ["--hidden", "12", "--window", "40", "--hop", "20", "--epochs", "30", "--state", "reset"]

    /// Columns of a recording, by their places.
    private func columns(_ places: [Int], of path: String, to name: String, _ world: Motionq) throws -> String {
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let text = rows.map { row in
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            return places.map { String(fields[$0]) }.joined(separator: ",")
        }
        let path = world.path(name)
        try (text.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        return path
    }

    private func accuracy(_ model: String, _ data: String, _ world: Motionq) throws -> (q15: Double, notes: String) {
        let result = try world.run("evaluate", "--model", model, "--data", data, "--json")
        let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        return (try #require(object?["accuracy_q15"] as? Double, "\(result.errors)"), result.errors)
    }

    @Test("of a glove are learned, judged and classified; what a recording lacks is said, and half a sensor is refused")
    func glove() throws {
        let world = try Motionq()
        defer { world.remove() }
        let (learned, judged, model) = (world.path("learned.csv"), world.path("judged.csv"), world.path("glove.safetensors"))
        for (people, path) in [("0-5", learned), ("10-12", judged)] {
            _ = try world.run(
                "dataset", "synthesize", "--signal", "glove", "--subjects", people, "--gestures", "6", "--output", path)
        }
        let trained = try world.start(["train", "--data", learned, "-o", model] + Self.train).wait()
        #expect(trained.status == 0, "\(trained.errors)")
        let all = try accuracy(model, judged, world)
        #expect(all.q15 > 0.8, "\(all.q15)")

        let hand = try columns(Array(0..<10), of: judged, to: "hand.csv", world)
        let withoutFingers = try accuracy(model, hand, world)
        #expect(withoutFingers.q15 < all.q15 && withoutFingers.notes.contains("flex_4 are missing in all of the samples"))
        let classified = try world.run("classify", "--model", model, "--data", hand)
        #expect(classified.status == 0 && classified.errors.contains("flex_4 are missing in all of the samples"))
        let half = try columns(Array(0..<7) + [10, 11, 12, 13, 14], of: judged, to: "half.csv", world)
        let refused = try world.run("evaluate", "--model", model, "--data", half)
        #expect(refused.status == 65 && refused.errors.contains("half.csv has no channels gx, gy, gz"), "\(refused.errors)")

        let exported = try world.run("export", "--model", model, "--output", world.path("device"))
        #expect(exported.status == 0, "\(exported.errors)")
        let source = try String(contentsOfFile: world.path("device") + "/network.c", encoding: .utf8)
        #expect(source.contains("// flex_0, flex_1, flex_2, flex_3, flex_4\nstatic const char input_names[]"))
        #expect(source.contains(".input_names = (const uint8_t *)input_names"))
    }

    @Test("of a face are told apart by the single moment")
    func face() throws {
        let world = try Motionq()
        defer { world.remove() }
        let (learned, judged, model) = (world.path("learned.csv"), world.path("judged.csv"), world.path("face.safetensors"))
        for (people, path) in [("0-5", learned), ("10-12", judged)] {
            _ = try world.run(
                "dataset", "synthesize", "--signal", "face", "--subjects", people, "--gestures", "2", "--output", path)
        }
        let trained = try world.run(
            "train", "--data", learned, "-o", model, "--layers", "0", "--hidden", "16", "--epochs", "2")
        #expect(trained.status == 0, "\(trained.errors)")
        let found = try accuracy(model, judged, world)
        #expect(found.q15 > 0.85 && found.notes.isEmpty, "\(found)")
    }

    @Test("of a face, written as JSON by another program, are converted, learned and judged")
    func moments() throws {
        let world = try Motionq()
        defer { world.remove() }
        for (people, name) in [("0-5", "learned"), ("10-12", "judged")] {
            let path = world.path("\(name).csv")
            _ = try world.run(
                "dataset", "synthesize", "--signal", "face", "--subjects", people, "--gestures", "2", "--output", path)
            try moments(of: path).write(toFile: world.path("\(name).json"), atomically: true, encoding: .utf8)
            let converted = try world.run("dataset", "convert", world.path("\(name).json"), "-o", world.path(name))
            #expect(converted.status == 0 && converted.output.contains("15 channels: jaw_open"), "\(converted)")
            #expect(converted.output.contains("label from a column, subject from a column, time from time in s"))
        }
        let model = world.path("face.safetensors")
        let trained = try world.run("train", "--data", world.path("learned"), "-o", model, "--layers", "0")
        #expect(trained.status == 0, "\(trained.errors)")
        let found = try accuracy(model, world.path("judged"), world)
        #expect(found.q15 >= 0.9 && found.notes.isEmpty, "\(found)")
    }

    /// A recording as others write it: an array of objects, one a moment, with seconds, and people by name.
    private func moments(of path: String) throws -> String {
        let rows = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        let names = rows[0].split(separator: ",")
        let objects = try rows.dropFirst().map { row in
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            let time = try #require(Double(fields[3])) / 1000
            let features = zip(names, fields).dropFirst(4).map { "\"\($0)\": \($1)" }
            return "{\"user\": \"\(fields[1])\", \"time\": \(time), \"label\": \"\(fields[2])\", "
                + features.joined(separator: ", ") + "}"
        }
        return "[\n" + objects.joined(separator: ",\n") + "\n]\n"
    }

    @Test("of a ring, three axes of acceleration, need no gyroscope")
    func ring() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let six = try world.recording()
        let ring = try columns(Array(0..<7), of: six, to: "ring.csv", world.motionq)
        let trained = try world.train(["--data", ring])
        #expect(trained.status == 0 && !trained.errors.contains("missing"), "\(trained.errors)")
        #expect(try world.motionq.run("info", world.model).output.contains("inputs  ax ay az\n"))
        #expect(try accuracy(world.model, ring, world.motionq).q15 == accuracy(world.model, six, world.motionq).q15)
    }
}
