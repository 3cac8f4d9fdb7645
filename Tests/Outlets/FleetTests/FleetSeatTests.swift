import Fleet
import LiveLoop
import MotionCore
import TestSupport
import Testing
import WireProtocol

@Suite("A device of a shard")
struct FleetSeatTests {
    @Test("is followed from its first bytes on")
    func begins() throws {
        let bench = try SeatBench()
        #expect(!bench.seat.isFollowed)
        try bench.tick(40)
        #expect(bench.seat.isFollowed && bench.sessions == 1 && bench.observer.windows.count >= 5)
        #expect(bench.observer.outcomes.first?.status == .ok)
    }

    @Test("is left alone while somebody else talks to it, and followed again when that is over")
    func claimed() throws {
        let bench = try SeatBench()
        try bench.tick(40)
        bench.seat.claim(seconds: 2)
        #expect(!bench.seat.isFollowed)
        let (sent, windows) = (bench.bytesSent, bench.observer.windows.count)
        // Less than two seconds of samples.
        try bench.tick(45)
        #expect(bench.bytesSent == sent && bench.observer.windows.count == windows)
        try bench.tick(40)
        #expect(bench.seat.isFollowed && bench.sessions == 2 && bench.observer.windows.count > windows)
    }

    @Test("that is given back before its time is followed at once")
    func givenBack() throws {
        let bench = try SeatBench()
        try bench.tick(20)
        bench.seat.connection = 1
        bench.seat.claim(seconds: 600)
        bench.seat.claim(seconds: 0)
        #expect(bench.seat.isFollowed)
    }

    @Test("that nobody has brought here is not begun with for being named or given back")
    func nobody() throws {
        let bench = try SeatBench()
        bench.seat.claim(seconds: 0)
        bench.seat.take(try SeatBench.entry("other"))
        #expect(!bench.seat.isFollowed && bench.bytesSent == 0 && bench.seat.entry.name == "other")
    }

    @Test("is sent no command for motion that came too late to be answered")
    func late() throws {
        let bench = try SeatBench()
        try bench.tick(8)
        bench.isHeld = true
        // The first window, and a second more than its command lives.
        try bench.tick(33)
        bench.isHeld = false
        bench.carry()
        bench.seat.step()
        let windows = bench.observer.windows.count
        #expect(windows > 0 && bench.observer.windows.contains { $0.phase == "enter" })
        // What is sent for a later window is for that one.
        try bench.tick(10)
        let applied = bench.observer.outcomes.filter { $0.status == .ok }
        #expect(!applied.isEmpty && applied.allSatisfy { ($0.age ?? .max) <= 300_000 })
        #expect(bench.seat.counted.commandsStale > 0)
    }

    @Test("begins with fresh windows where its bridge finds it anew, and goes on counting")
    func anew() throws {
        let bench = try SeatBench()
        try bench.tick(40)
        let samples = bench.seat.counted.samples
        bench.seat.renew()
        let windows = bench.observer.windows.count
        // A window needs ten samples of the new connection.
        try bench.tick(9)
        #expect(bench.observer.windows.count == windows)
        try bench.tick(20)
        #expect(bench.observer.windows.count > windows && bench.seat.counted.samples > samples)
    }

    @Test("takes another model, and is greeted for it")
    func otherModel() throws {
        let bench = try SeatBench()
        try bench.tick(40)
        bench.seat.take(try SeatBench.entry("other", labels: 7))
        let windows = bench.observer.windows.count
        try bench.tick(40)
        #expect(bench.seat.entry.name == "other" && bench.sessions == 2)
        #expect(bench.observer.windows.dropFirst(windows).allSatisfy { $0.probabilities.count == 7 })
        #expect(bench.observer.windows.count > windows)
    }

    @Test("that its model does not fit is left until something is new about it")
    func misfit() throws {
        var identity = ScriptedDevice.sixAxes()
        identity.sensor = SensorDescription(rate: 25)
        identity.sensor.addChannel(ChannelDescription(kind: 0x40, unit: .g, scale: 1, offset: 0, fullScale: 4))
        let bench = try SeatBench(identity)
        try bench.tick(5)
        #expect(!bench.seat.isFollowed)
        if case .misfit? = bench.seat.refusal {} else { Issue.record("no refusal") }
        #expect(bench.refusals.count == 1)
        let sent = bench.bytesSent
        try bench.tick(50)
        #expect(bench.bytesSent == sent)
        bench.seat.renew()
        #expect(bench.bytesSent > sent)
    }
}
