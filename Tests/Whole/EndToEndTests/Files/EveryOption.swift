import Foundation
import TestSupport
import Testing

/// Every verb with every option that takes a value, as the program's own parser describes itself.
struct EveryOption {
    struct Verb {
        /// As `dataset show`.
        let name: String
        /// Each by its preferred name, as `--output`.
        let options: [String]
    }

    let verbs: [Verb]

    init(_ motionq: Motionq) throws {
        let dump = try motionq.run("--experimental-dump-help")
        let description = try JSONDecoder().decode(Description.self, from: Data(dump.output.utf8))
        verbs = Self.verbs(description.command, after: [])
    }

    private static func verbs(_ command: Command, after words: [String]) -> [Verb] {
        let parts = command.subcommands.map { $0.filter { $0.commandName != "help" } } ?? []
        guard parts.isEmpty else {
            return parts.flatMap { verbs($0, after: words.isEmpty ? [""] : words.filter { !$0.isEmpty } + [command.commandName]) }
        }
        let options = (command.arguments ?? []).filter { $0.kind == "option" }.compactMap(\.preferredName)
        return [
            Verb(
                name: (words.filter { !$0.isEmpty } + [command.commandName]).joined(separator: " "),
                options: options.map { ($0.kind == "short" ? "-" : "--") + $0.name })
        ]
    }

    private struct Description: Decodable { let command: Command }

    private struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?
    }

    private struct Argument: Decodable {
        let kind: String
        let preferredName: Name?
    }

    private struct Name: Decodable {
        let kind: String
        let name: String
    }
}
