import Simulation
import Testing
import WireProtocol

@Suite("A replayed recording")
struct ReplayTests {
    static let speeds: [SimulatorOptions.Speed] = [.times(1), .times(10), .times(0.5), .max]

    @Test("arrives whole, session by session, at every speed", arguments: speeds)
    func whole(_ speed: SimulatorOptions.Speed) {
        var options = SimulatorOptions()
        options.speed = speed
        let bench = Bench(wave(sessions: 3, samples: 120, rate: 200), options)
        bench.run()
        #expect(bench.device.isFinished)
        #expect(bench.host.sessions.map(\.counts.count) == [120, 120, 120])
        #expect(Set(bench.host.sessions.map(\.id)).count == 3)
        #expect(bench.host.lostSamples == 0)
        #expect(bench.host.worstStepBack > -100_000)
        #expect(bench.device.summary.samples == 360)
        #expect(bench.device.summary.samplesDropped == 0)
        #expect(bench.device.summary.frames == UInt64(bench.host.counters.frames))
    }

    @Test("dates its samples one recorded period apart, at every speed", arguments: speeds)
    func nominalTimes(_ speed: SimulatorOptions.Speed) throws {
        var options = SimulatorOptions()
        options.speed = speed
        options.jitterMicroseconds = 0
        let bench = Bench(wave(samples: 60, rate: 25), options)
        bench.run()
        let times = try #require(bench.host.sessions.first?.times)
        #expect(zip(times.dropFirst(), times).allSatisfy { $0 &- $1 == 40_000 })
    }

    @Test("jitters by no more than it is told, and keeps the frames full")
    func jitter() throws {
        let bench = Bench(wave(samples: 400, rate: 1000))
        bench.run()
        let times = try #require(bench.host.sessions.first?.times)
        #expect(times.count == 20)
        let steps = zip(times.dropFirst(), times).map { Int($0 &- $1) }
        #expect(steps.allSatisfy { abs($0 - 20_000) <= 400 })
        #expect(Set(steps).count > 10)
    }

    @Test("takes its own time by a clock that drifts")
    func drift() throws {
        var options = SimulatorOptions()
        options.driftPartsPerMillion = 10_000
        options.jitterMicroseconds = 0
        let bench = Bench(wave(samples: 251, rate: 25), options)
        var arrivals: [UInt64] = []
        bench.host.onSample = { host, _ in arrivals.append(host.now) }
        bench.run()
        // Ten seconds on a clock that is one per cent fast.
        let first = try #require(arrivals.first)
        let last = try #require(arrivals.last)
        #expect(abs(Double(last - first) - 10_000_000 / 1.01) < 100)
    }

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

    @Test("waits for a host, and does not start before an answered clock exchange or 700 ms after its last HELLO")
    func start() {
        let options = SimulatorOptions()
        let device = SimulatedDevice(recording: wave(), options: options, now: 0) { _ in }
        device.advance(now: 5_000_000)
        #expect(device.summary.samples == 0)
        let host = ScriptedHost()
        host.advance(to: 5_000_000)
        host.outgoing.withUnsafeBytes { device.receive($0, now: 5_000_000) }
        device.advance(now: 5_690_000)
        #expect(device.summary.samples == 0)
        host.outgoing.withUnsafeBytes { device.receive($0, now: 5_690_000) }
        device.advance(now: 6_380_000)
        #expect(device.summary.samples == 0)
        device.advance(now: 6_391_000)
        // The first sample may be a little late, by its jitter.
        device.advance(now: 6_393_000)
        #expect(device.summary.samples == 1)
    }

    @Test("begins again when it loops, until it is stopped")
    func loops() {
        var options = SimulatorOptions()
        options.speed = .times(100)
        options.loops = true
        let bench = Bench(wave(sessions: 2, samples: 50), options)
        bench.run(seconds: 2)
        #expect(!bench.device.isFinished)
        #expect(bench.device.summary.sessions > 5)
        #expect(bench.host.lostSamples == 0)
        bench.device.stop(now: bench.now)
        bench.run(seconds: 0.6)
        #expect(bench.device.isFinished)
    }

    @Test("never asks for a turn before something is due")
    func turns() {
        let bench = Bench(wave(samples: 250, rate: 25))
        bench.run()
        // A sample every 40 ms, and the bench's own turns every 50 ms at most.
        #expect(bench.turns > 250 && bench.turns < 600)
    }

    @Test("drops samples at speed 1 when nobody takes them, and counts them")
    func nobodyReads() {
        var options = SimulatorOptions()
        options.queueCapacity = 1024
        let device = SimulatedDevice(recording: wave(samples: 2000, rate: 200), options: options, now: 0) { _ in }
        let host = ScriptedHost()
        host.advance(to: 0)
        host.outgoing.withUnsafeBytes { device.receive($0, now: 0) }
        for step in 1...11_000 { device.advance(now: UInt64(step) * 1000) }
        #expect(device.summary.samples == 2000)
        #expect(device.summary.samplesDropped > 1000)
        host.receive(device.arriving)
        #expect(host.sampleCount + Int(device.summary.samplesDropped) <= 2000)
    }
}

@Suite("Commands during a replay")
struct CommandTests {
    @Test("are obeyed and ended in time at every speed", arguments: ReplayTests.speeds)
    func everySpeed(_ speed: SimulatorOptions.Speed) {
        var options = SimulatorOptions()
        options.speed = speed
        let bench = Bench(wave(sessions: 2, samples: 150, rate: 25), options)
        bench.host.onSample = { host, count in
            if count == 60 { host.command(1, buzz(milliseconds: 300)) }
            if count == 151 { host.command(2, light(1)) }
        }
        bench.run()
        let summary = bench.device.summary
        #expect(summary.commands.ok == 2)
        #expect(summary.failsafes == 0)
        #expect(bench.host.acks.map(\.status) == [0, 0])
        let buzzer = bench.log.changes.filter { $0.action.actuator == 3 }
        #expect(buzzer.map(\.reason) == [.command, .duration])
        #expect(buzzer.count == 2 && buzzer[1].time - buzzer[0].time < 351_000 && buzzer[1].time - buzzer[0].time >= 300_000)
        #expect(bench.log.changes.filter { $0.action.actuator == 1 }.map(\.reason) == [.command])
    }

    @Test("are undone by the failsafe two seconds after the host fell silent, which is told once")
    func failsafe() {
        let bench = Bench(wave(samples: 250, rate: 25))
        bench.host.onSample = { host, count in
            if count == 20 {
                host.command(1, light(0))
                host.command(2, light(1))
            }
        }
        bench.run(seconds: 6, hostLeavesAfter: 1.5)
        #expect(bench.device.summary.failsafes == 1)
        #expect(bench.log.changes.map(\.reason) == [.command, .command, .failsafe, .failsafe])
        let told = bench.log.events.filter { if case .failsafe = $0 { true } else { $0 == .hostLost } }
        #expect(told.count == 2)
    }
}
