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

    @Test("that came late, and had what was sent before it, is waited for until it has read the end, too")
    func late() {
        var options = SimulatorOptions()
        options.speed = .times(8)
        let device = SimulatedDevice(recording: wave(samples: 1000, rate: 50), options: options, now: 0) { _ in }
        let host = ScriptedHost()
        // What the cable has taken, and the host has not read.
        var cable: [UInt8] = []
        func pass(until end: UInt64, from begin: UInt64, isThere: Bool, leaves unread: Int) {
            for now in stride(from: begin, to: end, by: 1000) {
                device.advance(now: now)
                cable += device.arriving
                device.consume(device.arriving.count)
                guard isThere else { continue }
                host.advance(to: now)
                host.outgoing.withUnsafeBytes { device.receive($0, now: now) }
                host.outgoing.removeAll()
                let count = max(0, cable.count - unread)
                host.receive(cable.prefix(count))
                cable.removeFirst(count)
            }
        }
        pass(until: 5_000_000, from: 0, isThere: false, leaves: 0)
        // 20 seconds of samples, eight times as fast, after a clock exchange.
        pass(until: 7_400_000, from: 5_000_000, isThere: true, leaves: 0)
        pass(until: 9_200_000, from: 7_400_000, isThere: true, leaves: 100)
        #expect(!device.isFinished && host.sampleCount < 1000, "\(host.sampleCount)")
        pass(until: 11_000_000, from: 9_200_000, isThere: true, leaves: 0)
        #expect(device.isFinished && host.sampleCount == 1000)
    }

    @Test("says so in a line")
    func words() {
        #expect(SimulatorEvent.hostLeft.jsonLine == #"{"type":"host","state":"left"}"#)
        #expect(SimulatorEvent.hostLeft.plain == "the host said goodbye")
    }
}
