import LiveLoop
import TestSupport
import Testing
import WireProtocol

@Suite("A device that says too much")
struct ChatterTests {
    @Test("is passed on ten times a second, and how much was left out is said and counted")
    func logs() throws {
        let wire = try BareWire()
        try wire.hello(time: 0)
        for second in 0..<3 {
            for index in 0..<50 {
                try wire.send(FrameHeader(.log)) { writer in
                    writer.u8(2)
                    for byte in "line \(second * 50 + index)".utf8 { writer.u8(byte) }
                }
                try wire.step(microseconds: 20_000)
            }
        }
        for _ in 0..<60 { try wire.step(microseconds: 20_000) }
        var (lines, leftOut) = (0, 0)
        for message in wire.observer.messages {
            if case .log = message { lines += 1 }
            if case .leftOut(let logs, let sessions) = message {
                leftOut += logs
                #expect(sessions == 0)
            }
        }
        #expect((30...40).contains(lines) && lines + leftOut == 150)
        #expect(wire.pipeline.statistics.logsLeftOut == UInt64(leftOut))
    }

    @Test("a flood of sessions is ten a second; the newest is always told before its samples, and at the latest a second later")
    func sessions() throws {
        let wire = try BareWire()
        var newest: UInt32 = 0
        func told() -> [UInt32] {
            wire.observer.changes.compactMap { if case .session(let hello) = $0 { hello.session } else { nil } }
        }
        func flood(_ count: Int) throws {
            for _ in 0..<count {
                newest += 1
                try wire.hello(time: newest * 1000, ScriptedDevice.sixAxes(session: newest))
                try wire.step(microseconds: 1000)
            }
        }
        try flood(500)
        #expect(told() == Array(1...10) && wire.pipeline.statistics.sessions == 500)
        try wire.samples(1, index: 0, time: newest * 1000)
        try wire.step(microseconds: 1000)
        #expect(told() == Array(1...10) + [500])
        try flood(100)
        for _ in 0..<200 { try wire.step(microseconds: 10_000) }
        #expect(told().last == 600 && told().count == 12)
        #expect(wire.pipeline.statistics.sessionsLeftOut == 588)
    }
}
