import Formatting
import Foundation
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("A recording that is read a session at a time")
struct RecordingStreamTests {
    private static let header = "\(RecordedText.header)\n"

    /// The parts of a file with this text.
    private func parts(_ text: String) throws -> [RecordingStream.Part] {
        var parts: [RecordingStream.Part] = []
        try withTemporaryFolder { folder in
            let path = "\(folder)/r.csv"
            try Data(text.utf8).write(to: URL(filePath: path))
            let stream = try RecordingReader().stream(path)
            while let part = try stream.next() { parts.append(part) }
        }
        return parts
    }

    @Test("has the sessions of the whole one")
    func sessions() throws {
        let rows = (0..<500).map { "s\($0 / 90),u\($0 / 180),\($0 % 7 == 0 ? "" : "l"),\($0 * 20),1,2,3,1,2,0.\($0)\n" }
        let text = Self.header + rows.joined()
        let parts = try parts(text)
        #expect(parts.map(\.session) == (try RecordingReader().parse(text, path: "r.csv").sessions) && parts.count == 6)
        #expect(parts.allSatisfy { !$0.isContinuation })
    }

    @Test("comes in parts where a session is long, which are the session together")
    func parts() throws {
        let count = RecordingStream.longestPart + 1_000
        let rows = (0..<count).map { "s,u,\($0 / 1000 % 2),\($0 * 20),0,0,1,0,0,\($0 % 3)\n" }
        let text = Self.header + "r,u,l,0,0,0,1,0,0,0\n" + rows.joined()
        let parts = try parts(text)
        #expect(parts.map(\.session.count) == [1, RecordingStream.longestPart, 1_000])
        #expect(parts.map(\.isContinuation) == [false, false, true])
        let whole = try RecordingReader().parse(text, path: "r.csv").sessions
        #expect(whole.count == 2 && whole.last?.values == parts.dropFirst().flatMap(\.session.values))
        #expect(whole.last?.timestamps == parts.dropFirst().flatMap(\.session.timestamps))
    }

    @Test("has its numbers rounded as Swift rounds them, however they are written")
    func numbers() throws {
        var generator = SeededGenerator(seed: 21)
        var texts = ["0", "-0", "0.0", "-0.000", "00012.50", "9007199254740993", "0.1", "1e-7", "123456789.123456", "+4", "7."]
        for _ in 0..<5_000 {
            let whole = String(UInt64.random(in: 0...(1 << UInt64.random(in: 0...38, using: &generator)), using: &generator))
            let digits = (0..<Int.random(in: 1...12, using: &generator)).map { _ in "\(Int.random(in: 0...9, using: &generator))" }
            let exponent = Int.random(in: 0..<9, using: &generator) == 0 ? "e-3" : ""
            texts.append((Bool.random(using: &generator) ? "-" : "") + whole + "." + digits.joined() + exponent)
        }
        texts = texts.filter { Double($0).map { $0.magnitude < 1e12 } == true }
        // Time may begin again with each session.
        let rows = texts.enumerated().map { "s\($0),u,l,\($1),0,0,1,0,0,0\n" }
        let found = try RecordingReader().parse(Self.header + rows.joined(), path: "r.csv").sessions.map { $0.timestamps[0] }
        #expect(texts.count > 5_000 && found.map(\.bitPattern) == texts.compactMap { Double($0)?.bitPattern })
    }

    @Test("is refused at the row where it goes wrong, and gives what is before")
    func lateRefusal() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/r.csv"
            try Data((Self.header + "a,u,l,0,0,0,1,0,0,0\nb,u,l,0,0,0,1,0,0,0\nb,u,l,0,x,0,1,0,0,0\n").utf8).write(
                to: URL(filePath: path))
            let stream = try RecordingReader().stream(path)
            #expect(try stream.next()?.session.name == "a")
            #expect(throws: RecordingError.row(path: path, line: 4, reason: "ax is “x”, which is no finite number")) {
                try stream.next()
            }
        }
    }

    @Test("is refused when it is UTF-16 text, and read with the mark of UTF-8")
    func marks() throws {
        try withTemporaryFolder { folder in
            let path = "\(folder)/r.csv"
            let text = Self.header + "s,u,l,0,0,0,1,0,0,0\n"
            for mark: [UInt8] in [[0xFF, 0xFE], [0xFE, 0xFF]] {
                try (Data(mark) + Data(text.utf8)).write(to: URL(filePath: path))
                let error = #expect(throws: RecordingError.self) { try RecordingReader().read(path) }
                #expect(error?.description == "\(path) cannot be read: it is UTF-16 text; save it as UTF-8")
            }
            try (Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)).write(to: URL(filePath: path))
            #expect(try RecordingReader().read(path).sampleCount == 1)
        }
    }

    @Test("makes the same data set as the whole one, whoever is chosen", arguments: [nil, Set(["u1"])])
    func dataSet(_ chosen: Set<String>?) throws {
        var generator = SeededGenerator(seed: 8)
        try withTemporaryFolder { folder in
            for round in 0..<40 {
                let sessions = randomSessions(using: &generator)
                let path = "\(folder)/\(round).csv"
                try RecordingWriter().write(Recording(path: path, sessions: sessions), to: path)
                let options = DataSet.Options(
                    labels: LabelRule(kept: ["a", "b"], renamed: ["c": "a"]), rate: round % 2 == 0 ? 40 : nil, window: 20, hop: 7,
                    mixed: round % 3 == 0 ? .drop : .majority)
                guard let whole = try? DataSet([RecordingReader().read(path)], options: options) else {
                    #expect(throws: DataSetError.self) { try DataSetStream([path], reader: RecordingReader(), options: options) }
                    continue
                }
                let wanted = chosen.map { whole.selecting(subjects: $0) } ?? whole
                let choose = chosen.map { names in
                    { (everyone: [String]) -> Set<String> in
                        #expect(everyone == whole.subjects)
                        return names
                    }
                }
                guard !wanted.windows.isEmpty else { continue }
                let stream = try DataSetStream([path], reader: RecordingReader(), options: options, choose: choose)
                var found: [RecordedSession] = []
                try stream.forEachSession { found.append($0) }
                #expect(found == wanted.sessionsWithWindows && stream.rate == wanted.rate && stream.classes == wanted.classes)
                #expect(stream.leftOut == wanted.leftOut && stream.warnings == wanted.warnings)
                #expect(stream.paths == wanted.paths && stream.pathsWithWindows == wanted.pathsWithWindows)
            }
        }
    }
}
