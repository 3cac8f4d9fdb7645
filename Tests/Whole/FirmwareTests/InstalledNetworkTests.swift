import Foundation
import Models
import MotionCore
import Quantization
import Randomness
import TestSupport
import Testing
import WireProtocol

/// `motionq install` at the line of the firmware in an emulator.
@Suite("A network that comes over the line", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct InstalledNetworkTests {
    private func board(_ motionq: Motionq) throws -> Emulator {
        let counts = motionq.path("counts")
        // Motion for some minutes, for a machine that is busy.
        #expect(try motionq.run("dataset", "counts", "--subjects", "1000-1019", "--output", counts).status == 0)
        return try Emulator(FirmwareImage.demo(), counts: counts)
    }

    /// The demo's labels and inputs around other numbers.
    private func model(_ motionq: Motionq, units: Int, window: Int = 40, seed: UInt64) throws -> (path: String, network: UInt64) {
        var description = try Model(readingFileAt: Repository.demoModel).description
        description.schedule = WindowSchedule(length: window, hop: description.hop)
        let network = randomQuantizedNetwork(.init(window, description.hop, 6, nil, [units], [4]), carriesState: false, seed: seed)
        let path = motionq.path("network-\(units)-\(window)-\(seed).safetensors")
        let model = Model(description, float: nil, quantized: network.numbers, provenance: [:])
        try model.write(toFileAt: path)
        let export = try DeviceExport(model, network: network.numbers, named: "", decision: .init())
        return (path, export.networkHash)
    }

    private func announced(by board: Emulator) throws -> HelloMessage? {
        let host = try RawHost(board)
        func answer() -> RawHost.Frame? { host.frames.last { $0.header.kind == .hello && $0.header.isReply } }
        // A host that was killed may have left half a frame on the line, which takes the next one with it.
        for _ in 0..<10 where answer() == nil {
            try host.sayHello()
            try host.listen(seconds: 0.5) { answer() != nil }
        }
        return answer().flatMap { $0.hello }
    }

    /// Runs until so many windows of the device's were recomputed here.
    private func shadow(_ motionq: Motionq, _ board: Emulator, _ model: String) throws {
        let host = try motionq.start(["run", "--port", board.line, "--model", model, "--shadow", "--json"])
        #expect(host.waits(for: "\"type\":\"window\"", times: 15, seconds: 30))
        let result = host.end()
        #expect(result.status == 0, "\(result.errors)")
        let summary = try #require(try result.objects().last)
        #expect((summary["shadow_compared"] as? Int ?? 0) > 10)
        #expect(summary["shadow_differing"] as? Int == 0)
        #expect(!result.errors.contains("another network"))
    }

    @Test("runs at once, bit for bit as the host, also after a reset, until the firmware's own is wanted back")
    func installs() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        for (units, window) in [(16, 40), (40, 30)] {
            let (path, network) = try model(motionq, units: units, window: window, seed: 7)
            let result = try motionq.run("install", "--port", board.line, "--model", path, "--json")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try announced(by: board)?.network == network)
            try shadow(motionq, board, path)
            try board.monitor("system_reset")
            #expect(try announced(by: board)?.network == network)
            try shadow(motionq, board, path)
        }
        let own = try FirmwareImage.demo().model
        let other = try motionq.start(["run", "--port", board.line, "--model", own, "--json"])
        #expect(other.waits(for: "\"state\":\"other_network\"", seconds: 20), "the other network is told of")
        #expect(other.end().status == 0)
        // That asked for another rate: the board's own network is to run at its own all the same.
        let back = try motionq.run("install", "--port", board.line, "--built-in")
        #expect(back.status == 0 && back.output.contains("runs the network of its firmware"), "\(back.output)\(back.errors)")
        let hash = try #require(try announced(by: board)?.network)
        #expect(back.output.contains(String(hash, radix: 16)), "\(back.output)")
        try shadow(motionq, board, own)
        let plain = try motionq.run("install", "--port", board.line, "--model", own, "--threshold", "0.8")
        #expect(plain.status == 0 && plain.errors.contains("--threshold 0.8 --shadow"), "\(plain.output)\(plain.errors)")
    }

    @Test("is refused if the board has no room for it, and the old one runs on")
    func refuses() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        let before = try announced(by: board)?.network
        let (path, _) = try model(motionq, units: 48, window: 1000, seed: 9)
        let result = try motionq.run("install", "--port", board.line, "--model", path)
        #expect(result.status == 65 && result.errors.contains("does not fit this device"), "\(result.errors)")
        #expect(try announced(by: board)?.network == before)
        try shadow(motionq, board, FirmwareImage.demo().model)
    }

    @Test("begins a session under the same network hash if it comes with other decision options, and HELLO names each image")
    func options() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        let (path, network) = try model(motionq, units: 16, seed: 4)
        #expect(try motionq.run("install", "--port", board.line, "--model", path).status == 0)
        let first = try #require(try announced(by: board))
        #expect(try motionq.run("install", "--port", board.line, "--model", path, "--smoothing", "5").status == 0)
        let second = try #require(try announced(by: board))
        #expect(first.network == network && second.network == network)
        #expect(first.image != nil && second.image != nil && first.image != second.image)
        #expect(first.session != second.session)
    }

    @Test("is there or not, and nothing between, whenever the board is reset or the line is cut: 30 times")
    func interrupted() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        var generator = SeededGenerator(seed: 3)
        let models = try [(12, 1), (24, 2), (36, 3)].map { try model(motionq, units: $0, seed: UInt64($1)) }
        var running = try #require(try announced(by: board)?.network)
        var file = try FirmwareImage.demo().model
        var news = 0
        for _ in 0..<30 {
            let (path, network) = models[Int.random(in: 0..<3, using: &generator)]
            let host = try motionq.start(["install", "--port", board.line, "--model", path])
            _ = host.waits(forNote: "greets", seconds: 10)
            Thread.sleep(forTimeInterval: Double.random(in: 0...1.2, using: &generator))
            if Bool.random(using: &generator) { try board.monitor("system_reset") }
            host.kill()
            let found = try #require(try announced(by: board)?.network, "the board answers")
            try #require(found == running || found == network)
            if found == network { (running, file, news) = (network, path, news + 1) }
        }
        #expect(news > 3 && news < 30)
        try shadow(motionq, board, file)
    }

    @Test("a rate that is to be kept holds over a reset, until it is to be forgotten")
    func keepsRate() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let board = try board(motionq)
        func configure(rate: Float?, keep: UInt8, sequence: UInt16) throws {
            let host = try RawHost(board)
            try host.send(.config) { writer in
                var config = ConfigMessage(sequence: sequence)
                config.rate = rate
                config.keep = keep
                config.write(to: &writer)
            }
            try host.listen(seconds: 5) { host.frames.contains { $0.header.kind == .ack } }
        }
        try configure(rate: 80, keep: 1, sequence: 1)
        #expect(try announced(by: board)?.sensor.rate == 80)
        try board.monitor("system_reset")
        #expect(try announced(by: board)?.sensor.rate == 80)
        try configure(rate: nil, keep: 0, sequence: 2)
        #expect(try announced(by: board)?.sensor.rate == 80)
        try board.monitor("system_reset")
        #expect(try announced(by: board)?.sensor.rate == 50)
    }
}
