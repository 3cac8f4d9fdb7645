import Foundation
import TestSupport
import Testing

@Suite("Strokes on the device", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct StrokeBitTests {
    @Test("are cut out and recognised bit for bit as on the host, in the Swift firmware on a Cortex-M4")
    func bits() throws {
        let world = try StrokeWorld()
        defer { world.remove() }
        let trained = try world.train()
        try #require(trained.status == 0, "\(trained.errors)")
        let counts = world.motionq.path("counts")
        #expect(try world.motionq.run("dataset", "counts", "--data", world.stream, "--output", counts).status == 0)
        let samples = try Data(contentsOf: URL(filePath: counts)).count / 12
        let board = try Emulator(FirmwareImage("strokes", model: world.model), counts: counts, arguments: ["-icount", "shift=4"])
        let host = try world.motionq.start(
            ["run", "--port", board.line, "--model", world.model, "--shadow", "--trust-rate", "--json"])
        #expect(host.waits(for: "\"type\":\"window\"", times: world.done.count, seconds: 300))
        Thread.sleep(forTimeInterval: 0.5)
        let result = host.end()
        #expect(result.status == 0, "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect(summary["samples"] as? Int ?? 0 <= samples)
        #expect(summary["shadow_compared"] as? Int == world.done.count)
        #expect(summary["shadow_decisions"] as? Int == world.done.count)
        #expect(summary["shadow_differing"] as? Int == 0)
    }
}
