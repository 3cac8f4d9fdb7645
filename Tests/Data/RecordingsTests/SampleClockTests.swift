import Randomness
import Recordings
import Testing

/// Stamps of a clock that loses samples, as systems make them of it.
private struct MadeUpStamps {
    var stamps: [Double] = []
    /// How many samples are missing after which one.
    var lost: [Int: Int] = [:]
    let period: Double

    /// - Parameters:
    ///   - losses: one sample of so many is followed by some that are missing; 0: none.
    ///   - lateness: of a sample, in milliseconds, by its number.
    init(
        count: Int, period: Double, losses: Int, seed: UInt64, lateness: (Int, inout SeededGenerator) -> Double = { _, _ in 0 }
    ) {
        self.period = period
        var generator = SeededGenerator(seed: seed)
        var number = 0
        for index in 0..<count {
            let stamp = Double(number) * period + lateness(index, &generator)
            stamps.append(max(stamp, stamps.last ?? stamp))
            number += 1
            // Not at the ends, where nothing shows that a stamp stays late.
            guard losses > 0, (40..<count - 40).contains(index), Int.random(in: 1...losses, using: &generator) == 1 else {
                continue
            }
            let missing = Int.random(in: 1...30, using: &generator)
            lost[index] = missing
            number += missing
        }
    }

    /// Stamps of packets of so many samples: when the packet came, some milliseconds after its last sample.
    func inPackets(of size: Int) -> MadeUpStamps {
        var copy = self
        for index in stamps.indices { copy.stamps[index] = stamps[min(stamps.count - 1, index / size * size + size - 1)] + 3 }
        return copy
    }

    var session: RecordedSession {
        RecordedSession(
            name: "s", subject: nil, labels: stamps.map { _ in "a" }, timestamps: stamps,
            values: [Float](repeating: 0, count: stamps.count * 6))
    }

    /// The sample before each cut.
    var cuts: [Int] {
        var end = -1
        return session.stretches().dropLast().map {
            end += $0.count; return end
        }
    }

    /// How far the rate that is found is from the clock's, as a share.
    var rateError: Double { (session.rate.map { $0 * period / 1000 } ?? 0) - 1 }
}

@Suite("The clock behind time stamps")
struct SampleClockTests {
    @Test("is found exactly, and each loss where it is, if stamps are exact", arguments: 1...20 as ClosedRange<UInt64>)
    func exact(seed: UInt64) {
        let made = MadeUpStamps(count: 2_000, period: 9.6, losses: 60, seed: seed)
        #expect(made.cuts == made.lost.keys.sorted())
        #expect(abs(made.rateError) < 1e-6)
    }

    @Test("is found if stamps jitter by a quarter of a period either way", arguments: 1...20 as ClosedRange<UInt64>)
    func jitter(seed: UInt64) {
        let made = MadeUpStamps(count: 2_000, period: 10, losses: 100, seed: seed) { _, generator in
            Double.random(in: -2.4...2.4, using: &generator)
        }
        #expect(made.cuts == made.lost.keys.sorted())
        #expect(abs(made.rateError) < 0.002)
    }

    @Test("loses nothing to samples that are up to four periods late, and catch up", arguments: 1...20 as ClosedRange<UInt64>)
    func late(seed: UInt64) {
        let made = MadeUpStamps(count: 5_000, period: 9.6, losses: 0, seed: seed) { index, generator in
            index < 4_960 && Int.random(in: 1...30, using: &generator) == 1 ? Double.random(in: 10...40, using: &generator) : 0
        }
        #expect(made.cuts.isEmpty)
        #expect(abs(made.rateError) < 0.001)
    }

    @Test(
        "loses nothing to packets whose samples share a stamp, and finds what is missing between them", arguments: [2, 5, 20, 100])
    func packets(size: Int) {
        #expect(MadeUpStamps(count: 4_000, period: 10, losses: 0, seed: 1).inPackets(of: size).cuts.isEmpty)
        var lossy = MadeUpStamps(count: 4_000, period: 10, losses: 0, seed: 1)
        // Fifty samples, between two packets.
        for index in 2_000..<4_000 { lossy.stamps[index] += 500 }
        #expect(lossy.inPackets(of: size).cuts == [1_999])
        #expect(abs(lossy.inPackets(of: size).rateError) < 0.003)
    }

    @Test("tells how unevenly stamps come, but for what is missing between them")
    func intervals() {
        var stamps = (0..<200).map { Double($0) * 10 }
        for index in 100..<200 { stamps[index] += 500 }
        stamps[19] = stamps[20]
        let clock = SampleClock(stamps)
        var intervals = StampIntervals()
        if let clock { intervals.add(stamps, by: clock) }
        #expect(intervals.count == 198 && intervals.repeated == 1 && intervals.isUneven)
        #expect(intervals.least == 0 && intervals.most == 20 && abs(intervals.period - 10) < 0.01)
        #expect(abs(intervals.jitter - (200.0 / 198).squareRoot()) < 0.01)
    }

    @Test("drifts without being cut")
    func drift() {
        let made = MadeUpStamps(count: 20_000, period: 10, losses: 0, seed: 1) { index, _ in Double(index) * Double(index) * 1e-6 }
        #expect(made.cuts.isEmpty)
    }

    @Test("is none where all stamps are the same")
    func standstill() {
        var made = MadeUpStamps(count: 100, period: 10, losses: 0, seed: 1)
        made.stamps = made.stamps.map { _ in 5 }
        #expect(made.session.rate == nil)
        #expect(made.cuts.isEmpty)
    }
}
