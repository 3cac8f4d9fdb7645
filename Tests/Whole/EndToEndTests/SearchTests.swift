import Foundation
import Models
import MotionCore
import Quantization
import TestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("motionq train --search")
struct SearchTests {
    /// A search that does not depend on the clock; the minutes are more than it needs.
    private func search(_ world: MadeUpPeople, _ arguments: [String]) throws -> Motionq.Result {
        let quick = ["--search", "60", "--epochs", "1", "--state", "reset", "--no-made-up-background"]
        let arguments = ["train", "--data", try world.recording(), "-o", world.model] + quick + arguments
        return try world.motionq.start(arguments).wait()
    }

    private func objects(_ result: Motionq.Result, _ type: String) throws -> [[String: Any]] {
        #expect(result.status == 0, "\(result.errors)")
        return try result.objects().filter { $0["type"] as? String == type }
    }

    @Test("writes the best network within the budgets, candidates and front as JSON, and a page with a mark for each candidate")
    func page() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let page = world.motionq.path("front.html")
        let result = try search(
            world, ["--window", "20", "--most-bytes", "6000", "--most-candidates", "5", "--report", page, "--json"])
        let candidates = try objects(result, "candidate")
        #expect(candidates.count == 5)
        let bytes = candidates.compactMap { $0["bytes"] as? Int }
        #expect(bytes.count == 5 && bytes.allSatisfy { $0 <= 6000 })
        let front = try #require(try objects(result, "front").first)
        let chosen = try #require(front["chosen"] as? Int)
        let losses = candidates.compactMap { $0["validation_loss"] as? Double }
        #expect(losses.firstIndex(of: losses.min() ?? -1) == chosen - 1)
        #expect((front["by_bytes"] as? [Int])?.isEmpty == false && (front["by_instructions"] as? [Int])?.isEmpty == false)

        let text = try String(contentsOfFile: page, encoding: .utf8)
        #expect(text.components(separatedBy: "<svg").count == 3)
        #expect(text.components(separatedBy: "rx=\"4\"").count == 2 * 5 + 1)
        #expect(text.components(separatedBy: "rx=\"8\"").count == 2 + 1)
        #expect(XMLParser(data: Data(text.utf8)).parse())

        let model = try Model(readingFileAt: world.model)
        #expect(model.description.window == 20)
        let quantized = try #require(model.quantized)
        let export = try DeviceExport(model, network: quantized, named: "x", decision: DecisionParameters())
        #expect(export.constantBytes == candidates[chosen - 1]["bytes"] as? Int)
    }

    @Test("tries the same for the same number of candidates, and leaves alone what is given")
    func deterministic() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let arguments = ["--hidden", "6", "--rotation", "10", "--most-candidates", "4", "--json"]
        let results = try (0..<2).map { _ in try search(world, arguments) }
        let candidates = try objects(results[0], "candidate")
        #expect(candidates.count == 4 || candidates.count == 3)
        #expect(candidates.allSatisfy { $0["units"] as? Int == 6 && $0["variation"] as? String == "usual" })
        #expect(Set(candidates.compactMap { $0["window"] as? Int }).count > 1)
        func said(_ result: Motionq.Result) throws -> [String] {
            try objects(result, "candidate").map { "\($0["window"] ?? "") \($0["rate"] ?? "") \($0["validation_loss"] ?? "")" }
        }
        #expect(try said(results[0]) == said(results[1]))
    }

    @Test("keeps a window that is said, in samples as in seconds", arguments: ["20", "0.8s"])
    func window(_ span: String) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try search(world, ["--window", span, "--most-candidates", "3", "--json"])
        let candidates = try objects(result, "candidate")
        #expect(candidates.count > 1 && candidates.allSatisfy { $0["window"] as? Int == 20 }, "\(result.errors)")
    }

    @Test("shows people a table, a line for each candidate, and trains what it chose as train does")
    func table() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try search(world, ["--window", "20", "--most-candidates", "2"])
        #expect(result.status == 0, "\(result.errors)")
        for words in ["judged by 03", "units", "stronger", "The front, accuracy against bytes", "Written: "] {
            #expect(result.output.contains(words), "\(result.output)")
        }
    }

    @Test("strokes are searched in one form, in instructions a stroke")
    func strokes() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try search(
            world, ["--stroke-form", "stretch", "--labels", "chop,shake", "--hidden", "4", "--most-candidates", "2", "--json"])
        let candidates = try objects(result, "candidate")
        #expect(candidates.count == 2 && candidates.allSatisfy { $0["instructions_per_stroke"] != nil })
    }

    @Test("Ctrl-C keeps the best so far")
    func interrupted() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let running = try world.motionq.start([
            "train", "--data", world.recording(), "-o", world.model, "--search", "60", "--epochs", "100", "--hidden", "4",
            "--window", "8", "--state", "reset", "--no-made-up-background", "--json",
        ])
        #expect(running.waits(for: "\"candidate\""))
        running.send(SIGINT)
        let result = running.wait()
        #expect(try objects(result, "front").count == 1)
        #expect(try world.motionq.run("info", world.model).status == 0)
    }

    @Test(
        "refuses what makes no sense: 64, with the option",
        arguments: [
            ["--search", "0"], ["--search", "1", "--state", "carry"], ["--search", "1", "--strokes"], ["--most-bytes", "5000"],
            ["--report", "x.html"], ["--search", "1", "--most-candidates", "0"],
        ])
    func usage(_ options: [String]) throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let result = try world.motionq.start(["train", "--data", "x.csv", "-o", world.model] + options).wait()
        let option = options.first { $0.hasPrefix("--") && $0 != "--search" } ?? "--search"
        let words = option == "--strokes" ? "--stroke-form" : option
        #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
    }

    @Test("refuses two people, who cannot judge, and budgets that no network keeps: 65, with the way out")
    func refusals() throws {
        let world = try MadeUpPeople()
        defer { world.remove() }
        let two = try search(world, ["--subjects", "1,2"])
        #expect(two.status == 65 && two.errors.contains("--validate-time"), "\(two.errors)")
        let small = try search(world, ["--most-bytes", "100"])
        #expect(small.status == 65 && small.errors.contains("4 units take"), "\(small.errors)")
        #expect(world.isWithoutModel)
    }
}
