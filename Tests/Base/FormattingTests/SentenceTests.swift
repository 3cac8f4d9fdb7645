import Formatting
import Testing

@Suite("A sentence that names settings and use cases by value")
struct SentenceTests {
    @Test(
        "names settings in quotation marks to a program",
        arguments: [
            ("give one rate for all with \(.rate)", "give one rate for all with “rate”"),
            ("validate instead (\(.validateEvery, "5"))", "validate instead (“validateEvery: 5”)"),
            ("say which, as \(.columns, "timestamp_s=…")", "say which, as “columns: timestamp_s=…”"),
        ] as [(Sentence, String)])
    func settings(_ sentence: Sentence, _ words: String) {
        #expect(sentence.description == words)
    }

    @Test(
        "and use cases in plain words",
        arguments: [
            ("run \(code: .listPorts) to see them", "run “list the ports” to see them"),
            ("name a port: \(.diagnose, .setting(.port, "PATH"))", "name a port: “diagnose the device” (port: PATH)"),
            ("\(.listPorts, .setting(.watch)) tells", "“list the ports” (watch) tells"),
            ("\(.importModel, .path("a b"), .setting(.output, .path("-c")))", "“import a model” (a b, output: -c)"),
            ("\(.importModel, "FILE", .setting(.output, "NAME"))", "“import a model” (FILE, output: NAME)"),
        ] as [(Sentence, String)])
    func useCases(_ sentence: Sentence, _ words: String) {
        #expect(sentence.description == words)
    }

    @Test("another program words it as its users know it")
    func wording() {
        let sentence: Sentence = "give \(.rate, "50"), or see \(code: .diagnose)"
        #expect(sentence.worded(by: Loud()) == "give RATE=50, or see diagnose/code")
    }

    @Test("keeps its values within another sentence and after joining")
    func nesting() {
        let inner: Sentence = "check \(.labels)"
        let outer: Sentence = "no label; \(inner)"
        #expect(outer.parts == [.text("no label; check "), .setting(.labels, nil)])
        #expect([inner, inner].joined(separator: ", ").worded(by: Loud()) == "check LABELS, check LABELS")
        #expect("a" + inner + "" == Sentence([.text("a"), .text("check "), .setting(.labels, nil)]))
    }

    @Test("an error says its problem and its remedy, and keeps their values in a sentence about it")
    func error() {
        #expect(Missing().description == "3 labels are missing; check “labels”")
        #expect("\(Missing())" as String == "3 labels are missing; check “labels”")
        #expect(Missing().sentence.problem == "3 labels are missing")
        #expect(Missing().remedy == "check \(.labels)")
        let outer: Sentence = "a.csv: \(Missing())"
        #expect(outer.remedy == "check \(.labels)")
        #expect(outer.worded(by: Loud()) == "a.csv: 3 labels are missing; check LABELS")
    }

    private struct Missing: ExplainedError {
        let kind = FailureKind.badData
        var sentence: Sentence { "\(3) labels are missing\(remedy: "check \(.labels)")" }
    }

    private struct Loud: Wording {
        func words(for setting: Setting, value: SettingValue?) -> String {
            setting.rawValue.uppercased() + (value.map { "=\($0.text)" } ?? "")
        }

        func words(for invocation: Invocation, mentionedAs mention: Sentence.Mention) -> String {
            "\(invocation.useCase.rawValue)/\(mention)"
        }

        func pieces(of invocation: Invocation) -> [String] { [invocation.useCase.rawValue] }
    }
}
