import Foundation
import TestSupport
import Testing

/// A verb's own parser reads its words first, and knows nothing of the program around it.
@Suite("Help")
struct HelpTests {
    private static let columns = 80
    private static let fewest = 40
    private static let ofTraining = 60
    /// What `motionq --help` puts them in.
    private static let groups = ["DEVICE", "DATA", "MODEL", "LIVE", "SIMULATION"]

    /// The lines that a terminal of 80 columns shows.
    private static func lines(_ text: String) -> Int {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines.reduce(0) { $0 + max(1, ($1.count + columns - 1) / columns) }
    }

    private static func help(_ motionq: Motionq, _ words: String) throws -> String {
        let result = try motionq.shell("COLUMNS=\(columns) \"$MOTIONQ\" \(words)")
        #expect(result.status == 0, "\(words): \(result.errors)")
        return result.output
    }

    @Test("of a verb is one, however it is asked for", arguments: ["run", "monitor", "evaluate", "dataset", "dataset show"])
    func asked(verb: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let help = try motionq.shell("\"$MOTIONQ\" help \(verb)")
        #expect(help.status == 0)
        #expect(help.output.contains("USAGE: motionq \(verb) "))
        #expect(try motionq.shell("\"$MOTIONQ\" \(verb) --help").output == help.output)
    }

    @Test("fits a screen, and says where the options are that few need")
    func screen() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let verbs = try EveryOption(motionq).verbs.map(\.name)
        #expect(verbs.count == 35)
        var hiding = 0
        for verb in verbs + ["dataset"] {
            let help = try Self.help(motionq, "\(verb) --help")
            let most = verb == "train" ? Self.ofTraining : Self.fewest
            #expect(Self.lines(help) <= most, "motionq \(verb) --help has \(Self.lines(help)) lines")
            let all = try Self.help(motionq, "\(verb) --help-hidden")
            let isWhole = Self.options(all) == Self.options(help)
            let pointer = "`motionq \(verb) --help-hidden` lists all options."
            #expect(help.contains(pointer) != isWhole, "\(verb)")
            if !isWhole { hiding += 1 }
        }
        #expect(hiding >= 20)
    }

    @Test("has the options that few need behind --help-hidden, and takes them all the same")
    func hidden() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        for (verb, option) in [("run", "--evidence-leak"), ("train", "--weight-decay"), ("simulate", "--damage")] {
            #expect(try !Self.help(motionq, "\(verb) --help").contains("  \(option) "))
            #expect(try Self.help(motionq, "\(verb) --help-hidden").contains("  \(option) "))
        }
        #expect(try motionq.run("run", "--port", "x", "--model", "x", "--evidence-leak", "99").errors.contains("between 0 and 16"))
    }

    @Test("of the program has the verbs in groups")
    func grouped() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let help = try Self.help(motionq, "--help")
        let titles = help.matches(of: /(?m)^([A-Z]+) SUBCOMMANDS:$/).map { String($0.1) }
        #expect(titles == Self.groups)
        #expect(Self.lines(help) <= Self.ofTraining, "\(Self.lines(help)) lines")
        for verb in ["ports", "record", "train", "run", "demo"] { #expect(help.contains("\n  \(verb) ")) }
    }

    @Test("is what a refused command points at, by the program's name")
    func refused() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        #expect(try motionq.run("run", "--bogus").errors.contains("motionq run --help"))
    }

    @Test("and version are the program's, behind a verb too")
    func version() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        #expect(try motionq.run("run", "--version").output == motionq.run("--version").output)
    }

    /// The long names of the options that a help text lists.
    private static func options(_ help: String) -> Set<String> {
        Set(help.matches(of: /(?m)^  (?:-\w, )?(--[a-z-]+)/).map { String($0.1) })
    }
}
