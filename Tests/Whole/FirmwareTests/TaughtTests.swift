import Foundation
import MotionCore
import TestSupport
import Testing
import Transport
import WireProtocol

@Suite(
    "A board that is taught by its button, with no host that teaches", .serialized,
    .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct TaughtTests {
    /// The board, its line, and its button.
    private final class TaughtBoard {
        let host: RawHost
        private let button: any ByteTransport

        init(_ world: TaughtWorld) throws {
            let board = try Emulator(world.image, counts: world.counts, arguments: ["-icount", "shift=4"])
            host = try RawHost(board)
            button = try PortDirectory.open(path: board.folder.appending(path: "button").path)
        }

        deinit { button.close() }

        /// Listens until so much of the board's own time has passed, however slowly it runs.
        func listen(milliseconds: UInt32) throws {
            try host.listen(seconds: 60) { host.frames.last?.header.kind == .data }
            let start = host.frames.last?.header.time ?? 0
            try host.listen(seconds: 60) { (host.frames.last?.header.time ?? 0) &- start >= milliseconds * 1000 }
        }

        func press(milliseconds: UInt32) throws {
            try listen(milliseconds: 50)
            for (byte, milliseconds) in [("1", milliseconds), ("0", 150)] {
                try Array(byte.utf8).withUnsafeBytes { try button.write($0, timeoutMilliseconds: 1000) }
                try listen(milliseconds: milliseconds)
            }
        }

        var words: [String] {
            host.frames.filter { $0.header.kind == .log }.map { String(decoding: $0.payload.dropFirst(), as: UTF8.self) }
        }

        /// Of each stroke that was read: its number, and the most probable label.
        func labels(_ world: TaughtWorld) -> [Int: Int] {
            var found: [Int: Int] = [:]
            for frame in host.frames where frame.header.kind == .prediction {
                func half(_ offset: Int) -> Int { Int(frame.payload[offset]) | Int(frame.payload[offset + 1]) << 8 }
                let scores = stride(from: 12, to: frame.payload.count, by: 2).map(half)
                found[world.stroke(before: half(4))] = scores.indices.max { scores[$0] < scores[$1] }
            }
            return found
        }

        /// Presses for each of so many strokes, and waits until the board says that it heard it.
        func teach(_ examples: Int) throws {
            for example in 1...examples {
                try press(milliseconds: 150)
                try host.listen(seconds: 60) { words.last == "taught 1: examples: \(example)" }
                try #require(words.last == "taught 1: examples: \(example)", "\(words)")
            }
        }

        /// So much of the board's memory from a symbol on.
        func memory(_ symbol: String, bytes: Int, _ world: TaughtWorld) throws -> [UInt8] {
            let line = try FirmwareImage.output(
                of: "arm-none-eabi-nm '\(world.image.path)' | grep ' \(symbol)$'", in: world.motionq.folder)
            let file = host.board.folder.appending(path: "memory")
            try host.board.monitor("pmemsave 0x\(line.prefix(8)) \(bytes) \"\(file.path)\"")
            return [UInt8](try Data(contentsOf: file))
        }
    }

    @Test("names the gesture that five presses taught in 45 of the next fifty, the old ones as before, with the host's bits")
    func taught() throws {
        let world = try TaughtWorld()
        defer { world.remove() }
        let board = try TaughtBoard(world)
        try board.teach(TaughtWorld.shown)
        try board.host.listen(seconds: 400) { Int(board.host.frames.last?.header.index ?? 0) >= world.samples - 20 }
        let (labels, before) = (board.labels(world), try world.host())
        let later = world.done.indices.dropFirst(TaughtWorld.shown)
        let right = later.count { world.done[$0].label == 3 && labels[$0] == 3 }
        #expect(right >= 45)
        let old = later.filter { world.done[$0].label < 3 }
        #expect(old.count == 30 && old.map { labels[$0] } == old.map { before[$0]?.label })
        print("\(right) of 50 strokes of the gesture that the board was taught; \(old.count) of others as before")

        // Four labels of 64 units, and a place that is empty: pairs of columns, sixteen rows each.
        let memory = try board.memory("board_teaching_bytes", bytes: 2048 + 64, world)
        func half(_ index: Int) -> Int16 { Int16(bitPattern: UInt16(memory[2 * index]) | UInt16(memory[2 * index + 1]) << 8) }
        let wanted = try world.head((0..<TaughtWorld.shown).compactMap { before[$0]?.hidden })
        for row in 0..<4 {
            let weights = (0..<64).map { half($0 / 2 * 32 + row * 2 + $0 % 2) }
            #expect(weights == Array(wanted.terms[0].weights[row * 64..<(row + 1) * 64]))
            let bias = (0..<4).reduce(UInt32(0)) { $0 | UInt32(memory[2048 + 4 * row + $1]) << UInt32(8 * $1) }
            #expect(Int32(bitPattern: bias) == wanted.bias[row])
        }
    }

    @Test("knows after a reset what it was taught")
    func kept() throws {
        let world = try TaughtWorld()
        defer { world.remove() }
        let board = try TaughtBoard(world)
        try board.teach(2)
        let before = try board.memory("board_teaching_bytes", bytes: 2048 + 64, world)
        try board.host.board.monitor("system_reset")
        try board.host.listen(seconds: 2)
        try board.listen(milliseconds: 100)
        #expect(try board.memory("board_teaching_bytes", bytes: 2048 + 64, world) == before)
    }

    @Test("says by its light what it waits for and that it heard, and goes on to the next place after a long press")
    func light() throws {
        let world = try TaughtWorld()
        defer { world.remove() }
        let board = try TaughtBoard(world)
        try board.press(milliseconds: 150)
        #expect(try board.host.board.lights().isOn(.blue))
        try board.host.listen(seconds: 60) { board.words.last == "taught 1: examples: 1" }
        try board.listen(milliseconds: 200)
        let heard = try board.host.board.lights()
        #expect(heard.isOn(.green) && !heard.isOn(.blue))
        try board.listen(milliseconds: 1500)
        #expect(try board.host.board.lights().isDark)
        try board.press(milliseconds: 1500)
        #expect(board.words.last == "taught 2: is taught from now on")
    }
}
