import Foundation
import TestSupport
import Testing

/// The book's network on the seven GestureIt recordings, against an independent float64 evaluation.
@Suite("The book's gesture classifier, end to end", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct GestureClassifierTests {
    private static let recordings = [
        "bad-drive-it", "u_03-chop-it", "u_03-drive-it", "u_03-shake-it", "u_04-chop-it", "u_04-drive-it", "u_04-shake-it",
    ]
    private static let labels = ["chop_it", "drive_it", "rest_it", "shake_it"]

    private struct Golden {
        var session: String
        var endSample: Int
        var slot: Int
        var probabilities: [Double]

        init(_ row: Substring) {
            let fields = row.split(separator: ",")
            session = String(fields[0])
            endSample = Int(fields[1]) ?? -1
            slot = Int(fields[2]) ?? -1
            probabilities = fields[4...].compactMap { Double($0) }
        }
    }

    private struct Comparison {
        var windows = 0
        var agreeing = 0
        var largest = 0.0
    }

    /// Unpacks all recordings.
    private static func unpack(_ motionq: Motionq) throws {
        for name in recordings {
            try SharedData.unpacked("gestureit_user/\(name).csv.gz").write(to: URL(filePath: motionq.path("\(name).csv")))
        }
    }

    /// The model's file, imported and calibrated on u_03 only: once, for that takes seconds.
    private static let imported = Result {
        let motionq = try Motionq()
        defer { motionq.remove() }
        try unpack(motionq)
        let model = motionq.path("gesture.safetensors")
        let calibration = recordings.filter { $0.hasPrefix("u_03") }.map { motionq.path("\($0).csv") }
        let result = try motionq.start(["import", SharedData.gestureClassifier, "-o", model, "--data"] + calibration).wait()
        try #require(result.status == 0, "\(result.errors)")
        return try Data(contentsOf: URL(filePath: model))
    }

    /// All recordings, unpacked, and the path of the model.
    private func prepare(_ motionq: Motionq) throws -> String {
        try Self.unpack(motionq)
        let model = motionq.path("gesture.safetensors")
        try Self.imported.get().write(to: URL(filePath: model))
        return model
    }

    private func compare(arithmetic: String) throws -> Comparison {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let model = try prepare(motionq)
        var comparison = Comparison()
        for name in Self.recordings {
            let golden = String(decoding: try SharedData.unpacked("golden/GestureClassifier.\(name).csv.gz"), as: UTF8.self)
                .split(separator: "\n").dropFirst().map { Golden($0) }
            let result = try motionq.run(
                "classify", "--model", model, "--data", motionq.path("\(name).csv"), "--arithmetic", arithmetic, "--json")
            let windows = try result.objects()
            #expect(windows.count == golden.count, "\(name): as many windows as the golden file")
            for (window, expected) in zip(windows, golden) {
                #expect(window["session"] as? String == expected.session)
                #expect(window["end_sample"] as? Int == expected.endSample)
                #expect(window["slot"] as? Int == expected.slot)
                let found = window["probabilities"] as? [String: Double] ?? [:]
                for (label, probability) in zip(Self.labels, expected.probabilities) {
                    comparison.largest = max(comparison.largest, ((found[label] ?? 9) - probability).magnitude)
                }
                let best = expected.probabilities.indices.max { expected.probabilities[$0] < expected.probabilities[$1] } ?? 0
                comparison.windows += 1
                if window["label"] as? String == Self.labels[best] { comparison.agreeing += 1 }
            }
        }
        return comparison
    }

    @Test("Q15: exactly the golden windows, slots and labels, probabilities within 0.0015")
    func fixedPoint() throws {
        let comparison = try compare(arithmetic: "q15")
        #expect(comparison.windows == 5556)
        #expect(comparison.agreeing == 5556)
        #expect(comparison.largest <= 0.0015)
    }

    @Test("float: exactly the golden windows and slots, probabilities within 0.0001")
    func float() throws {
        let comparison = try compare(arithmetic: "float")
        #expect(comparison.agreeing == 5556)
        #expect(comparison.largest <= 0.0001)
    }

    @Test("run against simulate at full speed gives classify's windows, loses nothing, and its feedback is acknowledged")
    func live() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let model = try prepare(motionq)
        let recording = motionq.path("u_04-shake-it.csv")
        let offline = try motionq.run("classify", "--model", model, "--data", recording, "--json").objects()
        let link = motionq.path("device")
        let device = try motionq.start(["simulate", "--data", recording, "--speed", "max", "--link", link, "--json"])
        #expect(device.waits(for: "ready"))
        let live = try motionq.run("run", "--port", link, "--model", model, "--until-disconnected", "--json")
        #expect(device.wait().status == 0)
        #expect(live.status == 0, "\(live.errors)")
        let lines = try live.objects()
        let windows = lines.filter { $0["type"] as? String == "window" }
        #expect(windows.count == offline.count)
        var largest = 0.0
        for (window, expected) in zip(windows, offline) {
            #expect(window["end_sample"] as? Int == expected["end_sample"] as? Int)
            #expect(window["slot"] as? Int == expected["slot"] as? Int)
            let found = window["probabilities"] as? [String: Double] ?? [:]
            let wanted = expected["probabilities"] as? [String: Double] ?? [:]
            for (label, probability) in wanted { largest = max(largest, ((found[label] ?? 9) - probability).magnitude) }
        }
        // The device's int16 counts are the only difference; 0.0008 was measured.
        #expect(largest <= 0.005)
        let summary = lines.last ?? [:]
        #expect(summary["lost_samples"] as? Int == 0)
        #expect((summary["commands_ok"] as? Int ?? 0) >= 2)
        #expect(summary["commands_ok"] as? Int == summary["commands_sent"] as? Int)
    }

    @Test("with Apple's sign turned round says of Apple's recordings, turned round, the same, bit for bit")
    func applesSign() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        try Self.unpack(motionq)
        let (plain, turned) = (motionq.path("plain.safetensors"), motionq.path("turned.safetensors"))
        let recording = motionq.path("u_03-chop-it.csv")
        let imported = try motionq.run(
            "import", SharedData.gestureClassifier, "-o", turned, "--apple-sign", "--units", "apple-g", "--data", recording)
        #expect(imported.status == 0, "\(imported.errors)")
        let again = try motionq.run("import", SharedData.gestureClassifier, "-o", plain, "--data", recording)
        #expect(again.status == 0, "\(again.errors)")
        let expected = try motionq.run("classify", "--model", plain, "--data", recording, "--json")
        let found = try motionq.run("classify", "--model", turned, "--data", recording, "--units", "apple-g", "--json")
        #expect(found.output == expected.output && !found.output.isEmpty)
        let unturned = try motionq.run("classify", "--model", turned, "--data", recording, "--json")
        #expect(unturned.output != expected.output)
    }
}
