import Testing

/// The rule of docs/COMMANDS.md, over every verb's options as the program tells them.
@Suite("Options have one name for each thing, in every verb")
struct OptionNamesTests {
    private struct Option {
        let verb: String
        let argument: Catalogue.Argument

        var place: String { "motionq \(verb) \(argument.typedNames.joined(separator: ", "))" }
        var names: [String] { argument.typedNames }
        var says: String { argument.abstract ?? "" }
    }

    private func options() throws -> [Option] {
        try Catalogue.shared.get().verbs.filter { $0.commandName != "help" }.flatMap { verb in
            (verb.arguments ?? []).map { Option(verb: verb.commandName, argument: $0) }
        }
    }

    @Test("recordings are --data")
    func recordings() throws {
        for option in try options() where option.says.hasPrefix("Recordings ") {
            #expect(option.names == ["--data"] && option.argument.isRepeating, "\(option.place)")
            #expect(option.says.hasPrefix("Recordings (CSV, also gzip) or folders of them"), "\(option.place)")
        }
    }

    @Test("a model that is read is --model; what stands without its option has one as well")
    func models() throws {
        let all = try options()
        for option in all where option.says.hasPrefix("The model file") && option.argument.kind == "option" {
            let expected = option.says.contains("to write") ? "--output" : "--model"
            #expect(option.names.contains(expected), "\(option.place)")
        }
        for option in all where option.argument.kind == "positional" {
            let named = option.says.hasPrefix("Tables") ? "--data" : "--model"
            #expect(all.contains { $0.verb == option.verb && $0.names == [named] }, "\(option.place) \(option.says)")
        }
    }

    @Test("what a verb is there to write is -o and --output; what it writes beside that is named for what it is")
    func outputs() throws {
        let beside: Set = [
            "--report", "--chart", "--counts", "--images", "--save", "--save-recipe", "--write-model", "--onnx", "--state-dict",
        ]
        for option in try options() where option.argument.kind == "option" {
            let writes = ["write", "Write", "Draw"].contains { word in option.says.split(separator: " ").contains(Substring(word)) }
            guard writes, beside.isDisjoint(with: option.names) else { continue }
            #expect(option.names.contains("-o") && option.names.contains("--output"), "\(option.place): \(option.says)")
        }
    }

    @Test("one name takes one thing: its value is called the same in every verb")
    func values() throws {
        var called: [String: (value: String?, place: String)] = [:]
        // Whom a run tells, and up to when a recording is trimmed: from one moment to another.
        let differing: Set = ["--to"]
        for option in try options() where option.argument.kind != "positional" {
            for name in option.names where !differing.contains(name) {
                let known = called[name] ?? (option.argument.valueName, option.place)
                #expect(known.value == option.argument.valueName, "\(option.place) and \(known.place)")
                called[name] = known
            }
        }
    }

    @Test(
        "the names that scripts rely on are accepted",
        arguments: [
            ("import", ["-o", "--data", "--labels", "--window", "--hop", "--rate", "--inputs"]),
            ("classify", ["--model", "--data", "--arithmetic", "--json"]),
            ("evaluate", ["--model", "--data", "--json", "--report"]),
            (
                "train",
                [
                    "--data", "-o", "--window", "--hop", "--hidden", "--layers", "--epochs", "--seed", "--validate-subjects",
                    "--labels", "--rate", "--json",
                ]
            ),
            ("simulate", ["--data", "--speed", "--loop", "--link", "--json"]),
            ("run", ["--port", "--model", "--feedback", "--json"]), ("bench", ["--json"]),
        ])
    func contracts(_ verb: String, _ names: [String]) throws {
        let known = try options().filter { $0.verb == verb }.flatMap(\.names)
        #expect(Set(names).subtracting(known).isEmpty)
    }
}
