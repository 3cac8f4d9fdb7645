import Foundation
import TestSupport
import Testing

/// A model of four made-up gestures, and other people's made-up daily life.
@Suite("Teaching beside daily life")
struct TeachBackgroundTests {
    private let motionq: Motionq
    private var examples: String { motionq.path("examples.csv") }
    private var model: String { motionq.path("mine.safetensors") }

    init() throws {
        motionq = try Motionq()
        try made("--strokes", "4", "--subjects", "5", "--seed", "77", "--gestures", "5", "-o", examples)
    }

    private func made(_ arguments: String...) throws {
        let result = try motionq.start(["simulate"] + arguments).wait()
        #expect(result.status == 0, "\(result.errors)")
    }

    private func life(seed: Int) throws -> String {
        let path = motionq.path("life-\(seed).csv")
        try made("--daily-life", "--subjects", "0-9", "--seed", "\(seed)", "-o", path)
        return path
    }

    private func falseEvents(_ model: String, in background: String) throws -> Int? {
        let result = try motionq.run("evaluate", "--model", model, "--background", background, "--json")
        let found = try result.objects().first?["background"] as? [String: Any]
        return found?["false_events"] as? Int
    }

    private func teach(_ arguments: String...) throws -> Motionq.Result {
        let result = try motionq.start(["teach", "--data", examples] + arguments).wait()
        #expect(result.status == 0, "\(result.errors)")
        return result
    }

    @Test("a label that joins keeps the budget of the model that it joins, on people whom it was not chosen by, and it is said")
    func joins() throws {
        defer { motionq.remove() }
        let (learned, others) = (try life(seed: 31), try life(seed: 32))
        let plain = motionq.path("plain.safetensors")
        _ = try teach("--labels", "k0,k1,k2", "-o", plain)
        #expect(try falseEvents(plain, in: others) ?? 0 > 20)
        let first = try teach("--labels", "k0,k1,k2", "--background", learned, "--json", "-o", model)
        let line = try #require(try first.objects().last)
        #expect(line["background_events"] as? Int == 0 && line["background_made_up"] as? Bool == false)
        #expect(line["left_out_known"] as? Int ?? 0 >= 9)
        #expect(try falseEvents(model, in: others) ?? 99 <= 2)
        let joined = try motionq.start([
            "teach", "--model", model, "--data", examples, "--labels", "k3", "-o", model,
        ]).wait()
        #expect(joined.status == 0 && joined.errors.contains("keeps to 0.5 false events an hour"))
        #expect(joined.errors.contains("background is made up") && joined.output.contains("k3: 5 examples"))
        #expect(try falseEvents(model, in: others) ?? 99 <= 2)
    }

    @Test("tune chooses for a taught model how far what is unknown reaches")
    func tuned() throws {
        defer { motionq.remove() }
        _ = try teach("-o", model)
        let result = try motionq.run(
            "tune", "--model", model, "--data", examples, "--background", life(seed: 31), "--json", "-o", model)
        let line = try #require(try result.objects().first)
        let (before, after) = (line["before"] as? [String: Any], line["tuned"] as? [String: Any])
        #expect(before?["false_in_background"] as? Int ?? 0 > 20 && after?["false_in_background"] as? Int == 0)
        #expect(before?["events"] as? Int == 20 && after?["found"] as? Int ?? 0 >= 12)
    }

    @Test("quantize says that a taught model's examples are left out")
    func quantized() throws {
        defer { motionq.remove() }
        _ = try teach("-o", model)
        let result = try motionq.run("quantize", model, "-o", motionq.path("again.safetensors"))
        #expect(result.status == 0 && result.errors.contains("examples that"))
    }
}
