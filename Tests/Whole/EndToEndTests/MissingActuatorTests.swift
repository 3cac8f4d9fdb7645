import Foundation
import TestSupport
import Testing

@Suite("Lights and sounds that a device does not have")
struct MissingActuatorTests {
    private func run(_ unit: String, json: Bool) throws -> Motionq.Result {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let (board, map) = (motionq.path("board"), motionq.path("map.yml"))
        try "labels:\n  shake:\n    enter:\n      - led: 0\n      - \(unit)\n".write(toFile: map, atomically: true, encoding: .utf8)
        let motion = motionq.path("motion.csv")
        #expect(try motionq.run("dataset", "synthesize", "--gestures", "1", "--subjects", "1000", "--output", motion).status == 0)
        let device = try motionq.start(["simulate", "--data", motion, "--link", board, "--speed", "max"])
        defer { device.end() }
        #expect(device.waits(for: "ready"))
        return try motionq.start(
            ["run", "--port", board, "--model", Repository.demoModel, "--feedback", map, "--until-disconnected"]
                + (json ? ["--json"] : [])
        ).wait()
    }

    @Test("are told when the session begins, with the mend; in JSON by name")
    func told() throws {
        let text = try run("vibration: 7", json: false)
        #expect(text.status == 0 && text.errors.contains("vibration 7") && text.errors.contains("--feedback"), "\(text)")
        let told = try run("vibration: 7", json: true).objects().filter { $0["state"] as? String == "actuators_missing" }
        #expect(told.map { $0["actuators"] as? [String] } == [["vibration 7"]])
    }

    @Test("are no word where the device has them all")
    func complete() throws {
        #expect(!(try run("led: 1", json: true)).output.contains("actuators_missing"))
    }
}
