import ForeignTables
import Foundation
import MotionCore
import Recordings
import Testing

@Suite("Moments in JSON")
struct MomentTableTests {
    private func convert(
        _ text: String, named name: String = "face.json", columns: String? = nil, recordedRate: Double? = nil
    ) throws -> ConversionWorld.Result {
        let world = try ConversionWorld()
        defer { world.remove() }
        let path = try world.write(name, [text])
        return try world.convert(path, columns: columns, recordedRate: recordedRate, channels: .all)
    }

    /// An array of as many objects.
    private func array(_ count: Int = 60, _ object: (Int) -> String) -> String {
        "[" + (0..<count).map(object).joined(separator: ", ") + "]"
    }

    @Test("become a recording: fields are channels, also those in fields and in lists, null is a missing value")
    func fields() throws {
        let result = try convert(
            array { number in
                """
                {"jaw": {"open": 0.\(number + 10), "side": -1e-2}, "lips": [1, \(number % 7)], "smile": \(number == 3 ? "null" : "0.5"),
                 "note": "x", "eyes_shut": \(number == 4), "label": "a", "time": \(Double(number) / 50)}
                """
            })
        let session = try #require(result.sessions.first)
        #expect(session.channels.names == ["jaw.open", "jaw.side", "lips_0", "lips_1", "smile", "eyes_shut"])
        #expect(session.count == 60 && Set(session.labels) == ["a"] && session.rate == 50)
        #expect(session.sample(2).elementsEqual([0.12, -0.01, 1, 2, 0.5, 0]))
        #expect(session.sample(3).dropLast().last?.isNaN == true && session.sample(4).last == 1)
        #expect(result.converted.tables.first?.takenFor == "6 channels: jaw.open, jaw.side, lips_0, lips_1 …")
    }

    @Test("come one a line as well as in an array, to the byte", arguments: ["face.jsonl", "face.ndjson", "face.json"])
    func lines(_ name: String) throws {
        let object = { (number: Int) in "{\"jaw\": \(number % 7), \"text\": \"a ] } \\\" [ {\", \"time\": \(number * 20)}" }
        let lines = try convert((0..<60).map(object).joined(separator: "\n"), named: name)
        #expect(try lines.sessions == convert(array(60, object)).sessions)
        #expect(lines.sessions.first?.count == 60)
    }

    @Test("are cut into sessions by people and numbers of sessions, which may be numbers")
    func sessions() throws {
        let result = try convert(
            array { "{\"jaw\": 1, \"class\": \"é\\u00e9\", \"user\": \($0 / 20), \"trial\": 7, \"t\": \($0 * 20)}" })
        #expect(result.converted.subjects == ["0", "1", "2"] && result.counts == [20, 20, 20])
        #expect(result.sessions.first?.labels.first == "éé")
    }

    @Test("that hold motion are motion, with channels behind it")
    func motion() throws {
        let result = try convert(
            array(200) { number in
                let values = ConversionWorld.motion(number)
                return """
                    {"accelerometer": {"x": \(values[0]), "y": \(values[1]), "z": \(values[2])}, "flex": [0.25],
                     "gyroscope": {"x": \(values[3]), "y": \(values[4]), "z": \(values[5])}, "timestamp": \(number * 20)}
                    """
            })
        let session = try #require(result.sessions.first)
        #expect(session.channels.names == SixAxes.names + ["flex_0"])
        #expect(session.sample(7).elementsEqual((ConversionWorld.motion(7) + [0.25]).map { Float($0) }))
    }

    @Test("whose fields are called otherwise are told as columns are")
    func named() throws {
        let text = array { "{\"jaw\": 1, \"vowel\": \"a\", \"at\": \($0 * 20)}" }
        let result = try convert(text, columns: "label=vowel,timestamp_ms=at")
        #expect(result.sessions.first?.labels.first == "a" && result.sessions.first?.channels.names == ["jaw"])
    }

    @Test("without a time want a rate, and take it")
    func withoutTime() throws {
        let text = array { "{\"jaw\": 1, \"lips\": \($0 % 7)}" }
        let error = #expect(throws: RecordingError.self) { try convert(text) }
        let said = error?.description ?? ""
        #expect(said.contains("no field tells the time; its 2 fields are jaw, lips") && said.contains("recordedRate"), "\(said)")
        #expect(try convert(text, recordedRate: 30).sessions.first?.rate.map { ($0 * 10).rounded() } == 300)
    }

    struct Refused: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let says: String
    }

    private static func moments(_ replaced: Int? = nil, by object: String = "") -> String {
        let objects = (1...40).map { $0 == replaced ? object : "{\"jaw\": 1, \"label\": \"a\", \"time\": \($0 * 20)}" }
        return "[" + objects.joined(separator: ",\n") + "]"
    }

    static let refused = [
        Refused(
            testDescription: "no JSON", text: "jaw,label", says: "line 1: of JSON an array of objects is read, or an object a line"),
        Refused(testDescription: "a list of numbers", text: "[1, 2, 3]", says: "line 1: of JSON an array of objects is read"),
        Refused(testDescription: "nothing", text: "[]", says: "holds no samples"),
        Refused(
            testDescription: "a word without quotation marks", text: moments(7, by: "{\"jaw\": wide}"),
            says: "line 7: object 7 is no JSON"),
        Refused(
            testDescription: "a file that was cut off", text: String(moments().dropLast(9)),
            says: "line 40: the file ends within object 40"),
        Refused(
            testDescription: "an array that was cut off", text: String(moments().dropLast()),
            says: "the file ends within its array"),
        Refused(
            testDescription: "no numbers", text: "[{\"mood\": \"good\", \"place\": \"home\"}]",
            says: "none of its objects holds a number; its fields are mood, place"),
        Refused(
            testDescription: "labels that are numbers", text: "[{\"jaw\": 1, \"label\": 3, \"time\": 0}]",
            says: "“label” is a number; a label is a text in quotation marks"),
        Refused(
            testDescription: "a field of two kinds", text: moments(9, by: "{\"jaw\": \"wide\"}"),
            says: "line 9: “jaw” is a text in object 9 and a number before"),
        Refused(
            testDescription: "a hundred lists in each other",
            text: "[{\"jaw\": " + String(repeating: "[", count: 100) + "1" + String(repeating: "]", count: 100) + "}]",
            says: "line 1: the fields of object 1 lie deeper in each other"),
        Refused(
            testDescription: "more channels than a recording has",
            text: "[{\"points\": [" + (0..<70).map { "\($0)" }.joined(separator: ", ") + "], \"time\": 1}]",
            says: "as a recording it has 70 channels; 64 are as many as are taken"),
    ]

    @Test("that cannot be read are refused in one sentence", arguments: refused)
    func refusals(_ some: Refused) throws {
        let error = #expect(throws: RecordingError.self) { try convert(some.text) }
        #expect(error?.description.contains(some.says) == true, "\(error?.description ?? "")")
        #expect(error?.isMissingInput == false)
    }

    @Test("of a folder are read, and what else is JSON there is not looked at")
    func folder() throws {
        let world = try ConversionWorld()
        defer { world.remove() }
        for label in ["a", "e"] {
            try world.write("in/\(label).json", [array { "{\"jaw\": 1, \"time\": \($0 * 20)}" }])
        }
        try world.write("in/settings.json", ["{\"jaw\": 3}"])
        try world.write("in/numbers.json", ["[1, 2]"])
        let result = try world.convert(world.path("in"), channels: .all)
        #expect(result.converted.filesRead == 2 && result.sessions.map { $0.labels.first } == ["a", "e"])
    }
}
