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

    @Test("delays neither lights nor the end: no failsafe acts, and Ctrl-C ends run while the terminal takes nothing still")
    func blocked() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let map = try world.feedback(class1: "{led: 1}", class2: "{led: 2}", rest: "{led: 0}")
        let device = try world.patientDevice(world.recording("walk.csv", sessions: [2000]))
        let terminal = try Self.nearlyFull()
        defer { terminal.close() }
        let end = try #require(FileHandle(forUpdatingAtPath: terminal.slavePath))
        let live = try world.motionq.start(
            world.run("--feedback", map, "--exit-ratio", "1.01", "--refractory", "0"), terminal: end)
        #expect(device.waits(for: #""on":true"#))
        // Of the two that write to it, the last byte that it takes may be either's.
        #expect(Patience.waits { !Self.takesMore(terminal) }, "the terminal never was full")
        // Longer than a device waits for its host; and its clock goes on for as long as its samples are read.
        let lights = device.text.components(separatedBy: #""on":true"#).count - 1
        #expect(device.passes(seconds: 3))
        #expect(device.waits(for: #""on":true"#, times: lights + 2))
        #expect(!Self.takesMore(terminal), "the terminal was read")
        live.interrupt()
        // Nobody reads the terminal: what ends run is its own limit.
        #expect(Patience.waits { !live.isRunning })
        _ = live.wait()
        #expect(!device.end().contains(#""type":"failsafe""#))
    }
}
