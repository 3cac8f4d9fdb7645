import Simulation
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
