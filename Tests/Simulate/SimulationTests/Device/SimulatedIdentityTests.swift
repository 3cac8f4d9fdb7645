import Simulation
import Testing
import WireProtocol

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
