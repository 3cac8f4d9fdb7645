import Foundation
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("A recording that was written")
struct RecordingWriterTests {
    private static let small = RecordedSession(
        name: "s1", subject: nil, labels: ["rest", "chop"], timestamps: [0, 40],
        values: [1, 2, 3, 4, 5, 6, -1, -2, -3, -4, -5, -6.5])

    private func reread(_ sessions: [RecordedSession]) throws -> [RecordedSession] {
        let text = try RecordingWriter().text(of: Recording(path: "", sessions: sessions), path: "r.csv")
        var reader = RecordingReader()
        // No motion is like these values.
        reader.units = RecordedUnits()
        return try reader.parse(text, path: "r.csv").sessions
    }

    @Test("is read as the same sessions")
    func sessions() throws {
        var other = Self.small
        (other.name, other.subject) = ("t 2", "Zoë")
        #expect(try reread([Self.small, other, Self.small]) == [Self.small, other, Self.small])
    }

    @Test("keeps every value and time to the last bit, however small or large")
    func bits() throws {
        var random = SeededGenerator(seed: 7)
        var session = RecordedSession(name: "s", subject: "u")
        for index in 0..<5000 {
            session.timestamps.append(Double(index) / 3)
            session.labels.append("rest")
            while session.values.count < 6 * session.count {
                let value = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
                if value.magnitude < 1e12 { session.values.append(value) }
            }
        }
        let found = try #require(try reread([session]).first)
        #expect(found.values.map(\.bitPattern) == session.values.map(\.bitPattern))
        #expect(found.timestamps == session.timestamps)
    }

    @Test("keeps the largest value that the reader takes")
    func largest() throws {
        var session = Self.small
        session.values[0] = Float(1e12)  // a little less than the limit, though its shortest spelling is the limit
        #expect(try reread([session]) == [session])
    }

    @Test("stands at its path, in place of what stood there")
    func file() throws {
        try withTemporaryFolder { folder in
            let path = folder + "/r.csv"
            try Data("old".utf8).write(to: URL(filePath: path))
            try RecordingWriter().write(Recording(path: "", sessions: [Self.small]), to: path)
            #expect(try RecordingReader().read(path) == Recording(path: path, sessions: [Self.small]))
        }
    }

    struct Unfit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout RecordedSession) -> Void
        let says: String
    }

    static let unfit = [
        Unfit(testDescription: "has a comma in its name", change: { $0.name = "a,b" }, says: "comma"),
        Unfit(testDescription: "has a line end in a label", change: { $0.labels[1] = "a\nb" }, says: "line end"),
        Unfit(testDescription: "has a space in front of its subject", change: { $0.subject = " u" }, says: "spaces"),
        Unfit(testDescription: "has a value that is no number", change: { $0.values[3] = .nan }, says: "finite"),
        Unfit(testDescription: "has a value that the reader refuses", change: { $0.values[3] = 2e12 }, says: "range"),
        Unfit(testDescription: "has times that stand still", change: { $0.timestamps[1] = 0 }, says: "rise"),
        Unfit(testDescription: "lacks a label", change: { $0.labels.removeLast() }, says: "label"),
        Unfit(testDescription: "has an empty name for its subject", change: { $0.subject = "" }, says: "subject without a name"),
        Unfit(testDescription: "has no samples", change: { $0 = RecordedSession(name: "s", subject: nil) }, says: "no samples"),
    ]

    @Test("is refused, with the reason, if a session", arguments: unfit)
    func refused(_ unfit: Unfit) {
        var session = Self.small
        unfit.change(&session)
        let error = #expect(throws: RecordingError.self) { try reread([session]) }
        #expect(error?.description.contains(unfit.says) == true)
    }

    @Test("is refused if two sessions in a row have one name: they would be read as one")
    func sameName() {
        let error = #expect(throws: RecordingError.self) { try reread([Self.small, Self.small]) }
        #expect(error?.description.contains("rename") == true)
    }

    @Test("is refused with the path if its folder is not there")
    func folder() {
        let path = "/nowhere/at/all/r.csv"
        let error = #expect(throws: RecordingError.self) {
            try RecordingWriter().write(Recording(path: "", sessions: [Self.small]), to: path)
        }
        #expect(error?.description.contains(path) == true)
    }
}
