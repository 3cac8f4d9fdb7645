import TestSupport
import Testing

/// A verb's own parser reads its words first, and knows nothing of the program around it.
@Suite("Help")
struct HelpTests {
    @Test("of a verb is one, however it is asked for", arguments: ["run", "monitor", "evaluate", "dataset", "dataset show"])
    func asked(verb: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let help = try motionq.shell("\"$MOTIONQ\" help \(verb)")
        #expect(help.status == 0)
        #expect(help.output.contains("USAGE: motionq \(verb) "))
        #expect(try motionq.shell("\"$MOTIONQ\" \(verb) --help").output == help.output)
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
}
