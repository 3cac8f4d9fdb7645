import Foundation
import TestSupport
import Testing
import Transport

/// What `run` may occupy, as the operating system counts it. How much of a file is resident, and in which steps, depends on the
/// size of a page; the promise is for the usual one.
@Suite(
    "run stays small",
    .enabled("needs /proc, pages of 4096 bytes and the built motionq") {
        FileManager.default.fileExists(atPath: "/proc/self/status") && sysconf(Int32(_SC_PAGESIZE)) == 4096
            && FileManager.default.isExecutableFile(atPath: Motionq.binary.path)
    })
struct MemoryTests {
    @Test("at most 20 MB at its peak, its files and those of every library included", arguments: [false, true])
    func peak(onTerminal: Bool) throws {
        #expect(try least("VmHWM:", onTerminal: onTerminal, until: 20 * 1024) <= 20 * 1024)
    }

    @Test("at most 14 MB while it runs, likewise", arguments: [false, true])
    func held(onTerminal: Bool) throws {
        #expect(try least("VmRSS:", onTerminal: onTerminal, until: 14 * 1024) <= 14 * 1024)
    }

    @Test("at most 4 MB of its own, backed by no file", arguments: [false, true])
    func own(onTerminal: Bool) throws {
        #expect(try kilobytes("RssAnon:", onTerminal: onTerminal) <= 4 * 1024)
    }

    /// A field in kB, the least of ten starts: the system maps what it has cached around each page that is touched, which differs
    /// from one start to the next. No more starts than it takes to keep within a limit.
    private func least(_ field: String, onTerminal: Bool, until limit: Int) throws -> Int {
        var least = Int.max
        for _ in 0..<10 where least > limit { least = min(least, try kilobytes(field, onTerminal: onTerminal, until: limit)) }
        return least
    }

    /// A field of the status that the system keeps of `run`, in kB, once it has told its counts, after five seconds.
    ///
    /// - Parameter limit: on a terminal, which does not show when that was, it is looked again, up to some ten seconds.
    private func kilobytes(_ field: String, onTerminal: Bool, until limit: Int = 0) throws -> Int {
        let world = try SmallWorld()
        defer { world.remove() }
        let device = try world.device(try world.recording("walk.csv", sessions: [5000]))
        let arguments = ["run", "--port", world.link, "--model", world.model]
        var amount = Int.max
        if onTerminal {
            let terminal = try Terminal()
            let live = try world.motionq.start(arguments, terminal: terminal.end)
            for pictures in [170, 230, 290] where amount > limit {
                #expect(try terminal.shows("damaged frames", times: pictures), "\(terminal.text.suffix(2000))")
                amount = min(amount, try status(of: live, field))
            }
            live.interrupt()
            try terminal.drain(until: { !live.isRunning })
            #expect(live.wait().status == 0)
        } else {
            let live = try world.motionq.start(arguments + ["--json"])
            #expect(live.waits(for: #""state":"statistics""#))
            amount = try status(of: live, field)
            #expect(live.end().status == 0)
        }
        #expect(device.end().status == 0)
        return amount
    }

    private func status(of process: Motionq.Running, _ field: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(field) })
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

    /// Reads, so that the program can go on writing, until it has shown a text so many times.
    func shows(_ needle: String, times: Int) throws -> Bool {
        try drain { text.components(separatedBy: needle).count > times }
    }

    @discardableResult
    func drain(until isDone: () -> Bool) throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        return try Patience.waits {
            let count = try bytes.withUnsafeMutableBytes { buffer throws(TransportError) in
                try terminal.transport.read(into: buffer, timeoutMilliseconds: 0)
            }
            text += String(decoding: bytes[..<count], as: UTF8.self)
            return isDone()
        }
    }
}
