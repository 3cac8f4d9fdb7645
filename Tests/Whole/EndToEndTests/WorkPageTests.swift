import Foundation
import Models
import MotionCore
import Recordings
import TestSupport
import Testing

/// `motionq page`, and a page that talks to it without a browser.
private final class Work {
    let motionq: Motionq
    let command: Motionq.Running
    let page: Browser
    var folder: String { motionq.path("gestures") }
    /// All that the page was told, and how much of it before the last order.
    private var all: [[String: Any]] = []
    private var ordered = 0

    init(_ arguments: String...) throws {
        motionq = try Motionq()
        command = try motionq.start(["page", "-o", motionq.path("gestures")] + arguments)
        try #require(command.waits(for: "/\n"))
        let line = try #require(command.text.split(separator: "\n").first { $0.contains("http://") })
        page = try Browser(String(line.split(separator: " ").last ?? ""))
        try #require(page.open())
    }

    func end() {
        _ = command.end()
        motionq.remove()
    }

    func order(_ words: [String: Any]) throws {
        ordered = all.count
        page.say(String(decoding: try JSONSerialization.data(withJSONObject: words), as: UTF8.self))
    }

    func objects(_ type: String) -> [[String: Any]] { all.filter { $0["type"] as? String == type } }

    /// How the work stands.
    var stands: [String: Any] { objects("work").last ?? [:] }
    var events: [[String: Any]] { objects("event") }
    /// What another model says of the same motion.
    var others: [[String: Any]] { objects("other") }
    /// What another decision would have made of the last minutes.
    var trial: String { objects("trial").last?["sentence"] as? String ?? "" }
    var lights: [[String: Any]] { objects("lights").last?["on"] as? [[String: Any]] ?? [] }

    func waits(_ condition: () -> Bool) -> Bool {
        Patience.waits {
            page.read()
            for text in page.messages.texts[all.count...] {
                all.append((try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]) ?? [:])
            }
            return condition()
        }
    }

    /// Waits for a stage that is over by itself, and may be when it is looked.
    func passes(_ stage: String) -> Bool {
        waits { all[ordered...].contains { $0["type"] as? String == "work" && $0["stage"] as? String == stage } }
    }

    func waits(forStage stage: String) -> Bool { waits { stands["stage"] as? String == stage } }
    func says(_ key: String, _ words: String) -> Bool { waits { (stands[key] as? String ?? "").contains(words) } }
}

@Suite("The work at a page")
struct WorkPageTests {
    @Test("from a board that is made up to an own gesture that lights its light, and on with one more")
    func simulated() throws {
        let work = try Work()
        defer { work.end() }
        #expect(work.waits(forStage: "choosing"))
        try work.order(["order": "simulate"])
        #expect(work.waits(forStage: "watching"))
        try work.order(["order": "teach", "labels": ["circle", "zigzag"], "examples": 2])
        #expect(work.passes("showing") && work.waits(forStage: "recognising"), "\(work.stands)")
        #expect(work.says("verdict", "zigzag: 2 examples") && work.stands["model"] as? String == "gestures-1")
        #expect(FileManager.default.fileExists(atPath: work.folder + "/gestures-1.safetensors"))
        #expect(work.waits { work.events.contains { $0["phase"] as? String == "enter" } })
        #expect(work.waits { !work.lights.isEmpty })
        try work.order(["order": "try", "threshold": 0.5, "evidence": 0, "leak": 0.75])
        #expect(work.waits { work.trial.contains("event") }, "\(work.trial)")
        try work.order(["order": "teach", "labels": ["flick"], "examples": 2, "adds": true])
        #expect(work.says("verdict", "flick: 2 examples") && work.says("verdict", "circle: 2 examples"), "\(work.stands)")
        #expect(work.waits(forStage: "recognising") && work.stands["model"] as? String == "gestures-2")
        try work.order(["order": "compare", "model": "gestures-1"])
        #expect(work.waits { work.others.contains { $0["model"] as? String == "gestures-1" } }, "\(work.stands)")
        try work.order(["order": "decide", "threshold": 0.6, "evidence": 0, "leak": 0.75])
        #expect(work.waits { work.stands["model"] as? String == "gestures-3" } && work.waits(forStage: "recognising"))
        #expect(try Model(readingFileAt: work.folder + "/gestures-3.safetensors").decision?.threshold == Int16(q15: 0.6))
        try work.order(["order": "leave"])
        #expect(work.waits(forStage: "choosing"))
    }

