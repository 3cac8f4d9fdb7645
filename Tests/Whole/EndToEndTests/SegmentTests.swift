import Foundation
import Recordings
import TestSupport
import Testing

@Suite("segment, and record --auto")
struct SegmentTests {
    private static func succeed(_ motionq: Motionq, _ arguments: [String]) throws {
        let result = try motionq.start(arguments).wait()
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("labels an unlabelled recording by its pauses, and names what a folder lacks")
    func relabels() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let recording = motionq.path("people.csv")
        try Self.succeed(
            motionq, ["dataset", "synthesize", "--subjects", "40-43", "--gestures", "5", "--only", "shake", "-o", recording])
        let result = try motionq.run("segment", "--data", recording, "--label", "wave", "-o", motionq.path("cut"), "--json")
        #expect(result.status == 0, "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect(summary["segments"] as? Int == 20 && summary["found"] as? Int == 20 && summary["false"] as? Int == 0)
        let labelled = try RecordingReader().read(motionq.path("cut/people.csv"))
        #expect(labelled.sessions.count == 4)
        for (session, truth) in zip(labelled.sessions, try RecordingReader().read(recording).sessions) {
            #expect(Set(session.labels) == ["rest", "wave"] && session.values == truth.values)
            let same = zip(session.labels, truth.labels).count { ($0 == "wave") == ($1 == "shake") }
            #expect(Double(same) > 0.93 * Double(session.count))
        }
    }

