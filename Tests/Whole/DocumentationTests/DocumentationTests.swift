import Testing

// Every Markdown file of the repository is held to these rules:
//
// - Every fenced block says after its fence what it is.
//   sh       run as one script, each command ending with 0, in a sandbox that holds what documents presume (Sandbox.swift). A
//            document's blocks run one after the other in the same folder.
//   sh board needs a board or an emulated one, sh slow more time than tests have: verbs, options and targets must exist; it is not
//            run.
//   console  `$ command` and what it answers, standard error included. Any number matches any other, any run of spaces any other;
//            `…` within a line matches anything, a line `…` any number of lines. `console board` and `console slow` as above.
//            A document one of whose blocks is `sh empty` or `console empty` finds no recordings and no models.
//   swift    stands line for line, indentation aside, in a Swift file below Tests or Examples, which is built and run.
//   yaml     a feedback map for the demo's model.
//   c        compiles; cpp is a whole sketch and compiles, `cpp lines` are lines of the Arduino library's examples.
//   python   is Python. text is anything else.
// - `make`, `swift`, `git`, `sudo`, `apt-get` and `brew` do nothing in the sandbox, but that `git clone` makes a folder. Targets of
//   make must be known, with what runs them (MakeTargets.swift). In `sh` blocks `motionq train` and `bench` are asked for less than
//   the document says.
// - Code in a sentence that begins with `motionq ` or `make ` names verbs, options and targets that exist. An ellipsis stands for
//   anything.
@Suite("Documents")
struct DocumentationTests {
    @Test("do what they say: every block runs, compiles or is read", arguments: Document.paths)
    func blocks(_ path: String) throws {
        let document = try Document(readingFileAt: path)
        #expect(document.openFence == nil, "\(path) has a block that is never closed")
        guard !document.blocks.isEmpty else { return }
        let sandbox = try Sandbox(
            isEmpty: document.blocks.contains { $0.words.contains("empty") },
            hasSharedData: document.blocks.contains { $0.text.contains("shared/data") })
        defer { sandbox.remove() }
        let checks = BlockChecks(sandbox: sandbox, catalogue: try Catalogue.shared.get())
        for block in document.blocks {
            if let fault = try checks.fault(block) { Issue.record("\(path), line \(block.line): \(fault)") }
        }
    }

    @Test("name in their sentences only commands that there are", arguments: Document.paths.filter { $0 != "CHANGELOG.md" })
    func sentences(_ path: String) throws {
        let catalogue = try Catalogue.shared.get()
        for span in try Document(readingFileAt: path).spans {
            for words in ShellCommands.all(in: span.text) {
                let rest = Array(words.dropFirst())
                let fault = words[0] == "motionq" ? catalogue.fault(rest) : words[0] == "make" ? MakeTargets.fault(rest) : nil
                if let fault { Issue.record("\(path), line \(span.line), `\(span.text)`: \(fault)") }
            }
        }
    }

    @Test("name targets of make that stand in the Makefile, and are run by whom MakeTargets says")
    func targets() throws {
        let makefile = MakeTargets.needs(try Document.contents(of: "Makefile") + Document.contents(of: "Scripts/more.mk"))
        var inCI = Set(ShellCommands.all(in: try Document.contents(of: ".ci/run")).filter { $0[0] == "make" }.map { $0[1] })
        while case let more = inCI.union(inCI.flatMap { makefile[$0] ?? [] }), more != inCI { inCI = more }
        for (target, runner) in MakeTargets.runners {
            #expect(makefile[target] != nil, "the Makefile has no target \(target)")
            switch runner {
            case .ci: #expect(inCI.contains(target), "CI does not run make \(target)")
            case .tests(let file): #expect(Document.exists(file), "\(file) is not there")
            case .people: break
            }
        }
    }
}