    @Test("a board of another make is taught after it was turned, and its own light answers")
    func textBoard() throws {
        let sketch = WritingSketch()
        let board = try Puppet { sketch.act($0) }
        defer { board.end() }
        let work = try Work("--port", board.path, "--feedback-line", WritingSketch.feedbackLine)
        defer { work.end() }
        #expect(work.waits(forStage: "watching"))
        try work.order(["order": "teach", "labels": ["circle", "zigzag", "flick"], "examples": 2])
        #expect(work.waits(forStage: "turning"), "\(work.stands)")
        sketch.turn()
        #expect(work.passes("showing"), "\(work.stands)")
        #expect(work.waits { !sketch.lit.isEmpty })
        #expect(work.waits(forStage: "recognising"), "\(work.stands)")
        sketch.lookAway()
        #expect(work.waits { sketch.lit.isEmpty })
        sketch.write(1)
        #expect(work.waits { !sketch.lit.isEmpty }, "\(work.events)")
        #expect(work.waits { sketch.lit.isEmpty })
    }

    @Test("a stretch is kept as a recording, and taught to the model")
    func kept() throws {
        let work = try Work()
        defer { work.end() }
        try work.order(["order": "simulate"])
        #expect(work.waits(forStage: "watching"))
        work.page.say("view 10 500 live")
        #expect(work.waits { work.page.messages.bytes.map(PageColumns.init).contains { $0.end > 150 } })
        for label in ["up", "down"] { try work.order(["order": "keep", "label": label, "from": 50, "to": 100]) }
        #expect(work.waits { (work.stands["kept"] as? [String])?.sorted() == ["down-1", "up-1"] }, "\(work.stands)")
        let session = try #require(RecordingReader().read(work.folder + "/up-1.csv").sessions.first)
        #expect(session.count == 50 && Set(session.labels) == ["up"])
        try work.order(["order": "learn", "kept": ["up-1", "down-1", "../../etc/passwd"]])
        #expect(work.says("verdict", "up: 1 example") && work.waits(forStage: "recognising"), "\(work.stands)")
    }

    @Test("a person is recorded by the countdown, and a network is trained on the recording")
    func trained() throws {
        let work = try Work()
        defer { work.end() }
        try work.order(["order": "simulate"])
        #expect(work.waits(forStage: "watching"))
        try work.order(["order": "train"])
        #expect(work.says("trouble", "no recording"), "\(work.stands)")
        try work.order(["order": "record", "labels": ["k0", "k1"], "subject": "ana", "repetitions": 2, "seconds": 1])
        #expect(work.passes("showing"))
        #expect(work.says("verdict", "recorded 4 repetitions of ana"), "\(work.stands)")
        let recording = try RecordingReader().read(work.folder + "/recordings/ana-1.csv")
        #expect(Set(recording.sessions.flatMap(\.labels)) == ["rest", "k0", "k1"])
        try work.order(["order": "train"])
        #expect(work.passes("learning"))
        #expect(work.waits(forStage: "recognising") && work.says("verdict", "windows of what it learned from right"))
        #expect(FileManager.default.fileExists(atPath: work.folder + "/trained-1.safetensors"))
        #expect(work.waits { !work.objects("study").isEmpty })
        let confusion = work.objects("study").last?["confusion"] as? [[Int]] ?? []
        #expect(confusion.count == 3 && confusion.allSatisfy { $0.count == 3 && $0.reduce(0, +) > 0 })
        try work.order(["order": "try", "threshold": 0.3, "evidence": 0, "leak": 0.75])
        #expect(work.waits { (work.objects("trial").last?["recorded"] as? String ?? "").contains(" found, ") })
        try work.order(["order": "look", "stretch": 0])
        #expect(work.waits(forStage: "looking") && work.waits { work.objects("shown").last?["windows"] as? Int ?? 0 > 0 })
        // It is looked at again, and other stretches, without the board between.
        try work.order(["order": "look", "stretch": 1])
        #expect(work.waits { work.objects("shown").count == 2 } && work.stands["stage"] as? String == "looking")
        try work.order(["order": "resume"])
        #expect(work.waits(forStage: "recognising"))
        // A look ends nothing that goes on.
        try work.order(["order": "record", "labels": ["k0"], "subject": "ben", "repetitions": 1, "seconds": 1])
        #expect(work.passes("showing"))
        try work.order(["order": "look", "stretch": 0])
        #expect(work.says("verdict", "recorded 1 repetition of ben"), "\(work.stands)")
        #expect(work.objects("shown").count == 2)
        try work.order(["order": "use", "model": "trained-1"])
        #expect(work.waits { work.objects("study").last?["confusion"] == nil })
    }

