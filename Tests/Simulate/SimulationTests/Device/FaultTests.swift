import Simulation
import Testing
import WireProtocol

@Suite("A bad cable")
struct FaultTests {
    @Test(
        "costs exactly the frames and samples that the simulator says",
        arguments: [
            ("damaged", 0.002, 0.0, 0.0), ("badly damaged", 0.05, 0, 0), ("dropped", 0, 0.002, 0), ("inserted", 0, 0, 0.002),
            ("all", 0.005, 0.005, 0.005), ("everything wrong", 0.2, 0.2, 0.2),
        ])
    func truth(_ description: String, _ damaged: Double, _ dropped: Double, _ inserted: Double) {
        for seed in 1...20 as ClosedRange<UInt64> {
            var options = SimulatorOptions()
            options.speed = .max
            options.seed = seed
            options.faults.damagedFraction = damaged
            options.faults.droppedFraction = dropped
            options.faults.insertedFraction = inserted
            let bench = Bench(wave(samples: 2000, rate: 200), options)
            bench.run()
            let summary = bench.device.summary
            #expect(bench.device.isFinished)
            #expect(UInt64(bench.host.counters.frames) == summary.frames - summary.link.damagedFrames, "seed \(seed)")
            #expect(summary.link.damagedFrames > 0)
            let bytes = summary.link.bytes - summary.link.droppedBytes + summary.link.insertedBytes
            #expect(bench.host.counters.bytes == bytes)
            #expect(UInt64(bench.host.deliveredSamples) == 2000 - summary.link.damagedSamples, "\(description), seed \(seed)")
        }
    }

    @Test("does not let a recording at top speed pass before a HELLO got through")
    func greeting() {
        for seed in 1...20 as ClosedRange<UInt64> {
            var options = SimulatorOptions()
            options.speed = .max
            options.seed = seed
            options.faults.damagedFraction = 0.003
            let bench = Bench(wave(samples: 2000, rate: 200), options)
            bench.run()
            #expect(bench.host.sampleCount == bench.host.deliveredSamples && bench.host.sampleCount > 0)
        }
    }

    @Test("damages the same bytes with the same seed, and others with another")
    func seeds() {
        let seeds: [UInt64] = [3, 3, 4]
        let runs = seeds.map { seed in
            var options = SimulatorOptions()
            options.speed = .max
            options.seed = seed
            options.faults.damagedFraction = 0.01
            let bench = Bench(wave(samples: 1000, rate: 200), options)
            bench.run(seconds: 0.5)
            return bench.device.summary.link.damagedBytes
        }
        #expect(runs[0] == runs[1])
        #expect(runs[0] != runs[2])
    }

    @Test("may pause, and then delivers what has waited")
    func pauses() {
        var options = SimulatorOptions()
        options.faults.secondsBetweenPauses = 1
        options.faults.pauseSeconds = 0.4
        let bench = Bench(wave(samples: 200, rate: 25), options)
        var arrivals: [UInt64] = []
        bench.host.onSample = { host, _ in arrivals.append(host.now) }
        bench.run()
        #expect(bench.host.sampleCount == 200)
        #expect(bench.host.lostSamples == 0)
        #expect(zip(arrivals.dropFirst(), arrivals).filter { $0 - $1 > 350_000 }.count >= 3)
    }
}
