import Simulation
import Testing
import WireProtocol

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