    @Test("a model is installed on a board that takes networks, and not asked of one that does not")
    func installed() throws {
        nonisolated(unsafe) let device = LyingDevice()
        let clock = PatientClock()
        let board = try Puppet { bytes in
            let now = clock.advance()
            device.take(bytes, now: now)
            return device.said(now: now)
        }
        defer { board.end() }
        let world = try SmallWorld()
        defer { world.remove() }
        let work = try Work("--port", board.path)
        defer { work.end() }
        #expect(work.waits { work.stands["takes_networks"] as? Bool == true })
        try FileManager.default.createDirectory(atPath: work.folder, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: world.model, toPath: work.folder + "/small.safetensors")
        try work.order(["order": "install"])
        #expect(work.says("trouble", "no model yet"))
        try work.order(["order": "use", "model": "small"])
        #expect(work.waits { work.stands["model"] as? String == "small" })
        try work.order(["order": "install"])
        #expect(work.says("verdict", "the board runs it by itself now"), "\(work.stands)")
    }

    @Test("what cannot be is refused in a sentence, and the board goes on")
    func refused() throws {
        let work = try Work()
        defer { work.end() }
        try work.order(["order": "open", "port": work.motionq.path("nothing")])
        #expect(work.says("trouble", "nothing") && work.waits(forStage: "choosing"))
        try work.order(["order": "keep", "label": "a", "from": 0, "to": 50])
        #expect(work.says("trouble", "no motion yet"))
        try work.order(["order": "simulate"])
        #expect(work.waits(forStage: "watching"))
        for (order, words) in [
            (["order": "teach", "labels": ["one"]], "needs two"), (["order": "teach", "labels": [String]()], "name the gestures"),
            (["order": "teach", "labels": ["a", "../b"]], "is no name"), (["order": "teach", "labels": ["a", "a"]], "once"),
            (["order": "teach", "labels": ["a", "rest"]], "name them otherwise"),
            (["order": "teach", "labels": ["a", "b"], "examples": 0], "lies between 1 and 100"),
            (["order": "use", "model": "../../etc/passwd"], "there is no model"),
            (["order": "keep", "label": "a/b", "from": 0, "to": 50], "is no name"),
            (["order": "learn", "kept": ["../../etc/passwd"]], "nothing was kept"),
        ] as [([String: Any], String)] {
            try work.order(order)
            #expect(work.says("trouble", words), "\(order): \(work.stands)")
        }
        #expect(work.stands["stage"] as? String == "watching")
        #expect(!FileManager.default.fileExists(atPath: work.folder + "/b.csv"))
    }

    @Test("who stops in the middle of showing has no model, and can begin anew")
    func stopped() throws {
        let work = try Work()
        defer { work.end() }
        try work.order(["order": "simulate"])
        #expect(work.waits(forStage: "watching"))
        try work.order(["order": "teach", "labels": ["a", "b"], "examples": 50])
        #expect(work.waits { ((work.stands["prompt"] as? [String: Any])?["made"] as? Int ?? 0) > 0 })
        try work.order(["order": "stop"])
        #expect(work.waits(forStage: "watching"))
        #expect((work.stands["models"] as? [String])?.isEmpty == true && work.stands["prompt"] == nil)
        try work.order(["order": "teach", "labels": ["a", "b"], "examples": 1])
        #expect(work.waits(forStage: "recognising"), "\(work.stands)")
    }
}
