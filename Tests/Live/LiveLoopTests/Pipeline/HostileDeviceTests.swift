import Formatting
import LiveLoop
import MotionCore
import MotionRecognition
import TestSupport
import Testing
import WireProtocol

/// Frames that pass the CRC and mean no good, or that only look odd.
@Suite("What a device may do to the live loop")
struct HostileDeviceTests {
    @Test("DATA that carries a time just before the HELLO that came first is no trap")
    func dataBeforeHello() throws {
        let wire = try BareWire()
        try wire.hello(time: 1_000_000)
        try wire.samples(1, index: 0, time: 995_000)
        try wire.samples(1, index: 1, time: 1_000_000)
        try wire.step()
        #expect(wire.observer.windows.count == 1)
    }

    @Test("a stream may be joined at any device time, beyond 2^31 too")
    func lateJoin() throws {
        let wire = try BareWire()
        try wire.samples(1, index: 5, time: 0xF000_0000)
        try wire.hello(time: 0xF000_1000)
        for index in 0..<50 as Range<UInt16> {
            try wire.samples(1, index: 6 + index, time: 0xF000_2000 &+ UInt32(index) * 20_000_000)
        }
        try wire.step()
        #expect(wire.observer.windows.count > 10)
    }

    @Test("a tiny announced rate is no trap")
    func tinyRate() throws {
        let wire = try BareWire()
        var identity = ScriptedDevice.sixAxes()
        identity.sensor.rate = 1e-30
        try wire.hello(time: 0, identity)
        try wire.samples(20, index: 0, time: 0)
        try wire.step()
        #expect(wire.observer.windows.count == 19)
    }

    @Test("acknowledgements that nobody asked for are ignored")
    func unaskedAcknowledgements() throws {
        let wire = try BareWire()
        try wire.hello(time: 0)
        for sequence in 0..<20 as Range<UInt16> {
            try wire.send(FrameHeader(.ack, isReply: true)) {
                AckMessage(sequence: sequence, status: .ok, type: .feedback, applied: 0).write(to: &$0)
            }
        }
        try wire.step()
        #expect(wire.observer.outcomes.isEmpty)
    }

    @Test("echoes of the host's own frames are counted as malformed, and lose and restart nothing")
    func echoes() throws {
        let wire = try BareWire()
        try wire.hello(time: 100_000)
        try wire.send(FrameHeader(.timeSync, time: 5)) { TimeSyncMessage(requested: 7).write(to: &$0) }
        try wire.send(FrameHeader(.config, index: 5000)) { ConfigMessage(sequence: 1).write(to: &$0) }
        try wire.samples(1, index: 0, time: 110_000)
        try wire.step()
        #expect(wire.pipeline.statistics.restarts == 0)
        #expect(wire.pipeline.statistics.lostSamples == 0)
        #expect(wire.pipeline.statistics.frames.malformed == 2)
    }

    @Test("a flood of new sessions neither traps nor predicts")
    func sessionFlood() throws {
        let wire = try BareWire()
        for session in 1...200 as ClosedRange<UInt32> {
            try wire.hello(time: session * 1000, ScriptedDevice.sixAxes(session: session))
            try wire.samples(1, index: 0, time: session * 1000)
            try wire.step()
        }
        #expect(wire.pipeline.statistics.sessions == 200)
        #expect(wire.observer.windows.isEmpty)
    }

    @Test("DATA of another width than announced is not used, and breaks the windows")
    func otherWidth() throws {
        let wire = try BareWire()
        try wire.hello(time: 0)
        try wire.samples(1, index: 0, time: 0)
        try wire.send(FrameHeader(.data, index: 1, time: 40_000, count: 1)) { writer in for _ in 0..<3 { writer.u16(1) } }
        try wire.samples(1, index: 2, time: 80_000)
        try wire.step()
        #expect(wire.observer.windows.isEmpty)
        #expect(wire.pipeline.statistics.unusableFrames == 1)
    }

    @Test("a device that reads nothing is not waited for again and again")
    func deafDevice() throws {
        let wire = try BareWire(capacity: 2048)
        try wire.hello(time: 0)
        for index in 0..<40 as Range<UInt16> { try wire.samples(1, index: index, time: UInt32(index) * 1000) }
        for _ in 0..<200 { try wire.step() }
        for round in 0..<20 as Range<UInt16> {
            for index in 0..<10 as Range<UInt16> {
                let next = 40 + round * 10 + index
                try wire.samples(1, index: next, time: UInt32(next) * 1000)
            }
            try wire.step()
        }
        #expect(wire.pipeline.statistics.samples == 240)
        #expect(wire.pipeline.statistics.writesTimedOut > 0)
    }

    private func adjustable(rate: Float) -> HelloMessage {
        var identity = ScriptedDevice.sixAxes(rate: rate)
        identity.capabilities = identity.capabilities.union(.setsRate)
        return identity
    }

    @Test("a device that can change its rate is asked to; without an answer four times, then resampled")
    func unansweredConfiguration() throws {
        let wire = try BareWire(rate: 25)
        try wire.hello(time: 0, adjustable(rate: 50))
        _ = try wire.sent(.config)
        var asked = 0
        for _ in 0..<200 {
            try wire.step()
            asked += try wire.sent(.config)
        }
        #expect(asked == 4)
        #expect(wire.observer.changes.count { if case .resampled = $0 { true } else { false } } == 1)
    }

    @Test("a device that says ok and changes nothing is resampled after a second")
    func emptyConfiguration() throws {
        let wire = try BareWire(rate: 25)
        try wire.hello(time: 0, adjustable(rate: 50))
        try wire.step()
        try wire.send(FrameHeader(.ack, isReply: true)) {
            AckMessage(sequence: 0, status: .ok, type: .config, applied: 1).write(to: &$0)
        }
        for _ in 0..<90 { try wire.step() }
        #expect(!wire.observer.changes.contains { if case .resampled = $0 { true } else { false } })
        for _ in 0..<60 { try wire.step() }
        #expect(wire.observer.changes.count { if case .resampled = $0 { true } else { false } } == 1)
    }

    @Test("a device at a rate that no motion can be brought from is refused, with both rates")
    func hopelessRate() throws {
        let wire = try BareWire(rate: 200)
        try wire.hello(time: 0, ScriptedDevice.sixAxes(rate: 1))
        #expect {
            for _ in 0..<10 { try wire.step() }
        } throws: { error in
            guard case LiveFailure.misfit(let misfit) = error else { return false }
            return misfit.reason == .rate && misfit.sentence.description.contains("1 Hz")
                && misfit.sentence.description.contains("200 Hz")
        }
    }

    @Test("a device that changes its rate runs")
    func configured() throws {
        let wire = try BareWire(rate: 25)
        try wire.hello(time: 0, adjustable(rate: 50))
        try wire.step()
        try wire.send(FrameHeader(.ack, isReply: true)) {
            AckMessage(sequence: 0, status: .ok, type: .config, applied: 1).write(to: &$0)
        }
        var identity = adjustable(rate: 25)
        identity.session = 78
        try wire.hello(time: 1000, identity)
        try wire.samples(2, index: 0, time: 2000)
        for _ in 0..<150 { try wire.step() }
        #expect(wire.observer.windows.count == 1)
    }
}
