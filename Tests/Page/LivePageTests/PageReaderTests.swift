import Foundation
import LiveLoop
import LivePage
import MotionCore
import PageServer
import TestSupport
import Testing
import WireProtocol

@Suite("What a page is told, and when")
struct PageReaderTests {
    /// Six channels at 50 Hz.
    private static let device: HelloMessage = {
        var device = HelloMessage(role: .device, session: 1)
        device.sensor = SensorDescription(rate: 50)
        for kind in [0x10, 0x11, 0x12, 0x20, 0x21, 0x22] as [UInt8] {
            device.sensor.addChannel(ChannelDescription(kind: kind, unit: .g, scale: 0.5, offset: 1, fullScale: 16))
        }
        return device
    }()

    private var journal = PageJournal(PageReaderTests.named("a model", ["rest", "wave"]))
    private var stream = PageStream(device, labels: 2, epoch: 1)
    private var facts = PageFacts()
    private var reader = PageReader()

    private static func named(_ title: String, _ labels: [String]) -> PageModel {
        var model = PageModel()
        (model.title, model.labels) = (title, labels)
        return model
    }

    private mutating func append(_ count: Int) {
        for _ in 0..<count {
            let sample = stream.signal.end
            stream.append(at: UInt64(sample * 20_000)) { Int16(sample % 1000 + $0) }
        }
    }

    private mutating func read() -> (texts: [String], columns: PageColumns?) {
        var (texts, columns): ([String], PageColumns?) = ([], nil)
        for message in reader.read(journal, facts, stream) {
            switch message {
            case .text(let text): texts.append(text)
            case .binary(let bytes): columns = PageColumns(bytes)
            }
        }
        return (texts, columns)
    }

    @Test("the greeting once, each line once, counts and lights when they change")
    mutating func lines() {
        journal.append(#"{"type":"note"}"#)
        let first = read().texts
        #expect(first.count == 2 && first[0].contains(#""title":"a model""#) && first[1] == #"{"type":"note"}"#)
        #expect(read().texts.isEmpty)
        journal.append(#"{"type":"event"}"#)
        facts[.counts] = "7 samples"
        facts[.lights] = "dark"
        #expect(read().texts == [#"{"type":"event"}"#, "7 samples", "dark"])
        facts[.counts] = "7 samples"
        facts[.lights] = "led 0"
        #expect(read().texts == ["led 0"])
    }

    @Test("nothing while it is hidden, and all of it when somebody looks again")
    mutating func hidden() throws {
        _ = read()
        reader.hide()
        append(100)
        journal.append(#"{"type":"event"}"#)
        let silent = read()
        #expect(silent.texts.isEmpty && silent.columns == nil)
        reader.show(PageView())
        let told = read()
        #expect(told.texts == [#"{"type":"event"}"#] && told.columns?.end == 100)
    }

    @Test("another model when it is changed, and whoever comes later the one of now first")
    mutating func model() {
        _ = read()
        journal.change(to: Self.named("another", ["a"]))
        #expect(read().texts == [#"{"type":"model","title":"another","labels":["a"]}"#])
        reader = PageReader()
        #expect(read().texts.first == #"{"type":"page","title":"another","labels":["a"]}"#)
    }

    @Test("a window that is told late in its own column, once more with all that follows")
    mutating func lateWindow() {
        append(200)
        reader.show(PageView("view 10 500 live") ?? PageView())
        _ = read()
        append(1)
        [Int16](repeating: 32767, count: 2).withUnsafeBufferPointer { stream.append(WindowHistory.Entry(end: 150), $0) }
        let columns = read().columns
        #expect(columns?.first == 150 && columns?.values.count == 51 && columns?.values[0].suffix(2) == [1, 1])
        #expect(read().columns == nil)
    }

    @Test("all that it shows first, then what is new, a column that was not complete once more")
    mutating func news() {
        append(1000)
        reader.show(PageView("view 10 250 live") ?? PageView())
        let first = read().columns
        #expect(first?.size == 2 && first?.first == 250 && first?.values.count == 250)
        // Counts are halves of a unit, and 1 is added.
        #expect(first?.values.first?.first == 251 && first?.values.last?.first == 500)
        #expect(read().columns == nil)
        append(1)
        var next = read().columns
        #expect(next?.first == 500 && next?.values.count == 1)
        append(4)
        next = read().columns
        #expect(next?.first == 500 && next?.values.count == 3)
    }

    @Test("no more than it can show, however long it slept")
    mutating func slept() {
        append(10)
        reader.show(PageView("view 10 250 live") ?? PageView())
        _ = read()
        append(20_000)
        let columns = read().columns
        #expect(columns?.values.count == 250 && columns.map { $0.first + $0.values.count } == 10_005)
    }

    @Test("a stretch of the past once, and nothing newer until it asks")
    mutating func past() {
        append(5000)
        reader.show(PageView("view 2 100 600") ?? PageView())
        let columns = read().columns
        #expect(columns?.size == 1 && columns?.first == 500 && columns?.values.count == 100)
        append(100)
        #expect(read().columns == nil)
        reader.show(PageView("view 2 100 live") ?? PageView())
        #expect(read().columns?.first == 5000)
    }

    @Test("all of another stream, whose columns are none of the old one's")
    mutating func another() {
        append(100)
        _ = read()
        stream = PageStream(Self.device, labels: 2, epoch: 2)
        append(30)
        let columns = read().columns
        #expect(columns?.first == 0 && columns?.values.count == 30)
    }

    @Test("of a journal that is too long the end")
    mutating func longJournal() {
        for number in 0..<5000 { journal.append("\(number)") }
        let texts = read().texts
        #expect(texts.count <= PageJournal.most + 1 && texts.contains("4999") && !texts.contains("3000"))
        journal.append("more")
        #expect(read().texts == ["more"])
    }
}
