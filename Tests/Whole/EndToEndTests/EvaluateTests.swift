import Foundation
import Models
import TestSupport
import Testing

@Suite("motionq evaluate")
struct EvaluateTests {
    private func evaluate(_ world: SmallWorld, _ arguments: String...) throws -> Motionq.Result {
        try world.motionq.start(["evaluate", "--model", world.model] + arguments).wait()
    }

    @Test("--json prints one object: every window of every session is in both confusion matrices")
    func json() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recordings = try [world.recording("a.csv", sessions: [100, 60]), world.recording("b.csv", sessions: [50], seed: 2)]
        let result = try evaluate(world, "--data", recordings[0], recordings[1], "--json")
        #expect(result.status == 0, "\(result.errors)")
        let objects = try result.objects()
        let object = try #require(objects.first)
        // Windows of 10 samples, one every 5.
        #expect(objects.count == 1 && object["windows"] as? Int == 19 + 11 + 9)
        #expect((object["confusion_float"] as? [[Int]])?.flatMap { $0 }.reduce(0, +) == 39)
        #expect((object["confusion_q15"] as? [[Int]])?.map { $0.reduce(0, +) } == [0, 39, 0])
        #expect(object["labels"] as? [String] == ["rest", "class1", "class2"])
        #expect((object["nanoseconds_per_window_q15"] as? Double ?? 0) > 0)
    }

    @Test("without --json people read a verdict, a table and the places of noise")
    func table() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try evaluate(world, "--data", world.recording("a.csv", sessions: [100]))
        #expect(result.status == 0, "\(result.errors)")
        for word in ["Fixed point", "accuracy", "macro F1", "same answer", "LSTM 1 hidden"] {
            #expect(result.output.contains(word), "\(result.output)")
        }
    }

    @Test("says first whom of the people the model learned from, and nothing of the kind on others")
    func learnedFrom() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let (learned, others) = (try world.recording(), try world.recording("others.csv", people: 5..<7))
        #expect(try world.train(["--data", learned]).status == 0)
        let told = try world.motionq.run("evaluate", "--model", world.model, "--data", learned, others).output
        let caution = "The model learned from 3 of these 5 people (01, 02, 03).\nThese figures do not tell how it does on people"
        #expect(told.hasPrefix(caution), "\(told)")
        let all = try world.motionq.run("evaluate", "--model", world.model, "--data", learned, "--json").objects()
        #expect(all.first?["learned_from"] as? [String] == ["01", "02", "03"])
        let new = try world.motionq.run("evaluate", "--model", world.model, "--data", others).output
        #expect(!new.contains("learned from"), "\(new)")
    }

    @Test("a folder stands for the recordings in it, and --subjects takes some of them")
    func folder() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let folder = world.motionq.path("recordings")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        _ = try world.recording("recordings/a.csv", sessions: [100])
        let other = try world.recording("recordings/b.csv", sessions: [60])
        try String(contentsOfFile: other, encoding: .utf8).replacing(",me,", with: ",you,")
            .write(toFile: other, atomically: true, encoding: .utf8)
        let all = try evaluate(world, "--data", folder, "--json").objects().first
        let some = try evaluate(world, "--data", folder, "--subjects", "you", "--json").objects().first
        #expect(all?["windows"] as? Int == 19 + 11 && some?["windows"] as? Int == 11)
        try evaluate(world, "--data", folder, "--subjects", "them").expectRefusal(65, says: "them", "me, you")
    }

    @Test("--repeat evaluates the recordings so many times over")
    func repeated() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recordings = try [world.recording("a.csv", sessions: [100, 60]), world.recording("b.csv", sessions: [50], seed: 2)]
        let once = try evaluate(world, "--data", recordings[0], recordings[1], "--json").objects().first
        let thrice = try evaluate(world, "--data", recordings[0], recordings[1], "--repeat", "3", "--json").objects().first
        #expect(thrice?["windows"] as? Int == 3 * (19 + 11 + 9) && once?["windows"] as? Int == 19 + 11 + 9)
        let (one, three) = (once?["confusion_q15"] as? [[Int]], thrice?["confusion_q15"] as? [[Int]])
        #expect(one != nil && three == one.map { $0.map { $0.map { 3 * $0 } } })
        #expect(once?["accuracy_float"] as? Double == thrice?["accuracy_float"] as? Double)
    }

    @Test("recordings at another rate are brought to the model's: half the samples")
    func resampling() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let object = try evaluate(world, "--data", world.recording("a.csv", sessions: [200], rate: 100), "--json").objects().first
        #expect(object?["samples"] as? Int == 100 && object?["windows"] as? Int == 19)
    }

    @Test("--report writes a page beside the table")
    func report() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let page = world.motionq.path("report.html")
        let result = try evaluate(world, "--data", world.recording("a.csv", sessions: [100]), "--report", page)
        #expect(result.status == 0 && result.output.contains("accuracy"), "\(result.errors)")
        #expect(try String(contentsOfFile: page, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
    }

    @Test("--map renames a recording's labels; without it, labels that the model does not know are refused, with both lists")
    func map() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = try world.recording("a.csv", sessions: [100])
        try String(contentsOfFile: path, encoding: .utf8).replacing("class1", with: "walk")
            .write(toFile: path, atomically: true, encoding: .utf8)
        try evaluate(world, "--data", path).expectRefusal(65, says: "walk", "class1", "--map")
        let object = try evaluate(world, "--data", path, "--map", "walk=class2", "--json").objects().first
        #expect((object?["confusion_q15"] as? [[Int]])?.map { $0.reduce(0, +) } == [0, 0, 19])
    }

    @Test("names only the recordings and labels that were evaluated, and says of the others why not")
    func evaluatedOnly() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let known = try world.recording("known.csv", sessions: [100])
        let strange = try world.recording("strange.csv", sessions: [60], seed: 2)
        try String(contentsOfFile: strange, encoding: .utf8).replacing("class1", with: "walk")
            .write(toFile: strange, atomically: true, encoding: .utf8)
        let object = try #require(try evaluate(world, "--data", known, strange, "--json").objects().first)
        #expect(object["data"] as? [String] == [known])
        #expect(object["windows"] as? Int == 19 && object["windows_evaluated"] as? Int == 19 && object["sessions"] as? Int == 1)
        #expect((object["notes"] as? [String])?.contains("\(strange): no window with a label that the model knows") == true)
        let text = try evaluate(world, "--data", known, strange).output
        #expect(
            text.contains("known.csv:\n  1 session, ") && text.contains("of 19 windows") && text.contains("strange.csv: no window"))
    }

    @Test("a map that makes no sense: 64")
    func badMap() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = try world.recording("a.csv", sessions: [100])
        try evaluate(world, "--data", path, "--map", "class1").expectRefusal(64, says: "from=to")
        try evaluate(world, "--data", path, "--map", "class1=jump").expectRefusal(64, says: "jump", "class2")
    }

    @Test("a report that would overwrite a recording: 64, and the recording is not touched")
    func overwriting() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = try world.recording("a.csv", sessions: [100])
        let before = try Data(contentsOf: URL(filePath: path))
        try evaluate(world, "--data", path, "--report", path).expectRefusal(64, says: "a.csv")
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }

    @Test("a report that cannot be written: 74")
    func unwritable() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let page = world.motionq.path("no-folder/report.html")
        try evaluate(world, "--data", world.recording("a.csv", sessions: [100]), "--report", page).expectRefusal(
            74,
            says: "report.html")
    }

    @Test("--background alone: hours, and false events an hour with 95 %; beside --data the curve has both")
    func background() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let (gestures, kitchen) = try (
            world.recording("a.csv", sessions: [100]), world.recording("kitchen.csv", sessions: [200, 100], seed: 2)
        )
        let alone = try #require(try evaluate(world, "--background", kitchen, "--threshold", "0.1", "--json").objects().first)
        let scores = try #require(alone["background"] as? [String: Any])
        #expect(scores["sessions"] as? Int == 2 && scores["windows"] as? Int == 39 + 19 && alone["windows"] == nil)
        #expect((scores["false_events_per_hour_95"] as? [Double])?.count == 2 && scores["data"] as? [String] == [kitchen])
        let both = try #require(
            try evaluate(world, "--data", gestures, "--background", kitchen, "--threshold", "0.1", "--json").objects().first)
        #expect(both["windows"] as? Int == 19)
        let points = try #require(both["event_curve"] as? [[String: Any]])
        let chosen = try #require(points.first { $0["chosen"] as? Bool == true })
        #expect(chosen["background_false_events"] as? Int == scores["false_events"] as? Int)
        let text = try evaluate(world, "--background", kitchen, "--report", world.motionq.path("r.html"))
        #expect(text.status == 0 && text.output.contains("of background") && !text.output.contains("accuracy"), "\(text)")
    }

    @Test("without --data and --background: 64; background too short for a window: 65; that is not there: 66")
    func badBackground() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        try evaluate(world).expectRefusal(64, says: "--data", "--background")
        try evaluate(world, "--background", world.recording("b.csv", sessions: [9])).expectRefusal(65, says: "background", "10")
        try evaluate(world, "--background", world.motionq.path("gone.csv")).expectRefusal(66, says: "gone.csv")
        let path = try world.recording("c.csv", sessions: [100])
        try evaluate(world, "--background", path, "--report", path).expectRefusal(64, says: "c.csv")
    }

    @Test("several models: an object each with --json, side by side without, and one page that holds all of them")
    func severalModels() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = try world.recording("a.csv", sessions: [100])
        let (other, page) = (world.motionq.path("other.safetensors"), world.motionq.path("page.html"))
        try FileManager.default.copyItem(atPath: world.model, toPath: other)
        let objects = try evaluate(world, other, "--data", path, "--json").objects()
        #expect(objects.map { $0["model"] as? String } == [world.model, other])
        let one = try evaluate(world, "--data", path, "--json").objects()
        #expect(one.count == 1 && Set(one[0].keys) == Set(objects[0].keys))
        let result = try evaluate(world, other, "--data", path, "--report", page)
        #expect(result.status == 0 && result.output.contains("[2] other.safetensors"), "\(result)")
        #expect(result.output.contains("accuracy, Q15: no difference measured"), "\(result.output)")
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("<h2>Side by side") && html.components(separatedBy: "<details>").count == 3)
        try evaluate(world, world.motionq.path("gone.safetensors"), "--data", path).expectRefusal(66, says: "gone.safetensors")
    }

    @Test("a model with one network only: 65, and says which is missing")
    func oneNetwork() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let path = try world.recording("a.csv", sessions: [100])
        let source = randomFloatModel(seed: 4)
        try Model(source, quantized: nil, provenance: [:]).write(toFileAt: world.model)
        try evaluate(world, "--data", path).expectRefusal(65, says: "no Q15 network")
    }

    @Test("recordings shorter than a window: 65; none at all: 66")
    func noWindows() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        try evaluate(world, "--data", world.recording("a.csv", sessions: [9])).expectRefusal(65, says: "a.csv", "10")
        try evaluate(world, "--data", world.motionq.path("gone.csv")).expectRefusal(66, says: "gone.csv")
    }
}

/// Float and Q15 on real motion.
@Suite(
    "The book's gesture classifier, evaluated", .enabled(if: SharedData.isThere, Comment(rawValue: SharedData.missing)))
struct GestureEvaluationTests {
    @Test("calibrated on u_03, it answers alike in at least 0.999 of the windows of everyone, bad grip included")
    func agreement() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let folder = "\(SharedData.folder)/gestureit_user"
        let model = motionq.path("gesture.safetensors")
        let calibration = ["chop", "drive", "shake"].map { "\(folder)/u_03-\($0)-it.csv.gz" }
        let imported = try motionq.start(["import", SharedData.gestureClassifier, "-o", model, "--data"] + calibration).wait()
        #expect(imported.status == 0, "\(imported.errors)")
        let result = try motionq.run("evaluate", "--model", model, "--data", folder, "--json")
        let object = try #require(try result.objects().first)
        #expect(object["windows"] as? Int == 5556)
        #expect((object["agreement"] as? Double ?? 0) >= 0.999)
        let accuracies = [object["accuracy_float"] as? Double ?? 0, object["accuracy_q15"] as? Double ?? 9]
        #expect((accuracies[0] - accuracies[1]).magnitude <= 0.001)
    }
}
