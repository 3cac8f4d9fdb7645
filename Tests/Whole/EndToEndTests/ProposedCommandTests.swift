import Formatting
import Foundation
import TestSupport
import Testing

/// What libraries propose by value, the command words as options and verbs. Each must exist: the parser describes itself.
@Suite("What a sentence proposes")
struct ProposedCommandTests {
    private let verbs: [String: Set<String>]
    /// Asked once for all words.
    private static let described = Result {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let dump = try motionq.run("--experimental-dump-help")
        return verbs(try JSONDecoder().decode(Description.self, from: Data(dump.output.utf8)).command, after: [])
    }

    init() throws { verbs = try Self.described.get() }

    @Test("is an option that some verb has", arguments: Setting.allCases)
    func option(_ setting: Setting) {
        let words = setting.rawValue.reduce(into: "") { $0 += $1.isUppercase ? "-\($1.lowercased())" : String($1) }
        #expect(verbs.values.contains { $0.contains(words) }, "--\(words)")
    }

    @Test("is a verb that there is", arguments: UseCase.allCases)
    func verb(_ useCase: UseCase) throws {
        let source = Repository.root.appending(path: "Sources/motionq/Support/CommandWording.swift")
        let text = try String(contentsOf: source, encoding: .utf8)
        let place = try #require(text.range(of: "case .\(useCase.rawValue): ["), "\(useCase) has a verb")
        let words = text[place.upperBound...].prefix { $0 != "]" }.filter { $0 != "\"" && $0 != "," }
        #expect(verbs[String(words)] != nil, "motionq \(words)")
    }

    /// The names of each verb's options and flags, without hyphens, by the verb's words.
    private static func verbs(_ command: Command, after words: [String]) -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        for part in command.subcommands ?? [] where part.commandName != "help" {
            found.merge(verbs(part, after: words + [part.commandName])) { one, _ in one }
        }
        found[words.joined(separator: " ")] = Set((command.arguments ?? []).flatMap { $0.names ?? [] }.map(\.name))
        return found
    }

    private struct Description: Decodable { let command: Command }

    private struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?
    }

    private struct Argument: Decodable { let names: [Name]? }

    private struct Name: Decodable { let name: String }
}
