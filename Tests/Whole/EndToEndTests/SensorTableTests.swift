import Foundation
import TestSupport
import Testing

/// What devices measure, against the verbs: each works, or says in a sentence what is missing.
@Suite("Sensors of every kind")
struct SensorTableTests {
    /// What a device has, made of a recording of six axes.
    enum Sensors: String, CaseIterable, CustomTestStringConvertible {
        case threeAxes = "three axes"
        case nineAxes = "nine axes"
        case two = "two motion sensors"
        case none = "no motion"

        var testDescription: String { rawValue }

        /// Its columns: their names, and which of ax … gz each is made of.
        var columns: [(name: String, of: Int)] {
            let six = ["ax", "ay", "az", "gx", "gy", "gz"]
            return switch self {
            case .threeAxes: (0..<3).map { (six[$0], $0) }
            case .nineAxes: (0..<6).map { (six[$0], $0) } + zip(["mx", "my", "mz"], 0..<3).map { ($0, $1) }
            case .two: ["left.", "right."].flatMap { place in (0..<6).map { (place + six[$0], $0) } }
            case .none: (0..<6).map { ("flex_\($0)", $0) }
            }
        }

        /// What `teach` says of examples of it; nil: it takes them.
        var teachRefusal: String? {
            switch self {
            case .nineAxes: nil
            case .threeAxes: "has no channels gx, gy, gz"
            case .two: "left.ax"
            case .none: "flex_0"
            }
        }
    }

    private func recording(_ sensors: Sensors, from six: String, to path: String) throws {
        let rows = try String(contentsOfFile: six, encoding: .utf8).split(separator: "\n")
        let text = rows.enumerated().map { number, row in
            let fields = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let channels = sensors.columns.map { number == 0 ? $0.name : fields[4 + $0.of] }
            return (fields[..<4] + channels).joined(separator: ",")
        }
        try (text.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    @Test("are trained on, recognised live, exported and taught, or refused by what is missing", arguments: Sensors.allCases)
    func table(_ sensors: Sensors) throws {
        let world = try Motionq()
        defer { world.remove() }
        let (six, data, model) = (world.path("six.csv"), world.path("data.csv"), world.path("model.safetensors"))
        _ = try world.run("dataset", "synthesize", "--subjects", "0-2", "--gestures", "3", "--output", six)
        try recording(sensors, from: six, to: data)
        let trained = try world.start(
            [
                "train", "--data", data, "-o", model, "--hidden", "8", "--window", "50", "--hop", "25", "--epochs", "4", "--state",
                "reset", "--no-made-up-background",
            ]
        ).wait()
        #expect(trained.status == 0, "\(trained.errors)")
        let inputs = sensors.columns.map(\.name).joined(separator: " ")
        #expect(try world.run("info", model).output.contains("inputs  \(inputs)\n"))

        let device = try world.start(["simulate", "--data", data, "--speed", "max", "--link", world.path("port"), "--json"])
        #expect(device.waits(for: "ready"))
        let lines = try world.start(
            ["run", "--port", world.path("port"), "--model", model, "--json", "--until-disconnected"]
        ).wait()
        _ = device.wait()
        #expect(try lines.objects().count { $0["type"] as? String == "window" } > 50, "\(lines.errors)")

        let exported = try world.run("export", "--model", model, "-o", world.path("device"))
        #expect(exported.status == 0, "\(exported.errors)")

        let taught = try world.start(
            ["teach", "--data", data, "--labels", "shake,chop", "-o", world.path("taught.safetensors")]
        ).wait()
        if let refusal = sensors.teachRefusal {
            #expect(taught.status == 65 && taught.errors.contains(refusal), "\(taught.errors)")
        } else {
            #expect(taught.status == 0, "\(taught.errors)")
        }
    }

    @Test("what a device cannot have is refused as it is made one: 33 channels, a name of 33 bytes")
    func limits() throws {
        let world = try Motionq()
        defer { world.remove() }
        for (names, sentence) in [
            ((0..<33).map { "c\($0)" }, "33 channels, and a device has 32 at most"),
            ([String(repeating: "n", count: 33)], "has 33 bytes, and a device's channel has 32 at most"),
        ] {
            let path = world.path("limits.csv")
            let header = (["session", "subject", "label", "timestamp_ms"] + names).joined(separator: ",")
            let rows = (0..<20).map { "s,me,rest,\($0 * 20)" + String(repeating: ",\($0 % 7)", count: names.count) }
            try ([header] + rows).joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
            let result = try world.run("simulate", "--data", path)
            #expect(result.status == 65 && result.errors.contains(sentence), "\(result.errors)")
        }
    }

    @Test("32 channels are learned and recognised live: one that never moves, one that is always missing, one ten times slower")
    func oddChannels() throws {
        let world = try Motionq()
        defer { world.remove() }
        let (data, model) = (world.path("data.csv"), world.path("model.safetensors"))
        let names = (0..<29).map { "c\($0)" } + ["still", "gone", "slow"]
        let header = (["session", "subject", "label", "timestamp_ms"] + names).joined(separator: ",")
        var rows = [header]
        for sample in 0..<1200 {
            let isHigh = sample / 100 % 2 == 1
            let fast = (0..<29).map { "\(Double((sample * 7 + $0 * 13) % 11) / 10 + (isHigh && $0 == 3 ? 4 : 0))" }
            // The first value says that a column holds numbers.
            let gone = sample == 0 ? "1" : ""
            let slow = sample % 10 == 0 ? "\(isHigh ? 2 : 1)" : ""
            rows.append(
                (["s", "me", isHigh ? "high" : "rest", "\(sample * 10)"] + fast + ["5", gone, slow]).joined(separator: ","))
        }
        try rows.joined(separator: "\n").write(toFile: data, atomically: true, encoding: .utf8)
        let trained = try world.start(
            [
                "train", "--data", data, "-o", model, "--hidden", "8", "--window", "20", "--hop", "10", "--epochs", "12", "--state",
                "reset",
            ]
        ).wait()
        #expect(trained.status == 0, "\(trained.errors)")
        let device = try world.start(["simulate", "--data", data, "--speed", "max", "--link", world.path("port"), "--json"])
        #expect(device.waits(for: "ready"))
        let run = try world.start(
            ["run", "--port", world.path("port"), "--model", model, "--json", "--until-disconnected"]
        ).wait()
        _ = device.wait()
        let live = try run.objects().filter { $0["type"] as? String == "window" }.compactMap { $0["label"] as? String }
        let offline = try world.run("classify", "--model", model, "--data", data, "--json").output.split(separator: "\n").compactMap
        {
            (try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])?["label"] as? String
        }
        #expect(live.count > 100 && zip(live, offline).count { $0 != $1 } <= 1, "\(run.errors)")
        #expect(Set(live) == ["high", "rest"])
    }
}
