import Foundation
import TestSupport
import Testing

/// `motionq check` at the line of everything that runs on devices.
@Suite("check, of firmware", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct CheckTests {
    private func broken(_ motionq: Motionq, _ port: String) throws -> [String] {
        let result = try motionq.run("check", "--port", port, "--json")
        let rules = try result.objects().filter { $0["type"] as? String == "rule" }
        try #require(rules.count > 50, "\(result.errors)")
        return rules.filter { $0["verdict"] as? String == "failed" }.map { "\($0["rule"] ?? ""): \($0["saw"] ?? "")" }
    }

    @Test("finds no rule broken by the firmware in an emulator")
    func firmware() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts).status == 0)
        let board = try Emulator(FirmwareImage.demo(), counts: counts)
        let broken = try broken(motionq, board.line)
        #expect(broken == [])
    }

    @Test("finds no rule broken by an Arduino sketch on a board of this machine", arguments: ["MPU6050", "BareSketch"])
    func sketch(_ name: String) throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let sketch = try Sketch(name, motionq)
        defer { sketch.end() }
        let broken = try broken(motionq, sketch.line)
        #expect(broken == [])
    }
}
