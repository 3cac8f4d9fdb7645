import Formatting
import Foundation
import LiveLoop
import LivePage
import MotionCore
import PageServer
import Randomness
import TestSupport
import Testing
import WireProtocol

@Suite("Recorded motion on a page")
struct RecordedMotionTests {
    private static let device: HelloMessage = {
        var device = HelloMessage(role: .device, session: 1)
        device.sensor = SensorDescription(rate: 50)
        for kind in [0x10, 0x11, 0x12] as [UInt8] {
            device.sensor.addChannel(ChannelDescription(kind: kind, unit: .g, scale: 0.5, offset: 0, fullScale: 16))
        }
        return device
    }()

    private static func model(readsStrokes: Bool) -> PageModel {
        var model = PageModel()
        (model.labels, model.readsStrokes) = (["rest", "a", "b"], readsStrokes)
        var decision = DecisionParameters()
        (decision.restLabel, decision.smoothing, decision.threshold) = (0, 1, 16_384)
        model.decision = readsStrokes ? decision.judgingEachByItself : decision
        return model
    }

    private static func motion(samples: Int, seed: UInt64) -> RecordedMotion {
        var generator = SeededGenerator(seed: seed)
        let counts = (0..<3 * samples).map { _ in Int16.random(in: -900...900, using: &generator) }
        let windows = stride(from: 10, through: samples, by: 5).map { end in
            let strong = Int.random(in: 0..<3, using: &generator)
            return RecordedMotion.Window(
                endSample: end, probabilities: (0..<3).map { $0 == strong ? 30_000 : 1000 },
                isUnknown: Int.random(in: 0..<9, using: &generator) == 0)
        }
        return RecordedMotion(device: device, counts: counts, windows: windows)
    }

    /// What a page that asks for single samples is told.
    private func told(_ page: RunPage) -> (texts: [String], columns: PageColumns?) {
        page.opened(1)
        page.received("view 60 3000 live", from: 1)
        defer { page.closed(1) }
        var (texts, columns): ([String], PageColumns?) = ([], nil)
        for message in page.messages(for: 1) {
            switch message {
            case .text(let text): texts.append(text)
            case .binary(let bytes): columns = PageColumns(bytes)
            }
        }
        return (texts, columns)
    }

    /// A field of what a page is told of what is shown.
    private func shown(_ page: RunPage, _ field: String) throws -> Any? {
        let line = try #require(told(page).texts.last { $0.contains(#""type":"shown""#) })
        return (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?[field]
    }

    @Test("is drawn sample for sample, with the probabilities where its windows ended")
    func drawn() throws {
        let page = RunPage(Self.model(readsStrokes: false), wording: PlainWording())
        let motion = Self.motion(samples: 200, seed: 3)
        page.show(motion, as: JSONLine(type: "shown"))
        let columns = try #require(told(page).columns)
        #expect(columns.size == 1 && columns.end == 200)
        // Which channels there are.
        #expect(told(page).texts.contains { $0.contains(#""state":"session""#) })
        for sample in 0..<200 {
            let values = columns.values[sample - columns.first]
            for channel in 0..<3 { #expect(values[2 * channel] == Float(motion.counts[3 * sample + channel]) * 0.5) }
            let window = motion.windows.first { $0.endSample == sample + 1 }
            #expect(window == nil ? values[6].isNaN : values[6] == Float(window?.probabilities[0] ?? 0) / 32767)
        }
    }

    @Test("has the events that a run by the same rules would have had, of strokes, too", arguments: [false, true])
    func events(readsStrokes: Bool) throws {
        let model = Self.model(readsStrokes: readsStrokes)
        let page = RunPage(model, wording: PlainWording())
        let motion = Self.motion(samples: 600, seed: 5)
        let run = DecisionEngine(labels: 3, parameters: try #require(model.decision))
        var expected: [String] = []
        for window in motion.windows {
            if window.isUnknown {
                run.setUnknown()
            } else {
                window.probabilities.enumerated().forEach { run.set($0.offset, $0.element) }
            }
            // As an evaluation counts it.
            let time = UInt64(Double(window.endSample) / 50 * 1e6)
            let decision = run.decide(at: time)
            guard let label = decision.active else { continue }
            if decision.phase == .enter { expected.append("enter \(model.labels[label]) \(window.endSample - 1)") }
            if decision.phase == .exit { expected.append("exit \(model.labels[label]) \(window.endSample - 1)") }
            if readsStrokes, run.abandon(at: time) != nil { expected.append("exit \(model.labels[label]) \(window.endSample - 1)") }
        }
        page.show(motion, as: JSONLine(type: "shown"))
        let events = try shown(page, "events") as? [[String: Any]] ?? []
        let words = events.map { "\($0["phase"] ?? "") \($0["name"] ?? "") \($0["sample"] ?? "")" }
        #expect(words == expected)
        #expect(!expected.isEmpty)
        #expect(!told(page).texts.contains { $0.hasPrefix(#"{"type":"event""#) })
    }

    @Test("takes the place of what was shown before, and says why its windows led to what they did")
    func another() throws {
        let page = RunPage(Self.model(readsStrokes: false), wording: PlainWording())
        page.show(Self.motion(samples: 400, seed: 1), as: JSONLine(type: "shown"))
        page.show(Self.motion(samples: 50, seed: 2), as: JSONLine(type: "shown"))
        #expect(told(page).columns?.end == 50)
        page.opened(2)
        page.received("why 49", from: 2)
        let answer = page.messages(for: 2).compactMap { if case .text(let text) = $0 { text } else { nil } }
        #expect(answer.contains { $0.contains(#""type":"why""#) && $0.contains(#""sample":49"#) && !$0.contains("is not known") })
    }

    @Test("gives the place back to the board's motion, with its ten minutes, when its next session begins")
    func aside() throws {
        let page = RunPage(Self.model(readsStrokes: false), wording: PlainWording())
        var board = Self.device
        board.uniqueID.append(7)
        page.linkChanged(.session(board), statistics: LiveStatistics())
        let epoch = try #require(told(page).columns).epoch
        for seed in [1, 2] as [UInt64] { page.show(Self.motion(samples: 90, seed: seed), as: JSONLine(type: "shown")) }
        #expect(told(page).columns?.epoch != epoch && told(page).columns?.end == 90)
        page.linkChanged(.session(board), statistics: LiveStatistics())
        #expect(told(page).columns?.epoch == epoch && told(page).columns?.end == 0)
        #expect(!told(page).texts.contains { $0.contains(#""type":"shown""#) })
    }

    @Test("windows of a model with other labels are left out")
    func otherLabels() throws {
        let page = RunPage(Self.model(readsStrokes: false), wording: PlainWording())
        let window = RecordedMotion.Window(endSample: 10, probabilities: [1, 2], isUnknown: false)
        page.show(
            RecordedMotion(device: Self.device, counts: [Int16](repeating: 0, count: 60), windows: [window]),
            as: JSONLine(type: "shown"))
        #expect(told(page).columns?.values.allSatisfy { $0.suffix(3).allSatisfy(\.isNaN) } == true)
    }

    @Test("what an evaluation found is told to whoever comes, and again when it changes")
    func study() {
        let page = RunPage(Self.model(readsStrokes: false), wording: PlainWording())
        var line = JSONLine(type: "study")
        line.add("verdict", "good")
        page.show(study: line)
        #expect(told(page).texts.contains(line.line) && told(page).texts.contains(line.line))
        var other = JSONLine(type: "study")
        other.add("verdict", "bad")
        page.show(study: other)
        #expect(told(page).texts.contains(other.line) && !told(page).texts.contains(line.line))
    }
}
