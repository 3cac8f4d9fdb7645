import Foundation
import TestSupport

/// The verbs of `motionq` and their options, as the program itself tells them.
struct Catalogue {
    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String

            /// As it is typed.
            var typed: String { (kind == "long" ? "--" : "-") + name }
        }

        let kind: String
        let names: [Name]?
        let valueName: String?
        let abstract: String?
        let isRepeating: Bool

        var typedNames: [String] { (names ?? []).map(\.typed) }
    }

    struct Verb: Decodable {
        var commandName: String
        let abstract: String?
        let discussion: String?
        let arguments: [Argument]?
        let subcommands: [Verb]?

        /// The verbs below a group of them (`dataset convert`), or itself.
        var single: [Verb] {
            guard let subcommands else { return [self] }
            return subcommands.filter { $0.commandName != "help" }.flatMap(\.single).map { verb in
                var verb = verb
                verb.commandName = "\(commandName) \(verb.commandName)"
                return verb
            }
        }
    }

    private struct Help: Decodable {
        struct Command: Decodable { let subcommands: [Verb] }
        let command: Command
    }

    /// Those of a group under both names: `dataset convert`.
    let verbs: [Verb]

    static let shared = Result { try Catalogue() }

    private init() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let help = try motionq.run("--experimental-dump-help")
        verbs = try JSONDecoder().decode(Help.self, from: Data(help.output.utf8)).command.subcommands.flatMap(\.single)
    }

    /// What is wrong with a command of `motionq`, by its words after the program's name; nil if its verb and all its options exist.
    ///
    /// A word with an ellipsis, and a verb in capitals, stand for something: `motionq VERB --help`.
    func fault(_ words: [String]) -> String? {
        let general: Set = ["--help", "--help-hidden", "-h", "--version"]
        guard let name = words.first(where: { !general.contains($0) }) else { return nil }
        if name == name.uppercased() || name.contains("…") { return nil }
        let plain = words.filter { !general.contains($0) }
        // A group of verbs stands for itself where a sentence names it.
        let group = verbs.filter { $0.commandName.hasPrefix(name + " ") }
        if !group.isEmpty, plain.count == 1 { return nil }
        let wanted = group.isEmpty ? name : plain.prefix(2).joined(separator: " ")
        guard let verb = verbs.first(where: { $0.commandName == wanted }) else { return "motionq has no verb “\(wanted)”" }
        let known = Set((verb.arguments ?? []).flatMap(\.typedNames)).union(general)
        for word in words where word.hasPrefix("-") && word.dropFirst().first.map({ $0.isLetter || $0 == "-" }) == true {
            let option = String(word.prefix { $0 != "=" })
            guard known.contains(option) else { return "motionq \(name) has no option \(option)" }
        }
        return nil
    }
}
