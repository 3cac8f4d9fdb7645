import Foundation
import TestSupport
import Testing
import Transport

/// BlockedOutputTests have pipes and files; a terminal blocks after Ctrl-S, and takes a few kilobytes before.
@Suite("A terminal that takes nothing")
struct BlockedTerminalTests {
    /// A terminal that nobody reads, with room for what `run` draws in its first second or two.
    private static func nearlyFull() throws -> PseudoTerminal {
        let terminal = try PseudoTerminal.open()
        while takesMore(terminal) {}
        var room = [UInt8](repeating: 0, count: 4096)
        for _ in 0..<2 {
            _ = try room.withUnsafeMutableBytes { bytes throws(TransportError) in
                try terminal.transport.read(into: bytes, timeoutMilliseconds: 10)
            }
        }
        return terminal
    }

    /// Writes spaces to it, if it takes any.
    private static func takesMore(_ terminal: PseudoTerminal) -> Bool {
        let filler = open(terminal.slavePath, O_RDWR | O_NOCTTY | O_NONBLOCK)
        defer { close(filler) }
        let spaces = [UInt8](repeating: 0x20, count: 512)
        return write(filler, spaces, spaces.count) > 0
    }

    /// Lights beside `run` on such a terminal, which is asked to end 6 s after the first one: three times as long as a device waits
    /// for its host.
    ///
    /// - Returns: what the device did, and how many seconds the end took.
    private func lights() throws -> (device: Motionq.Result, seconds: Double) {
        let world = try SmallWorld()
        defer { world.remove() }
        let map = try world.feedback(class1: "{led: 1}", class2: "{led: 2}", rest: "{led: 0}")
        let device = try world.device(world.recording("walk.csv", sessions: [2000]), "--loop")
        let terminal = try Self.nearlyFull()
        defer { terminal.close() }
        let end = try #require(FileHandle(forUpdatingAtPath: terminal.slavePath))
        let live = try world.motionq.start(
            world.run("--feedback", map, "--exit-ratio", "1.01", "--refractory", "0"), terminal: end)
        #expect(device.waits(for: #""on":true"#, seconds: 8))
        Thread.sleep(forTimeInterval: 6)
        #expect(!Self.takesMore(terminal), "the terminal never was full")
        live.interrupt()
        let asked = Date()
        while live.isRunning, Date().timeIntervalSince(asked) < 10 { Thread.sleep(forTimeInterval: 0.02) }
        let seconds = Date().timeIntervalSince(asked)
        // Nobody else ends it.
        if live.isRunning { live.kill() }
        _ = live.wait()
        return (device.end(), seconds)
    }

    @Test("delays neither lights nor the end: no failsafe acts, and Ctrl-C ends run in 5 s")
    func blocked() throws {
        let (device, seconds) = try lights()
        #expect(!device.output.contains(#""type":"failsafe""#))
        #expect(device.output.components(separatedBy: #""on":true"#).count > 2, "no light but the first")
        #expect(seconds < 5)
    }
}
