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
        let commandName: String
        let arguments: [Argument]?
    }

    private struct Help: Decodable {
        struct Command: Decodable { let subcommands: [Verb] }
        let command: Command
    }

    let verbs: [Verb]

    static let shared = Result { try Catalogue() }

    private init() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let help = try motionq.run("--experimental-dump-help")
        verbs = try JSONDecoder().decode(Help.self, from: Data(help.output.utf8)).command.subcommands
    }

    /// What is wrong with a command of `motionq`, by its words after the program's name; nil if its verb and all its options exist.
    ///
    /// A word with an ellipsis, and a verb in capitals, stand for something: `motionq VERB --help`.
    func fault(_ words: [String]) -> String? {
        let general: Set = ["--help", "-h", "--version"]
        guard let name = words.first(where: { !general.contains($0) }) else { return nil }
        if name == name.uppercased() || name.contains("…") { return nil }
        guard let verb = verbs.first(where: { $0.commandName == name }) else { return "motionq has no verb “\(name)”" }
        let known = Set((verb.arguments ?? []).flatMap(\.typedNames)).union(general)
        for word in words where word.hasPrefix("-") && word.dropFirst().first.map({ $0.isLetter || $0 == "-" }) == true {
            let option = String(word.prefix { $0 != "=" })
            guard known.contains(option) else { return "motionq \(name) has no option \(option)" }
        }
        return nil
    }
}
