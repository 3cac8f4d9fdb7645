import Foundation
import TestSupport
import Testing

@Suite("Older names of options")
struct OlderNamesTests {
    @Test("do what today's do, with a word of it: --write, --input and --calibrate, with the value beside or behind =")
    func understood() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (older, newer) = (motionq.path("older.csv"), motionq.path("newer.csv"))
        let written = try motionq.run("simulate", "--write", older, "--subjects", "3", "--gestures", "1")
        #expect(written.status == 0 && written.errors.contains("dataset synthesize --output now"), "\(written)")
        #expect(try motionq.run("dataset", "synthesize", "--output", newer, "--subjects", "3", "--gestures", "1").status == 0)
        #expect(FileManager.default.contentsEqual(atPath: older, andPath: newer))
        let classified = try motionq.run("classify", "--model", Repository.demoModel, "--input=\(older)", "--json")
        let same = try motionq.run("classify", "--model", Repository.demoModel, "--data", older, "--json")
        #expect(classified.status == 0 && !same.output.isEmpty && classified.output == same.output)
        let finer = motionq.path("finer.safetensors")
        #expect(try motionq.run("quantize", Repository.demoModel, "-o", finer, "--calibrate", older).status == 0)
    }

    @Test("files that simulate wrote are those of dataset synthesize and dataset counts")
    func writers() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let files = ["a", "b", "c", "d"].map(motionq.path)
        for words in [
            ["simulate", "--gestures", "1", "-o", files[0]], ["dataset", "synthesize", "--gestures", "1", "-o", files[1]],
            ["simulate", "--counts=\(files[2])", "--replay", files[0]], ["dataset", "counts", "--data", files[1], "-o", files[3]],
        ] {
            let result = try motionq.start(words).wait()
            #expect(result.status == 0 && result.errors.contains("is called dataset") == (words[0] == "simulate"), "\(result)")
        }
        for pair in [(0, 1), (2, 3)] { #expect(FileManager.default.contentsEqual(atPath: files[pair.0], andPath: files[pair.1])) }
        #expect(try motionq.run("simulate", "--counts", files[2], "--loop").status == 64)
    }

    @Test("are not names in other verbs, nor after the end of options")
    func elsewhere() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        #expect(try motionq.run("evaluate", "--input", "a.csv").status == 64)
        let info = try motionq.run("quantize", "--", "--calibrate")
        #expect(info.status != 0 && !info.errors.contains("is called"))
    }
}
