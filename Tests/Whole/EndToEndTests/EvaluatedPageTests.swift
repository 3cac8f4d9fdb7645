import Foundation
import TestSupport
import Testing

@Suite("The page of evaluate")
struct EvaluatedPageTests {
    private static let laxly = ["--threshold", "0", "--enter-ratio", "1", "--exit-ratio", "1", "--refractory", "0"]

    private func objects(_ page: Browser, _ type: String) -> [[String: Any]] {
        page.messages.texts.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
            .filter { $0["type"] as? String == type }
    }

    @Test("shows the confusion that --json tells, and behind its cells what classify says of the same motion")
    func same() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("a.csv", sessions: [100, 140, 60])
        let words = ["--model", world.model, "--data", recording, "--json"] + Self.laxly
        let expected = try world.motionq.start(["classify"] + words).wait().objects()
        let live = try world.motionq.start(["evaluate", "--page"] + words)
        #expect(live.waits(forNote: "/\n"), "\(live.notes)")
        let line = try #require(live.notes.split(separator: "\n").first { $0.hasPrefix("page: ") })
        let page = try Browser(String(line.dropFirst(6)))
        #expect(page.open())
        page.say("view 60 3000 live")
        #expect(
            Patience.waits {
                page.read()
                return !objects(page, "study").isEmpty
            })
        let study = try #require(objects(page, "study").last)
        let told = try #require(try live.text.split(separator: "\n").first.map { try parsed(String($0)) })
        #expect(study["confusion"] as? [[Int]] == told["confusion_q15"] as? [[Int]])
        let stretches = try #require(study["stretches"] as? [[String: Any]])
        let number = try #require(stretches.firstIndex { $0["session"] as? String == "s1" })
        page.say(#"{"order":"look","stretch":9999}"#)
        page.say(#"{"order":"look","stretch":\#(number)}"#)
        var columns: [Int: [Float]] = [:]
        #expect(
            Patience.waits {
                page.read()
                let shown = page.messages.bytes.map(PageColumns.init)
                for message in shown where message.labels == 3 {
                    for (place, values) in message.values.enumerated() { columns[message.first + place] = values }
                }
                return columns.count == 140
            })
        let windows = expected.filter { $0["session"] as? String == "s1" }
        #expect(windows.count == 27)
        for window in windows {
            let end = try #require(window["end_sample"] as? Int)
            let labels = ["rest", "class1", "class2"]
            let probabilities = labels.map { (window["probabilities"] as? [String: Double])?[$0] ?? -1 }
            let drawn = try #require(columns[end - 1]).suffix(3)
            #expect(zip(drawn, probabilities).allSatisfy { abs(Double($0) - $1) < 5e-5 }, "\(end)")
        }
        let events = objects(page, "shown").last?["events"] as? [[String: Any]] ?? []
        let entered = events.filter { $0["phase"] as? String == "enter" }
        #expect(entered.compactMap { $0["name"] as? String } == windows.compactMap { $0["entered"] as? String })
        page.say("why 100")
        #expect(
            Patience.waits {
                page.read()
                return objects(page, "why").last?["sample"] as? Int == 99
            })
        _ = live.end()
    }

    @Test("is refused without labelled recordings, and of several models")
    func refused() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = try world.recording("a.csv", sessions: [100])
        for words in [["--background", recording], ["--data", recording, "--model", world.model]] {
            try world.motionq.start(["evaluate", "--page", "--model", world.model] + words).wait()
                .expectRefusal(64, says: "--page shows one model")
        }
    }

    private func parsed(_ text: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }
}
