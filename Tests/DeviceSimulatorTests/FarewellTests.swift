import DeviceSimulator
import Foundation
import Testing
import WireProtocol

@Suite("A simulated device whose host says goodbye")
struct FarewellTests {
    @Test("tells of it before what goes off with it, and not of a host that was lost")
    func goodbye() {
        let bench = Bench(wave(samples: 250, rate: 25))
        bench.host.onSample = { host, count in
            if count == 20 { host.command(1, light(0)) }
            if count == 30 { host.sayGoodbye() }
        }
        bench.run(seconds: 6, hostLeavesAfter: 1.95)
        #expect(bench.log.changes.map(\.reason) == [.command, .goodbye])
        let told = bench.log.events.filter { $0 == .hostLeft || $0 == .hostLost }
        #expect(told == [.hostLeft])
        #expect(bench.device.summary.failsafes == 0)
    }

    @Test("does not wait for it when everything is replayed")
    func ending() {
        let bench = Bench(wave(samples: 50, rate: 25))
        bench.host.onSample = { host, count in if count == 50 { host.sayGoodbye() } }
        // 700 ms without a TIMESYNC, two seconds of samples, and half a second in which it would have commanded.
        bench.run(seconds: 3.5, hostLeavesAfter: 2.8)
        #expect(bench.device.isFinished)
    }

    @Test("says so in a line")
    func words() {
        #expect(SimulatorEvent.hostLeft.jsonLine == #"{"type":"host","state":"left"}"#)
        #expect(SimulatorEvent.hostLeft.plain == "the host said goodbye")
    }
}

@Suite("A simulated device's HELLO")
struct SimulatedIdentityTests {
    @Test("says that it replays at any speed but 1", arguments: ReplayTests.speeds)
    func replays(_ speed: SimulatorOptions.Speed) {
        var options = SimulatorOptions()
        options.speed = speed
        let bench = Bench(wave(sessions: 2, samples: 5), options)
        bench.run()
        #expect(
            bench.host.sessions.map { $0.hello.capabilities.contains(.replays) } == Array(repeating: speed != .times(1), count: 2))
    }

    @Test("tells how many lights and buzzers it has")
    func units() {
        let bench = Bench(wave(samples: 5))
        bench.run()
        #expect(bench.host.sessions.first?.hello.units == SimulatedDevice.units)
    }
}

@Suite("A simulated device whose clock is set")
struct ClockStepTests {
    /// Half a minute forwards after one second, and back again after two.
    private static let steps = [
        SimulatorOptions.ClockStep(at: 1_000_000, by: 30_000_000), SimulatorOptions.ClockStep(at: 2_000_000, by: -30_000_000),
    ]

    private func bench(_ steps: [SimulatorOptions.ClockStep] = steps) -> Bench {
        var options = SimulatorOptions()
        options.jitterMicroseconds = 0
        options.driftPartsPerMillion = 0
        options.clockSteps = steps
        return Bench(wave(samples: 100, rate: 25), options)
    }

    @Test("dates its samples by it, forwards and back, and loses none")
    func samples() throws {
        let bench = bench()
        bench.run()
        let times = try #require(bench.host.sessions.first?.times)
        let unusual = zip(times.dropFirst(), times).map { Int32(bitPattern: $0 &- $1) }.filter { $0 != 40_000 }
        #expect(unusual == [30_040_000, -29_960_000])
        #expect(bench.host.lostSamples == 0)
        #expect(bench.host.sampleCount == 100)
    }

    @Test("beats on every second, and its uptime does not follow")
    func heartbeats() {
        let bench = bench()
        bench.run(seconds: 3.5)
        #expect(bench.host.heartbeats.map(\.uptime) == [1000, 2000, 3000])
    }

    @Test("judges commands by it: what was issued before a step back is from the future")
    func commands() {
        let bench = bench([SimulatorOptions.ClockStep(at: 2_000_000, by: -5_000_000)])
        bench.host.onSample = { host, count in
            if count == 10 { host.command(1, light(0)) }
            if count == 50 { host.command(2, light(1)) }
        }
        bench.run()
        #expect(bench.host.acks.map(\.status) == [AckMessage.Status.ok.rawValue, AckMessage.Status.late.rawValue])
    }
}

extension ReplayTests {
    @Test("keeps its pace by the wall at a drift of five per cent, either way", arguments: [50_000.0, -50_000])
    func strongDrift(_ drift: Double) throws {
        var options = SimulatorOptions()
        options.driftPartsPerMillion = drift
        options.jitterMicroseconds = 0
        let bench = Bench(wave(samples: 251, rate: 25), options)
        var arrivals: [UInt64] = []
        bench.host.onSample = { host, _ in arrivals.append(host.now) }
        bench.run()
        let first = try #require(arrivals.first)
        let last = try #require(arrivals.last)
        #expect(abs(Double(last - first) - 10_000_000 / (1 + drift / 1_000_000)) < 100)
    }
}