    @Test("cuts recordings of channels that are no motion by how much these change, fitted on other people's words")
    func channels() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (fitted, cut) = (motionq.path("fitted.csv"), motionq.path("cut.csv"))
        try Self.succeed(
            motionq, ["dataset", "synthesize", "--signal", "words", "--subjects", "0-3", "--gestures", "2", "-o", fitted])
        try Self.succeed(
            motionq, ["dataset", "synthesize", "--signal", "words", "--subjects", "10-11", "--gestures", "2", "-o", cut])
        let result = try motionq.run("segment", "--fit", fitted, "--data", cut, "--rest", "neutral", "--json")
        #expect(result.status == 0 && result.errors.contains("times the usual change"), "\(result.errors)")
        let summary = try #require(try result.objects().last)
        let (passages, found) = (summary["passages"] as? Int ?? 0, summary["found"] as? Int ?? 0)
        #expect(passages == 48 && found >= 36 && summary["false"] as? Int ?? 99 <= 12, "\(summary)")
        try Self.succeed(motionq, ["dataset", "images", cut, "-o", motionq.path("pictures"), "--rest", "neutral"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: motionq.path("pictures")).count == 12)
        let small = try motionq.run("dataset", "images", cut, "-o", motionq.path("small"), "--image-side", "8")
        #expect(small.status == 64 && small.errors.contains("say --image-side 15 or more"), "\(small.errors)")
    }

    @Test("refuses samples that lie closer together than those of any sensor", arguments: [1e-300, 1e-9, 1e-3])
    func tooFast(step: Double) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let rows = (0..<200).map { "a,p,wave,\(step * Double($0)),0.1,0.2,0.9\($0 % 7),0,0,0" }
        try ([RecordedText.header] + rows).joined(separator: "\n")
            .write(toFile: motionq.path("fast.csv"), atomically: true, encoding: .utf8)
        for arguments in [["--data", motionq.path("fast.csv")], ["--fit", motionq.path("fast.csv"), "--save", motionq.path("s")]] {
            let result = try motionq.start(["segment"] + arguments).wait()
            #expect(result.status == 65 && result.errors.contains("Hz by its time stamps"), "\(result)")
        }
    }

    @Test("cuts nothing out of two samples that lie closer together, in a recording of usual ones")
    func oddStamps() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let rows = (0..<200).map { "a,p,wave,\($0 == 1 ? 1e-308 : 20 * Double($0)),0.1,0.2,0.9\($0 % 7),0,0,0" }
        try ([RecordedText.header] + rows).joined(separator: "\n")
            .write(toFile: motionq.path("odd.csv"), atomically: true, encoding: .utf8)
        try Self.succeed(motionq, ["segment", "--data", motionq.path("odd.csv")])
    }

    @Test("draws each segment under the label that most of it has, and each repetition under its own")
    func pictures() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let recording = motionq.path("people.csv")
        try Self.succeed(
            motionq, ["dataset", "synthesize", "--subjects", "40-41", "--gestures", "5", "--only", "shake", "-o", recording])
        try Self.succeed(motionq, ["segment", "--data", recording, "--images", motionq.path("cut"), "--image-side", "9"])
        try Self.succeed(motionq, ["dataset", "images", recording, "-o", motionq.path("all"), "--image-side", "9"])
        for folder in ["cut", "all"] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: motionq.path(folder)) == ["shake"])
            let pictures = try FileManager.default.contentsOfDirectory(atPath: motionq.path(folder + "/shake"))
            #expect(pictures.count == 10 && pictures.allSatisfy { $0.hasSuffix(".png") })
        }
        let again = try motionq.run("dataset", "images", recording, "-o", motionq.path("all"))
        #expect(again.status == 74 && again.errors.contains("name a new folder, or an empty one"), "\(again.errors)")
    }

    @Test(
        "names segments by a model, in the file as live, one line a segment",
        .enabled(if: SharedData.isThere, "\(SharedData.missing)"))
    func people() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let folder = "\(SharedData.folder)/gestureit"
        func files(_ person: String) -> [String] { ["chop", "drive", "shake"].map { "\(folder)/\(person)-\($0)-it.csv.gz" } }
        let (model, settings) = (motionq.path("model.safetensors"), motionq.path("segments.json"))
        try Self.succeed(
            motionq, ["train", "--data"] + files("u_03") + ["--window", "20", "--hop", "5", "--steps", "2000", "-o", model])
        let lines = try motionq.start(
            ["segment", "--model", model, "--fit"] + files("u_03") + ["--save", settings, "--json", "--data"] + files("u_04")
        ).wait().objects()
        let summary = try #require(lines.last)
        let (found, right) = (summary["found"] as? Int ?? 0, summary["labelled_right"] as? Int ?? 0)
        #expect(summary["passages"] as? Int == 12 && found >= 11 && right >= 11, "\(summary)")
        #expect((summary["false_per_minute_of_rest"] as? Double ?? 9) <= 1)
        // Live, the first of the recordings.
        let device = try motionq.start(
            ["simulate", "--data", files("u_04")[0], "--speed", "16", "--link", motionq.path("port"), "--json"])
        #expect(device.waits(for: "ready"))
        let live = try motionq.start([
            "run", "--port", motionq.path("port"), "--model", model, "--segments", "--segment-settings", settings, "--json",
            "--until-disconnected",
        ]).wait().objects().filter { $0["type"] as? String == "segment" }
        _ = device.wait()
        let offline = lines.filter { ($0["recording"] as? String)?.contains("u_04-chop") == true }
        #expect(live.count == offline.count)
        for (one, other) in zip(live, offline) {
            #expect(one["label"] as? String == other["label"] as? String)
            let lengths = [one["to_ms"], one["from_ms"]].map { $0 as? Double ?? 0 }
            let seconds = [other["to_s"], other["from_s"]].map { $0 as? Double ?? 0 }
            #expect(abs((lengths[0] - lengths[1]) / 1000 - (seconds[0] - seconds[1])) < 0.05)
        }
    }

    @Test("ten gestures that nobody announces are ten repetitions, whose ends are where they were, and no sample is changed")
    func auto() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let truth = motionq.path("truth.csv")
        try Self.succeed(
            motionq,
            ["dataset", "synthesize", "--subjects", "601", "--seed", "4", "--gestures", "10", "--only", "chop", "-o", truth])
        let device = try motionq.start(
            ["simulate", "--data", truth, "--speed", "8", "--jitter", "0", "--link", motionq.path("port"), "--json"])
        #expect(device.waits(for: "ready"))
        let result = try motionq.start([
            "record", "--port", motionq.path("port"), "--subject", "ana", "--labels", "chop", "--auto", "--repetitions", "10",
            "--rest-seconds", "1", "--quiet", "--json", "-o", motionq.path("recordings"),
        ]).wait()
        device.end()
        #expect(result.status == 0, "\(result.errors)")
        #expect(try result.objects().last?["repetitions"] as? Int == 10)
        let made = try #require(try RecordingReader().read(motionq.path("recordings/ana-1.csv")).sessions.first)
        let done = try #require(try RecordingReader().read(truth).sessions.first)
        func edges(_ labels: [String]) -> [Int] { (1..<labels.count).filter { labels[$0] != labels[$0 - 1] } }
        let (found, true_) = (edges(made.labels), edges(Array(done.labels.prefix(made.count))))
        #expect(found.count == 20 && true_.count == 20)
        #expect(zip(found, true_).allSatisfy { abs($0 - $1) <= 10 })
        // The device's counts are 16 bits of ±16 g and ±2000 °/s.
        for (one, other) in zip(made.values, done.values) { try #require(abs(one - other) < 0.002) }
    }
}
