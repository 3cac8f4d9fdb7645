import Foundation
import TestSupport
import Testing
import WireProtocol

@Suite("A board in an emulator on a line of 115,200 baud", .enabled(if: FirmwareImage.isWanted, FirmwareImage.unwanted))
struct LineTests {
    private func board(_ motionq: Motionq) throws -> Emulator {
        let counts = motionq.path("counts")
        #expect(try motionq.run("dataset", "counts", "--output", counts).status == 0)
        return try Emulator(FirmwareImage.demo(), counts: counts)
    }

    @Test("refuses a rate that its line does not carry, and takes one that it does")
    func rates() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let host = try RawHost(board(motionq))
        try host.sayHello()
        #expect(try host.ask(forRate: 1000) == .unsupported)
        #expect(try host.ask(forRate: 900) == .unsupported)
        #expect(try host.ask(forRate: 800) == .ok)
        try host.listen(seconds: 1)
        let hello = try #require(host.frames.last { $0.header.kind == .hello })
        // Tag 6, four bytes: 800 as a float.
        let item: [UInt8] = [6, 4, 0, 0, 0x48, 0x44]
        #expect(hello.payload.indices.contains { hello.payload[$0...].starts(with: item) })
    }

    @Test("sends never more in a second than such a line carries, whatever is asked of it")
    func paced() throws {
        let motionq = try Motionq()
        defer { motionq.remove() }
        let host = try RawHost(board(motionq))
        try host.sayHello()
        _ = try host.ask(forRate: 800)
        // Each is answered with a HELLO.
        for _ in 0..<40 {
            for _ in 0..<10 { try host.sayHello() }
            try host.listen(seconds: 0.1)
        }
        let arrivals = host.arrivals
        var (most, inside, first) = (0, 0, 0)
        for (seconds, bytes) in arrivals {
            inside += bytes
            while arrivals[first].seconds < seconds - 1 {
                inside -= arrivals[first].bytes
                first += 1
            }
            most = max(most, inside)
        }
        #expect(most > 4_000, "the line is busy")
        // 11,520 bytes a second, and what this machine was late by; without a pace it would be 28,000.
        #expect(most < 15_000)
    }
}
