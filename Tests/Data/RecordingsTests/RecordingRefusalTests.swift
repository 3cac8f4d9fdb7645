import Formatting
import Foundation
import Randomness
import Recordings
import TestSupport
import Testing

@Suite("A recording is refused")
struct RecordingRefusalTests {
    private static let header = RecordedText.header

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let sentence: String
    }

    private static let headerSentence = "r.csv, line 1: a recording starts with the header \(header); missing: "
    private static let book = "s,l,0,0,0,1,2,3,4,5,6,7,8,9\n"

    static let cases = [
        Case(testDescription: "if it is empty", text: "", sentence: "r.csv holds no samples"),
        Case(testDescription: "if it holds blank lines only", text: "\n \r\n\n", sentence: "r.csv holds no samples"),
        Case(testDescription: "if it holds a header only", text: header + "\n", sentence: "r.csv holds no samples"),
        Case(
            testDescription: "without one column", text: header.replacing(",az", with: "") + "\n",
            sentence: headerSentence + "az"),
        Case(
            testDescription: "without several columns", text: "session,subject,label,ax,ay,az\n",
            sentence: headerSentence + "timestamp_ms, gx, gy, gz"),
        Case(
            testDescription: "with no header in front", text: "s,u,l,0,1,2,3,4,5,6\n",
            sentence: headerSentence + "session, subject, label, timestamp_ms, ax, ay, az, gx, gy, gz"),
        Case(
            testDescription: "with a row too short", text: header + "\ns,u,l,0,1,2,3,4,5,6\ns,u,l,1,1,2,3,4,5\n",
            sentence: "r.csv, line 3: 9 columns where 10 are expected"),
        Case(
            testDescription: "with a row too long", text: header + "\ns,u,l,0,1,2,3,4,5,6,7\n",
            sentence: "r.csv, line 2: 11 columns where 10 are expected"),
        Case(
            testDescription: "with a value that is NaN", text: header + "\n\ns,u,l,0,1,2,nan,4,5,6\n",
            sentence: "r.csv, line 3: az is “nan”, which is no finite number"),
        Case(
            testDescription: "with a value that is infinite", text: header + "\ns,u,l,0,1,2,3,4,5,-inf\n",
            sentence: "r.csv, line 2: gz is “-inf”, which is no finite number"),
        Case(
            testDescription: "with a word for a value", text: header + "\ns,u,l,0,1,two,3,4,5,6\n",
            sentence: "r.csv, line 2: ay is “two”, which is no finite number"),
        Case(
            testDescription: "with nothing for a value", text: header + "\ns,u,l,0,1,2,3,,5,6\n",
            sentence: "r.csv, line 2: gx is “”, which is no finite number"),
        Case(
            testDescription: "with a word for a time", text: header + "\ns,u,l,now,1,2,3,4,5,6\n",
            sentence: "r.csv, line 2: timestamp_ms is “now”, which is no finite number"),
        Case(
            testDescription: "with time that goes back", text: header + "\ns,u,l,40,1,2,3,4,5,6\ns,u,l,20,1,2,3,4,5,6\n",
            sentence: "r.csv, line 3: the time stamp 20.0 comes before 40.0, that of the row before it"),
        Case(
            testDescription: "with time that stands still", text: header + "\ns,u,l,40,1,2,3,4,5,6\ns,u,l,40,1,2,3,4,5,6\n",
            sentence:
                "r.csv, line 3: all time stamps of session s are 40.0; they are milliseconds, and tell when a sample was taken"),
        Case(
            testDescription: "in 14 columns with NaN in the first row", text: "s,l,0,0,0,nan,2,3,4,5,6,7,8,9\n",
            sentence: "r.csv, line 1: gx is “nan”, which is no finite number"),
        Case(
            testDescription: "in 14 columns with NaN later", text: book + "s,l,0,0,0,1,2,3,4,5,6,7,8,nan\n",
            sentence: "r.csv, line 2: az is “nan”, which is no finite number"),
        Case(
            testDescription: "in 14 columns with a row too short", text: book + "s,l,0,0,0,1,2,3,4,5,6,7,8\n",
            sentence: "r.csv, line 2: 13 columns where 14 are expected"),
        Case(
            testDescription: "that ends within a row", text: header + "\ns,u,l,0,1,2,3,4,5,6\ns,u,l,1,1,2",
            sentence: "r.csv, line 3: 6 columns where 10 are expected; the file ends within this row"),
        Case(
            testDescription: "with a NUL byte", text: header + "\ns,u,l\0,0,1,2,3,4,5,6\n",
            sentence: "r.csv, line 2: it holds a NUL byte, as no text does; if it is UTF-16, save it as UTF-8"),
        Case(
            testDescription: "whose lines end with CR alone", text: header + "\rs,u,l,0,1,2,3,4,5,6\r",
            sentence: "r.csv, line 1: its lines end with CR alone; save it with LF or CR LF"),
        Case(
            testDescription: "with semicolons", text: header.replacing(",", with: ";") + "\ns;u;l;0;1;2;3;4;5;6\n",
            sentence:
                "r.csv, line 1: its columns are separated by semicolons; save it with commas between them, and points in its numbers"
        ),
        Case(
            testDescription: "with tabs", text: header.replacing(",", with: "\t") + "\n",
            sentence:
                "r.csv, line 1: its columns are separated by tabs; save it with commas between them, and points in its numbers"),
        Case(
            testDescription: "with quotation marks", text: "\"" + header.replacing(",", with: "\",\"") + "\"\n",
            sentence: "r.csv, line 1: its names stand in quotation marks; save it without them"),
        Case(
            testDescription: "with an endless line", text: header + "\ns,u,l,0,1,2,3,4,5," + String(repeating: "0", count: 70_000),
            sentence:
                "r.csv, line 2: it is longer than 65536 bytes, which no row of a recording is; lines end with LF or CR LF"),
        Case(
            testDescription: "with an endless label",
            text: header + "\ns,u,\(String(repeating: "l", count: 1_025)),0,1,2,3,4,5,6\n",
            sentence: "r.csv, line 2: a label of 1025 bytes; it may have 1024"),
        Case(
            testDescription: "with a label a sample",
            text: header + "\n" + (0...4_096).map { "s,u,l\($0),\($0),0,0,1,0,0,0\n" }.joined(),
            sentence: "r.csv, line 4098: more than 4096 different labels; a label names what is done, not a sample"),
    ]

    @Test("with file, line and reason", arguments: cases)
    func sentence(_ example: Case) throws {
        let error = try #require(throws: RecordingError.self) { try RecordingReader().parse(example.text, path: "r.csv") }
        #expect(error.description == example.sentence)
    }

    private func reader(mostSamples: Int) -> RecordingReader {
        var reader = RecordingReader()
        reader.mostSamples = mostSamples
        return reader
    }

    @Test("with more samples than are held at a time, alone and with those before it")
    func tooMany() throws {
        let text = Self.header + "\n" + (0..<10).map { "s,u,l,\($0),0,0,1,0,0,0\n" }.joined()
        let whole = try reader(mostSamples: 10).parse(text, path: "r.csv")
        #expect(whole.sampleCount == 10)
        try withFile(Array(text.utf8)) { path in
            let together = #expect(throws: RecordingError.self) { try reader(mostSamples: 10).read([path, path]) }
            #expect(
                together?.description
                    == "\(path) holds with those before it more than 10 samples, which is as many as are held at a time; give fewer recordings"
            )
        }
        let alone = #expect(throws: RecordingError.self) { try reader(mostSamples: 9).parse(text, path: "r.csv") }
        #expect(
            alone?.description
                == "r.csv holds more than 9 samples, which is as many as are held at a time; cut it, and give a part")
    }

    @Test("if it is not there, and that is told from bad content")
    func notThere() throws {
        let error = try #require(throws: RecordingError.self) { try RecordingReader().read("/nonexistent/r.csv") }
        #expect(error.description == "there is no recording at /nonexistent/r.csv")
        #expect(error.isMissingInput)
    }

    @Test("if it is a folder")
    func folder() throws {
        let error = try #require(throws: RecordingError.self) { try RecordingReader().read("/") }
        #expect(error == .notReadable(path: "/", reason: "is a folder: name a file"))
    }

    @Test("if it is packed otherwise than with gzip, with the advice to unpack it")
    func compressed() throws {
        try withFile([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00, 0x00, 0x04]) { path in
            let error = try #require(throws: RecordingError.self) { try RecordingReader().read(path) }
            #expect(
                error.description
                    == "\(path) cannot be read: it is not UTF-8 text; of the compressed forms only gzip is read, unpack others first"
            )
        }
    }

    @Test("or read if it is on disk and sound")
    func onDisk() throws {
        try withFile(Array("\(Self.header)\ns,u,l,0,1,2,3,4,5,6\n".utf8)) { path in
            let recording = try RecordingReader().read(path)
            #expect(recording.path == path && recording.sampleCount == 1)
        }
    }

    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).csv")
        try Data(bytes).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        try body(file.path)
    }

    @Test("or read, but never crashes, whatever bytes it is made of")
    func garbage() {
        var generator = SeededGenerator(seed: 5)
        let alphabet = Array("0123456789.,,,,,,-+eE\n\n\r \tnaifxsul\u{0}“é".utf8)
        for _ in 0..<5_000 {
            let count = Int.random(in: 0...300, using: &generator)
            let bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &generator)] }
            expectSentenceOrRecording(String(decoding: bytes, as: UTF8.self))
            expectSentenceOrRecording(Self.header + "\n" + String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test("or read, but never crashes, with bytes of a sound one changed")
    func flippedBytes() {
        var generator = SeededGenerator(seed: 6)
        let sound = [
            Array((Self.header + (0..<8).map { "\ns,u,l,\($0),1.5,-2,3,4e-1,5,6" }.joined()).utf8),
            Array(String(repeating: Self.book, count: 8).utf8),
        ]
        for round in 0..<5_000 {
            var bytes = sound[round % 2]
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            expectSentenceOrRecording(String(decoding: bytes, as: UTF8.self))
        }
    }

    private func expectSentenceOrRecording(_ text: String) {
        do {
            let recording = try RecordingReader().parse(text, path: "r.csv")
            #expect(recording.sessions.allSatisfy { $0.values.count == $0.count * 6 && $0.labels.count == $0.count })
            #expect(recording.sessions.allSatisfy { $0.values.allSatisfy(\.isFinite) })
        } catch {
            #expect(error.description.hasPrefix("r.csv"))
        }
    }
}
