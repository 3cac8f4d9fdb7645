import Foundation
import Testing
import Transport

/// What `run` may occupy, as the operating system counts it: its own pages and those of every library it maps.
@Suite(
    "run stays small",
    .enabled("needs /proc and the built motionq") {
        FileManager.default.fileExists(atPath: "/proc/self/status")
            && FileManager.default.isExecutableFile(atPath: Motionq.binary.path)
    })
struct MemoryTests {
    private static let mostKilobytes = 16 * 1024

    @Test("at most 16 MB at its peak, for a program")
    func lines() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let device = try world.device(try world.recording("walk.csv", sessions: [5000]))
        let live = try world.motionq.start(["run", "--port", world.link, "--model", world.model, "--json"])
        #expect(live.waits(for: #""type":"window""#, times: 10))
        #expect(try peak(of: live) <= Self.mostKilobytes)
        live.interrupt()
        #expect(live.wait().status == 0)
        device.interrupt()
        #expect(device.wait().status == 0)
    }

    @Test("at most 16 MB at its peak, on a terminal")
    func pictures() throws {
        let world = try SmallWorld()
        defer { world.remove() }
        let device = try world.device(try world.recording("walk.csv", sessions: [5000]))
        let terminal = try Terminal()
        let live = try world.motionq.start(["run", "--port", world.link, "--model", world.model], terminal: terminal.end)
        #expect(try terminal.shows("damaged frames", times: 40), "\(terminal.text.suffix(2000))")
        #expect(try peak(of: live) <= Self.mostKilobytes)
        live.interrupt()
        try terminal.drain(until: { !live.isRunning })
        #expect(live.wait().status == 0)
        device.interrupt()
        #expect(device.wait().status == 0)
    }

    /// The most memory that a process of this test was resident with, in kB.
    private func peak(of process: Motionq.Running) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
    }
}

/// A terminal that nobody looks at.
private final class Terminal {
    private let terminal: PseudoTerminal
    /// The end for the program.
    let end: FileHandle
    private(set) var text = ""

    init() throws {
        terminal = try PseudoTerminal.open()
        end = try #require(FileHandle(forUpdatingAtPath: terminal.slavePath))
    }

    /// Reads, so that the program can go on writing, until it has shown a text so many times; false after 20 s.
    func shows(_ needle: String, times: Int) throws -> Bool {
        try drain { text.components(separatedBy: needle).count > times }
    }

    @discardableResult
    func drain(until isDone: () -> Bool) throws -> Bool {
        let deadline = Date().addingTimeInterval(20)
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while Date() < deadline {
            let count = try bytes.withUnsafeMutableBytes { buffer throws(TransportError) in
                try terminal.transport.read(into: buffer, timeoutMilliseconds: 10)
            }
            text += String(decoding: bytes[..<count], as: UTF8.self)
            if isDone() { return true }
        }
        return false
    }
}
