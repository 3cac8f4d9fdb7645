import Foundation
import Models
import Recordings
import TestSupport
import Testing

@Suite("The page beside run and monitor")
struct PageTests {
    /// The address that a verb printed.
    private func address(_ live: Motionq.Running) throws -> String {
        try #require(live.waits(forNote: "/\n"), "\(live.notes)")
        let line = try #require(live.notes.split(separator: "\n").first { $0.hasPrefix("page: ") })
        return String(line.dropFirst(6))
    }

    private func object(_ text: String) throws -> [String: Any] {
        try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    /// What a page that asks for single samples was told of a whole recording, and what `--json` told beside it.
    private func shown(_ motionq: Motionq, _ words: [String], recording: String) throws -> (page: Browser, lines: [[String: Any]]) {
        let port = motionq.path("device")
        let live = try motionq.start(words + ["--port", port, "--wait", "--page", "--until-disconnected", "--json"])
        let page = try Browser(address(live))
        #expect(page.open())
        page.say("view 60 3000 live")
        let device = try motionq.start(["simulate", "--data", recording, "--speed", "8", "--link", port, "--json"])
        #expect(Patience.waits { !page.read() })
        let lines = try live.wait().objects()
        _ = device.wait()
        return (page, lines)
    }

    private func people(_ motionq: Motionq) throws -> (path: String, session: RecordedSession) {
        let path = motionq.path("people.csv")
        #expect(try motionq.run("dataset", "synthesize", "--subjects", "1000", "--gestures", "2", "-o", path).status == 0)
        return (path, try #require(RecordingReader().read(path).sessions.first))
    }

    @Test("shows every event that --json tells")
    func events() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (page, lines) = try shown(motionq, ["run", "--model", Repository.demoModel], recording: people(motionq).path)
        let labels = try Model(readingFileAt: Repository.demoModel).description.labels
        let events = try page.messages.texts.map(object).filter { $0["type"] as? String == "event" }
        let expected = lines.filter { $0["type"] as? String == "event" }
        #expect(expected.count >= 4 && events.count == expected.count)
        for (event, line) in zip(events, expected) {
            #expect(event["phase"] as? String == line["phase"] as? String)
            #expect(event["time_ms"] as? Double == line["time_ms"] as? Double)
            #expect((event["label"] as? Int).map { labels[$0] } == line["label"] as? String)
        }
    }

    @Test("shows every sample, and each channel's name and unit", arguments: ["run", "monitor"])
    func samples(_ verb: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (path, session) = try people(motionq)
        let model = verb == "run" ? ["--model", Repository.demoModel] : []
        let page = try shown(motionq, [verb] + model, recording: path).page
        var columns: [Int: [Float]] = [:]
        for message in page.messages.bytes.map(PageColumns.init) {
            #expect(message.size == 1 && message.channels == 6 && message.labels == (verb == "run" ? 4 : 0))
            for (index, values) in message.values.enumerated() { columns[message.first + index] = values }
        }
        #expect(columns.count == session.count)
        // Half a count of the simulated sensor, and the rounding of a float.
        let steps: [Float] = [16.0 / 32768, 2000.0 / 32768 * .pi / 180]
        for sample in 0..<session.count {
            guard let values = columns[sample] else { continue }
            for (channel, value) in session.sample(sample).enumerated() {
                let step = steps[channel / 3]
                #expect(values[2 * channel] == values[2 * channel + 1])
                #expect(abs(values[2 * channel] - value) <= 0.51 * step, "sample \(sample), channel \(channel)")
            }
        }
        let device = try page.messages.texts.map(object).last { $0["state"] as? String == "session" }
        let names = (device?["channels"] as? [[String: Any]])?.compactMap { $0["name"] as? String }
        #expect(names == ["ax", "ay", "az", "gx", "gy", "gz"])
    }

    @Test("answers to no address but the one that was printed, and to a port that was chosen")
    func address() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let live = try motionq.start(["monitor", "--port", motionq.path("none"), "--wait", "--page"])
        let printed = try address(live)
        let port = try #require(URL(string: printed)?.port)
        for (path, status) in [("", "200"), ("main.js", "200"), ("style.css", "200"), ("../main.js", "404"), ("other.js", "404")] {
            let browser = try Browser(printed)
            browser.get("/" + path)
            #expect(Patience.waits { !browser.read() } && browser.text.hasPrefix("HTTP/1.1 \(status) "), "\(path)")
        }
        let stranger = try Browser("http://127.0.0.1:\(port)/")
        stranger.get("/")
        #expect(Patience.waits { !stranger.read() } && stranger.text.hasPrefix("HTTP/1.1 403 "))
        // The port is taken now, which is said.
        let second = try motionq.run("monitor", "--port", motionq.path("none"), "--wait", "--page", "\(port)")
        #expect(second.status == 69 && second.errors.contains("another program serves at port \(port)"), "\(second)")
        _ = live.end()
    }
}
