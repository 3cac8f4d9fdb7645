import Foundation
import TestSupport
import Testing

@Suite("The page of dataset show")
struct CurationPageTests {
    private func objects(_ page: Browser, _ type: String) -> [[String: Any]] {
        page.messages.texts.compactMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] }
            .filter { $0["type"] as? String == type }
    }

    private func waits(_ page: Browser, _ condition: () -> Bool) -> Bool {
        Patience.waits {
            page.read()
            return condition()
        }
    }

    @Test("shows each repetition beside its label, and writes what was dropped and renamed as the verbs do")
    func mended() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let path = motionq.path("people.csv")
        let made = try motionq.run("dataset", "synthesize", "--subjects", "1-2", "--gestures", "6", "-o", path)
        #expect(made.status == 0, "\(made.errors)")
        let live = try motionq.start(["dataset", "show", path, "--page", "--json"])
        #expect(live.waits(forNote: "/\n"), "\(live.notes)")
        let line = try #require(live.notes.split(separator: "\n").first { $0.hasPrefix("page: ") })
        let page = try Browser(String(line.dropFirst(6)))
        #expect(page.open())
        page.say("view 60 3000 live")
        #expect(waits(page) { !objects(page, "dataset").isEmpty })
        let stretches = try #require(objects(page, "dataset").last?["stretches"] as? [[String: Any]])
        #expect(stretches.count == 12)
        let (one, other) = (stretches[3], stretches[7])
        func say(_ order: [String: Any]) throws {
            page.say(String(decoding: try JSONSerialization.data(withJSONObject: order), as: UTF8.self))
        }
        try say(["order": "look", "stretch": one["place"] ?? -1])
        #expect(waits(page) { !objects(page, "shown").isEmpty && !page.messages.bytes.isEmpty })
        let shown = try #require(objects(page, "shown").last)
        let samples = try #require(shown["samples"] as? [Int])
        let length = (one["to"] as? Double ?? 0) - (one["from"] as? Double ?? 0)
        #expect(abs(Double(samples[1] - samples[0] - 1) / 50 - length) < 0.011)
        #expect((shown["panels"] as? [[String: Any]])?.count == 2)
        let folder = motionq.path("mended")
        try say([
            "order": "mend", "folder": folder, "dropped": [one["place"] ?? -1], "stretches": [other["place"] ?? -1],
            "labels": ["odd"],
        ])
        #expect(waits(page) { objects(page, "mended").last?["is_done"] as? Bool == true }, "\(objects(page, "mended"))")
        func selection(_ stretch: [String: Any]) -> [String] {
            [
                "--session", stretch["session"] as? String ?? "", "--label", stretch["label"] as? String ?? "", "--from",
                "\((stretch["from"] as? Double ?? 0) - 0.005)", "--to", "\((stretch["to"] as? Double ?? 0) + 0.005)",
            ]
        }
        let renamed = motionq.path("renamed")
        let (first, last) = try (
            motionq.start(["dataset", "relabel", path] + selection(other) + ["--as", "odd", "-o", renamed]).wait(),
            motionq.start(["dataset", "drop", renamed] + selection(one) + ["-o", motionq.path("after")]).wait()
        )
        #expect(first.status == 0 && last.status == 0, "\(first.errors)\(last.errors)")
        let (mended, after) = try (
            String(contentsOfFile: folder + "/people.csv", encoding: .utf8),
            String(contentsOfFile: motionq.path("after/people.csv"), encoding: .utf8)
        )
        #expect(mended == after)
        // Once more into the same folder is refused, and what stands there stays.
        try say(["order": "mend", "folder": folder, "dropped": [one["place"] ?? -1], "labels": [String]()])
        #expect(waits(page) { objects(page, "mended").last?["is_done"] as? Bool == false })
        #expect(try String(contentsOfFile: folder + "/people.csv", encoding: .utf8) == mended)
        for refused in [
            ["order": "mend", "folder": "", "dropped": [1], "labels": [String]()],
            ["order": "mend", "folder": motionq.path("new"), "labels": [String]()],
            ["order": "mend", "folder": motionq.path("new"), "stretches": [1], "labels": ["a,b"]],
        ] as [[String: Any]] {
            let before = objects(page, "mended").count
            try say(refused)
            #expect(waits(page) { objects(page, "mended").count > before })
            #expect(objects(page, "mended").last?["is_done"] as? Bool == false)
        }
        #expect(!FileManager.default.fileExists(atPath: motionq.path("new")))
        _ = live.end()
    }
}
