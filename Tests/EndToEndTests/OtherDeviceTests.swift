import Foundation
import TestSupport
import Testing

/// A sketch that prints lines at 50 Hz, in m/s² and °/s.
private final class PrintingSketch: @unchecked Sendable {
    private var start: Date?
    private var sent = 0

    /// The lines that are due.
    func act(_ received: [UInt8]) -> [UInt8] {
        let begun = start ?? Date()
        start = begun
        let due = Int(Date().timeIntervalSince(begun) * 50)
        defer { sent = max(sent, due) }
        return (min(sent, due)..<due).flatMap { index in
            let angle = Double(index) / 8
            return Array(String(format: "%.3f,%.3f,9.807,%.2f,0,1\r\n", 3 * sin(angle), cos(angle), 40 * sin(angle)).utf8)
        }
    }
}

@Suite("A sketch that prints lines")
struct OtherDeviceTests {
    @Test("is found by run, which says what it found, and its motion is recognised")
    func run() throws {
        let world = try SmallWorld(rate: 50)
        defer { world.remove() }
        let puppet = try Puppet(PrintingSketch().act)
        defer { puppet.end() }
        let live = try world.motionq.start(world.run("--json", "--format", "auto", port: puppet.path))
        #expect(live.waits(for: #""type":"window""#, times: 10))
        let found = try #require(
            live.notes.firstMatch(of: /found text lines with acceleration and rotation at ([0-9.]+) Hz, in m\/s2,deg\/s/))
        #expect(abs((Double(found.1) ?? 0) - 50) < 2.5)
        live.interrupt()
        let lines = try live.wait().objects()
        #expect(lines.contains { $0["type"] as? String == "window" })
    }

    @Test("that nobody asked for is not read, and options of such devices are refused for a native one")
    func refused() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.run("monitor", "--port", world.link, "--device-units", "g,rad/s")
        #expect(result.status == 64 && result.errors.contains("go with --format"))
    }

    @Test(
        "is refused with a sentence where an option of it is none",
        arguments: [
            (["--device-units", "g"], "--device-units"), (["--profile", "mpu6050"], "2g, 4g, 8g, 16g"),
            (["--axes", "x,y,x"], "--axes"),
            (["--columns", "ax,ay"], "--columns"), (["--device-rate", "0"], "--device-rate"),
        ])
    func options(_ arguments: [String], _ word: String) throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let result = try world.motionq.start(["monitor", "--port", world.link, "--format", "text"] + arguments).wait()
        #expect(result.status == 64 && result.errors.contains(word))
    }
}
