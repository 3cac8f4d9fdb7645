import Testing

/// The tester itself: what is wrong with a document is found.
@Suite("A document is faulted")
struct TesterTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let block: [String]
        let says: String
    }

    private static func fenced(_ info: String, _ lines: String...) -> [String] { ["```" + info] + lines + ["```"] }

    static let cases = [
        Case(testDescription: "for a block that does not say what it is", block: fenced("", "anything"), says: "does not say"),
        Case(testDescription: "for a language that nobody checks", block: fenced("ruby", "puts 1"), says: "ruby"),
        Case(testDescription: "for a verb that is not there", block: fenced("sh", "motionq dance"), says: "no verb “dance”"),
        Case(
            testDescription: "for an option that is not there, though it needs a board",
            block: fenced("sh board", "motionq run --port auto --modle m.safetensors"), says: "no option --modle"),
        Case(
            testDescription: "for a target that is not there", block: fenced("sh", "cd . && make tea"), says: "make tea"),
        Case(
            testDescription: "for a command that fails, though others follow",
            block: fenced("sh", "motionq info no.safetensors", "true"),
            says: "ends with 66"),
        Case(
            testDescription: "for an answer that is another one",
            block: fenced("console", "$ motionq dataset synthesize --output w.csv --gestures 1", "w.csv: … wild people, 5 samples"),
            says: "made-up people"),
        Case(testDescription: "for a console block without a command", block: fenced("console", "hello"), says: "after `$ `"),
        Case(
            testDescription: "for Swift that is nowhere run", block: fenced("swift", "let x = try nowhere()"), says: "no Swift file"
        ),
        Case(
            testDescription: "for a map with a label that the demo's model does not have",
            block: fenced("yaml", "labels:", "  shake_it: {}"), says: "shake_it"),
        Case(testDescription: "for C that does not compile", block: fenced("c", "int x = ;"), says: "does not compile"),
        Case(
            testDescription: "for a sketch that does not compile", block: fenced("cpp", "void setup() { x; }"),
            says: "does not compile"),
        Case(testDescription: "for a line of no sketch", block: fenced("cpp lines", "device.dance();"), says: "device.dance"),
    ]

    @Test("with its line and a sentence", arguments: cases)
    func faults(_ example: Case) throws {
        let document = Document((["Text."] + example.block).joined(separator: "\n"), path: "x.md")
        let block = try #require(document.blocks.first)
        #expect(block.line == 2)
        let sandbox = try Sandbox(isEmpty: true)
        defer { sandbox.remove() }
        let fault = try BlockChecks(sandbox: sandbox, catalogue: try Catalogue.shared.get()).fault(block)
        #expect(fault?.contains(example.says) == true, "\(fault ?? "nothing")")
    }

    @Test("not for what is right: a transcript whose figures are others")
    func transcript() throws {
        let block = Document(
            "```console\n$ motionq dataset synthesize --output w.csv \\\n    --gestures 1\nw.csv: 7 made-up people, … samples\n$ motionq info gesture.safetensors\n…\n```",
            path: "x.md"
        ).blocks[0]
        let sandbox = try Sandbox()
        defer { sandbox.remove() }
        #expect(try BlockChecks(sandbox: sandbox, catalogue: try Catalogue.shared.get()).fault(block) == nil)
    }

    @Test("for code in a sentence, over a line's end, and between double backticks")
    func spans() {
        let document = Document("One `motionq\nrun` and ``a ` b``, then\n\n`make x`.", path: "x.md")
        #expect(document.spans.map(\.text) == ["motionq run", "a ` b", "make x"])
        #expect(document.spans.map(\.line) == [1, 1, 4])
    }

    @Test("for a fence that is never closed")
    func openFence() {
        #expect(Document("```sh\nmake demo\n", path: "x.md").openFence == 1)
    }

    @Test("by the words of its commands: quotes, comments, joined lines, loops")
    func words() {
        let script = "A=1 motionq run \\\n  --port 'a b' > out 2>&1 & # motionq no\nfor x in 1; do make demo; done | tee log"
        #expect(
            ShellCommands.all(in: script) == [
                ["motionq", "run", "--port", "a b", "out"], ["for", "x", "in", "1"], ["make", "demo"], ["tee", "log"],
            ])
    }
}
