import Foundation
import TestSupport
import Testing

@Suite("A sensor with errors, on a board that sits otherwise")
struct CalibrateTests {
    /// A recording of somebody who does something with a board, at 50 Hz.
    private struct Doing {
        private(set) var text = "\(RecordedText.header)\n"
        private var sample = 0

        mutating func hold(_ up: [Double], turning: [Double] = [0, 0, 0], seconds: Double) {
            for _ in 0..<Int(seconds * 50) {
                let values = (up + turning).map { String(format: "%.5f", $0) }.joined(separator: ",")
                text += "s,me,rest,\(sample * 20),\(values)\n"
                sample += 1
            }
        }
    }

    /// On six sides: offsets of 50, −30 and 80 mg, a gain of 1.04 along z, 1.5°/s at rest.
    private func sides() -> Doing {
        var doing = Doing()
        for axis in 0..<3 {
            for sign in [1.0, -1] {
                var up = [0.05, -0.03, 0.08]
                up[axis] += axis == 2 ? sign * 1.04 : sign
                doing.hold(up, turning: [0.026, 0, 0], seconds: 1.6)
                doing.hold([0, 0, 0], turning: [2, 1, 0], seconds: 0.4)
            }
        }
        return doing
    }

    private func monitored(_ world: SmallWorld, _ recording: String, _ options: String...) throws -> [[String: Any]] {
        let device = try world.device(recording, "--speed", "4")
        let lines = try world.motionq.start(["monitor", "--port", world.link, "--json", "--until-disconnected"] + options).wait()
        _ = device.wait()
        #expect(lines.status == 0, "\(lines.errors)")
        return try lines.objects().filter { $0["type"] as? String == "sample" }
    }

    @Test("is calibrated on its six sides, which is kept for its id and used from then on, unless somebody says no")
    func calibrated() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let recording = world.motionq.path("sides.csv")
        try sides().text.write(toFile: recording, atomically: true, encoding: .utf8)
        let device = try world.device(recording, "--speed", "4")
        let result = try world.motionq.run("calibrate", "--port", world.link, "--json")
        _ = device.wait()
        #expect(result.status == 0, "\(result.errors)")
        let found = try #require(try result.objects().last)
        let errors: [(String, [Double])] = [
            ("acceleration_offset_g", [0.05, -0.03, 0.08]), ("acceleration_gain", [1, 1, 1 / 1.04]),
            ("rotation_offset_rad_s", [0.026, 0, 0]),
        ]
        for (name, values) in errors {
            for (value, expected) in zip(found[name] as? [Double] ?? [], values) { #expect(abs(value - expected) < 0.002) }
        }
        #expect(result.errors.contains("+x up: seen") && result.errors.contains("another side"), "\(result.errors)")

        func first(_ samples: [[String: Any]]) -> [Double] {
            let values = samples.first?["values"] as? [String: Double] ?? [:]
            return ["ax", "ay", "az", "gx", "gy", "gz"].compactMap { values[$0] }
        }
        let (corrected, plain) = (try monitored(world, recording), try monitored(world, recording, "--no-calibration"))
        #expect(first(corrected).count >= 6 && first(plain).count >= 6, "\(corrected.first ?? [:])")
        for (value, expected) in zip(first(corrected), [1.0, 0, 0, 0, 0, 0]) { #expect(abs(value - expected) < 0.01) }
        for (value, expected) in zip(first(plain), [1.05, -0.03, 0.08, 0.026, 0, 0]) { #expect(abs(value - expected) < 0.01) }
    }

    @Test("is recognised after its board was laid down and tipped: run --axes auto")
    func axes() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        // The model's z is this board's −y, and its y is the board's x: so its x is the board's z · −1.
        var doing = Doing()
        doing.hold([0, -1, 0], seconds: 2)
        doing.hold([0, -1, 0], turning: [1, 0, 0], seconds: 1)
        doing.hold([0, -1, 0], seconds: 4)
        let recording = world.motionq.path("tip.csv")
        try doing.text.write(toFile: recording, atomically: true, encoding: .utf8)
        let device = try world.device(recording, "--loop")
        let host = try world.motionq.start(world.run("--axes", "auto", "--json"))
        #expect(host.waits(forNote: "--axes=y,-z,-x"))
        #expect(host.waits(for: "\"type\":\"window\""))
        let result = host.end()
        device.kill()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("tip its front"), "\(result.errors)")
    }

    @Test("that has no axis twice and all three: anything else is refused", arguments: ["x,y", "x,x,z", "up"])
    func refused(_ axes: String) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("monitor", "--port", world.link, "--axes", axes)
        #expect(result.status == 64 && result.errors.contains("--axes"), "\(result.errors)")
    }
}
