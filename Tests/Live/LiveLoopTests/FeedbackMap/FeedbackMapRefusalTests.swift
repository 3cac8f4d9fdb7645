import LiveLoop
import Randomness
import Testing

@Suite("A feedback map is refused in one sentence")
struct FeedbackMapRefusalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let yaml: String
        let sentence: String
    }

    /// An action of `shake_it` in line 4, with more keys below it.
    private static func action(_ lines: String...) -> String {
        "labels:\n  shake_it:\n    enter:\n      - " + lines.joined(separator: "\n        ") + "\n"
    }

    static let cases = [
        Case(testDescription: "if it is empty", yaml: "", sentence: "m.yml is empty; see the README for an example"),
        Case(
            testDescription: "if it is only a comment", yaml: "# later\n", sentence: "m.yml is empty; see the README for an example"
        ),
        Case(
            testDescription: "if it has no labels", yaml: "time_to_live_ms: 500\n",
            sentence: "m.yml, line 1 needs “labels:” with one entry a label"),
        Case(testDescription: "if it is a list", yaml: "- led: 0\n", sentence: "m.yml, line 1 wants “key: value” lines here"),
        Case(
            testDescription: "with a label that the model lacks",
            yaml: "labels:\n  shake_it: {}\n  jump_it:\n    enter:\n      - led: 0\n",
            sentence: "m.yml, line 3 names the label “jump_it”, which the model does not have; it has chop_it, shake_it"),
        Case(
            testDescription: "with a label given twice", yaml: "labels:\n  shake_it: {}\n  shake_it: {}\n",
            sentence: "m.yml, line 3 has “shake_it” twice"),
        Case(
            testDescription: "with an unknown key at the top", yaml: "labels: {}\nttl: 5\n",
            sentence: "m.yml, line 2 does not know “ttl”; known here: time_to_live_ms, labels"),
        Case(
            testDescription: "with an unknown key of a label", yaml: "labels:\n  shake_it:\n    entry: []\n",
            sentence: "m.yml, line 3 does not know “entry”; known here: least_confidence, enter, exit"),
        Case(
            testDescription: "with an unknown key of an action", yaml: action("led: 0", "colour: red"),
            sentence: "m.yml, line 5 does not know “colour”; known here: led, rgb, buzzer, vibration, pattern, level, color, "
                + "frequency, duration_ms, period_ms"),
        Case(
            testDescription: "with a colour by name", yaml: action("rgb: 0", "color: red"),
            sentence: "m.yml, line 5 wants a color such as \"#ff8000\", in quotes"),
        Case(
            testDescription: "with a colour that YAML takes for a comment", yaml: action("rgb: 0", "color: #ff8000"),
            sentence: "m.yml, line 5 wants a color such as \"#ff8000\", in quotes"),
        Case(
            testDescription: "with a sign among a colour's digits", yaml: action("rgb: 0", "color: \"#+f8000\""),
            sentence: "m.yml, line 5 wants a color such as \"#ff8000\", in quotes"),
        Case(
            testDescription: "with unit 8", yaml: action("led: 8"), sentence: "m.yml, line 4 wants led between 0 and 7"),
        Case(
            testDescription: "with a unit that is no number", yaml: action("buzzer: loud"),
            sentence: "m.yml, line 4 wants buzzer between 0 and 7"),
        Case(
            testDescription: "with a time to live of 0", yaml: "time_to_live_ms: 0\nlabels: {}\n",
            sentence: "m.yml, line 1 wants time_to_live_ms between 1 and 10000"),
        Case(
            testDescription: "with a time to live beyond 10 s", yaml: "labels: {}\ntime_to_live_ms: 10001\n",
            sentence: "m.yml, line 2 wants time_to_live_ms between 1 and 10000"),
        Case(
            testDescription: "with a level of 256", yaml: action("led: 0", "level: 256"),
            sentence: "m.yml, line 5 wants level between 0 and 255"),
        Case(
            testDescription: "with a frequency above hearing", yaml: action("buzzer: 0", "frequency: 20001"),
            sentence: "m.yml, line 5 wants frequency between 0 and 20000"),
        Case(
            testDescription: "with a negative duration", yaml: action("led: 0", "duration_ms: -1"),
            sentence: "m.yml, line 5 wants duration_ms between 0 and 60000"),
        Case(
            testDescription: "with a period beyond a minute", yaml: action("led: 0", "period_ms: 60001"),
            sentence: "m.yml, line 5 wants period_ms between 0 and 60000"),
        Case(
            testDescription: "with an unknown pattern", yaml: action("led: 0", "pattern: flash"),
            sentence: "m.yml, line 5 wants pattern on, off or blink"),
        Case(
            testDescription: "with two actuators in an action", yaml: action("led: 0", "buzzer: 0"),
            sentence: "m.yml, line 4 wants exactly one of led, rgb, buzzer or vibration in an action"),
        Case(
            testDescription: "with no actuator in an action", yaml: action("pattern: on"),
            sentence: "m.yml, line 4 wants exactly one of led, rgb, buzzer or vibration in an action"),
        Case(
            testDescription: "with actions that are no list", yaml: "labels:\n  shake_it:\n    enter:\n      led: 0\n",
            sentence: "m.yml, line 4 wants a list of actions, each with a leading “-”"),
        Case(
            testDescription: "with an action that is a word", yaml: action("led"),
            sentence: "m.yml, line 4 wants “key: value” lines here"),
        Case(
            testDescription: "with a confidence in per cent", yaml: "labels:\n  shake_it:\n    least_confidence: 95\n",
            sentence: "m.yml, line 3 wants least_confidence between 0 and 1"),
        Case(
            testDescription: "with a confidence that is no number", yaml: "labels:\n  shake_it:\n    least_confidence: .nan\n",
            sentence: "m.yml, line 3 wants least_confidence between 0 and 1"),
    ]

    private let map = FeedbackMap(labels: ["chop_it", "shake_it"], file: "m.yml")

    @Test("with file, line and mend", arguments: cases)
    func sentence(_ example: Case) throws {
        let error = try #require(throws: FeedbackMapError.self) { try map.parse(example.yaml) }
        #expect(error.description == example.sentence)
    }

    struct Broken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let yaml: String
        let line: Int
    }

    static let broken = [
        Broken(testDescription: "a list that is not closed", yaml: "labels:\n  shake_it: [\n", line: 3),
        Broken(testDescription: "a tab for indentation", yaml: "labels:\n\tshake_it: {}\n", line: 2),
        Broken(testDescription: "a quotation that is not closed", yaml: "labels:\n  \"shake_it: {}\n", line: 3),
        Broken(testDescription: "an alias of nothing", yaml: "labels:\n  shake_it: *other\n", line: 2),
        Broken(testDescription: "two documents", yaml: "labels: {}\n---\nlabels: {}\n", line: 2),
        Broken(testDescription: "a control character", yaml: "labels:\n  shake_it: {}\u{1}\n", line: 2),
        Broken(testDescription: "deep nesting", yaml: String(repeating: "[", count: 100_000), line: 1),
    ]

    @Test("with its line if it is no valid YAML", arguments: broken)
    func invalidYAML(_ example: Broken) throws {
        let error = try #require(throws: FeedbackMapError.self) { try map.parse(example.yaml) }
        #expect(error.description.hasPrefix("m.yml, line \(example.line) is not valid YAML: "), "\(error)")
        #expect(!error.description.contains("\n"), "\(error)")
    }

    @Test("or read, but never crashes, with bytes of a sound one changed")
    func flippedBytes() {
        var generator = SeededGenerator(seed: 9)
        let sound = Array((Self.action("rgb: 0", "color: \"#ff8000\"", "period_ms: 200") + "time_to_live_ms: 500\n").utf8)
        for _ in 0..<3_000 {
            var bytes = sound
            for _ in 0...Int.random(in: 0...3, using: &generator) {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            do {
                #expect(try map.parse(String(decoding: bytes, as: UTF8.self)).entries.count <= 2)
            } catch {
                #expect("\(error)".hasPrefix("m.yml") && !"\(error)".contains("\n"), "\(error)")
            }
        }
    }
}
