import TestSupport
import Testing

@Suite("motionq classify")
struct ClassifyTests {
    @Test("decides as options say: says what was entered and left, and counts events by label")
    func decisions() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let arguments = ["classify", "--model", world.model, "--data", try world.recording("a.csv", sessions: [400])]
        // Every window enters its label at once.
        let laxly = ["--threshold", "0", "--enter-ratio", "1", "--exit-ratio", "1", "--refractory", "0"]
        let lines = try world.motionq.start(arguments + laxly + ["--json"]).wait().objects()
        let entered = lines.compactMap { $0["entered"] as? String }
        #expect(lines.count == 79 && !entered.isEmpty)
        #expect(lines.compactMap { $0["left"] as? String }.allSatisfy(entered.contains))
        let summary = try world.motionq.start(arguments + laxly).wait()
        let event = try #require(entered.first)
        let count = entered.count { $0 == event }
        #expect(summary.output.contains("\(event), \(count) event"), "\(summary.output)\(summary.errors)")
        let strictly = try world.motionq.start(arguments + ["--evidence", "100", "--json"]).wait().objects()
        #expect(strictly.count == 79 && strictly.allSatisfy { $0["entered"] == nil })
    }
}
